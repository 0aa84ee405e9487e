import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Opening } from '../../src/sources/directory/folder.ts'
import { memorySource } from '../../src/sources/memory.ts'
import { failure, filesOf, findings, open, pathsOf, place, SECRET } from './place.ts'
import { skillFile } from './skill-file.ts'

const OPENINGS: Opening[] = ['descriptors', 'paths']
const posix = process.platform !== 'win32'

describe.runIf(posix).each(OPENINGS)('what is no regular file, opened by %s', (opening) => {
  it('A16: a FIFO answers at once and is not served', async () => {
    const { root, skill } = place()
    execFileSync('mkfifo', [join(skill, 'pipe.md')])
    const source = open(root, opening)
    const start = performance.now()
    expect(await failure(source.read('s', 'pipe.md'))).toMatchObject({ code: 'NOT_A_FILE' })
    expect(await findings(source, 's')).toEqual(['NOT_A_FILE s/pipe.md'])
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('A17: a socket is not served', async () => {
    const { root, skill } = place()
    const server = createServer().listen(join(skill, 'socket.md'))
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const source = open(root, opening)
    expect(await failure(source.read('s', 'socket.md'))).toMatchObject({ code: 'NOT_A_FILE' })
    expect(await findings(source, 's')).toEqual(['NOT_A_FILE s/socket.md'])
  })

  it.runIf(process.getuid?.() === 0)('A17: a device is not served', async () => {
    const { root, skill } = place()
    execFileSync('mknod', [join(skill, 'zero.md'), 'c', '1', '5'])
    const source = open(root, opening)
    expect(await failure(source.read('s', 'zero.md'))).toMatchObject({ code: 'NOT_A_FILE' })
    expect(await filesOf(source)).toEqual(['SKILL.md'])
  })
})

describe('hidden files', () => {
  it('A28: are not part of a skill, nor are installed packages', async () => {
    const { root } = place({
      'root/s/.env': SECRET,
      'root/s/.git/config': SECRET,
      'root/s/docs/.hidden/a.md': SECRET,
      'root/s/node_modules/p/index.js': SECRET,
    })
    const source = open(root)
    expect(await filesOf(source)).toEqual(['SKILL.md'])
    for (const path of ['.env', '.git/config', 'docs/.hidden/a.md', 'node_modules/p/index.js']) {
      expect(await failure(source.read('s', path))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
    }
    const folder = await failure(source.read('s', 'docs'))
    expect(folder).toMatchObject({ code: 'REFERENCE_IS_DIRECTORY' })
    expect(folder.message).not.toContain('hidden')
  })
})

describe('names of files', () => {
  it.runIf(posix).each([
    ['A24: a line feed', 'a\nb.md'],
    ['A24: an escape', 'a\u001b[2Jb.md'],
    ['A6: a backslash', 'a\\b.md'],
    ['B224: a drive letter', 'a:b.md'],
    ['A24: bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64])],
  ])('%s keeps a file from being served, and only that', async (_title, name) => {
    const { root, skill } = place({ 'root/s/fine.md': 'fine' })
    writeFileSync(Buffer.concat([Buffer.from(`${skill}/`), Buffer.from(name as string)]), SECRET)
    const source = open(root)
    expect(await filesOf(source)).toEqual(['SKILL.md', 'fine.md'])
    const [finding] = (await source.get('s'))!.diagnostics
    expect(finding).toMatchObject({ code: 'RESOURCE_UNSAFE_NAME' })
    // oxlint-disable-next-line no-control-regex
    expect(`${finding!.path}${finding!.message}`).not.toMatch(/[\u0000-\u001f]/)
  })

  it
    .runIf(posix)
    .each([
      'CON',
      'nul.md',
      'COM1.txt',
      'COM¹',
      'lpt9',
      'what?.md',
      'a"b.md',
      'x.',
      'x ',
      'SKILL~1.MD',
      '-rf',
    ])('A23, A25: %j is served, with a word about other systems', async (name) => {
    const { root, skill } = place()
    writeFileSync(join(skill, name), 'fine')
    const source = open(root)
    expect(await findings(source, 's')).toEqual([`RESOURCE_UNSAFE_NAME s/${name}`])
    expect(Buffer.from(await source.read('s', name)).toString()).toBe('fine')
  })

  it
    .runIf(posix)
    .each(['$(id)', '`id`', 'a;b.md', '%41.md', 'größe.md', 'a\u202eb.md', `${'x'.repeat(250)}.md`])(
    'A25: %j is just a name',
    async (name) => {
      const { root, skill } = place()
      writeFileSync(join(skill, name), 'fine')
      const source = open(root)
      expect(await filesOf(source)).toContain(name)
      expect(Buffer.from(await source.read('s', name)).toString()).toBe('fine')
    },
  )

  it.runIf(process.platform === 'linux')('A21, A22: twins are flagged', async () => {
    const { root } = place({
      'root/s/Ref.md': '1',
      'root/s/ref.md': '2',
      'root/s/\u00e9.md': '3',
      'root/s/e\u0301.md': '4',
      'root/s/Skill.md': '5',
    })
    const source = open(root)
    expect((await findings(source, 's')).sort()).toEqual([
      'FILENAME_CASE s/Skill.md',
      'NAME_CASE_COLLISION s/ref.md',
      'NAME_CASE_COLLISION s/\u00e9.md',
    ])
    expect(await filesOf(source)).not.toContain('Skill.md')
    expect(await failure(source.read('s', 'Skill.md'))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  it('A4: a slash at the end never names a file', async () => {
    const { root } = place()
    for (const source of [
      open(root),
      memorySource('m', { s: { 'SKILL.md': skillFile('s', 'Does one.') } }),
    ]) {
      expect(await failure(source.read('s', 'SKILL.md/'))).toMatchObject({
        code: 'REFERENCE_NOT_FOUND',
        hint: expect.stringContaining("'SKILL.md'"),
      })
    }
  })

  it('a path that no URI can hold is left out', async () => {
    const { root } = place({ [`root/s/${`${'d'.repeat(200)}/`.repeat(6)}x.md`]: 'far' })
    const source = open(root)
    expect(await filesOf(source)).toEqual(['SKILL.md'])
    expect(await findings(source, 's')).toMatchObject([expect.stringContaining('RESOURCE_UNSAFE_NAME')])
  })
})

describe('permissions', () => {
  it.runIf(posix)('A15: a hard link is a file like any other in a root of the operator', async () => {
    const { base, root, skill } = place()
    linkSync(join(base, 'outside/secret.txt'), join(skill, 'shared.txt'))
    expect(await filesOf(open(root))).toEqual(['SKILL.md', 'shared.txt'])
  })

  it.runIf(posix)(
    'B217: a script that lost its executable bit is noted, one that has it is not',
    async () => {
      const { root, skill } = place({
        'root/s/scripts/lost.sh': '#!/bin/sh\n',
        'root/s/scripts/kept.sh': '#!/bin/sh\n',
        'root/s/scripts/library.sh': 'x=1\n',
        'root/s/references/example.sh': '#!/bin/sh\n',
      })
      chmodSync(join(skill, 'scripts/kept.sh'), 0o755)
      expect(await findings(open(root), 's')).toEqual(['SCRIPT_NOT_EXECUTABLE s/scripts/lost.sh'])
    },
  )

  it.runIf(posix)('A26: what may not be read fails alone, and says why', async () => {
    const { base, root } = place({
      'root/s/closed.md': SECRET,
      'root/s/closed/x.md': SECRET,
      'root/t/SKILL.md': skillFile('t', SECRET),
      'root/u/v/SKILL.md': skillFile('v', SECRET),
      'root/w/SKILL.md': skillFile('w', 'Is open.'),
    })
    chmodSync(base, 0o755)
    for (const path of ['s/closed.md', 's/closed', 't/SKILL.md', 'u']) chmodSync(join(root, path), 0)
    const source = open(root)
    await withoutPrivilege(async () => {
      expect(await pathsOf(source)).toEqual(['s', 'w'])
      expect(await findings(source)).toEqual([
        'DIR_UNREADABLE s/closed',
        'DIR_UNREADABLE u',
        'FILE_UNREADABLE t/SKILL.md',
      ])
      expect((await findings(source, 's')).sort()).toEqual([
        'DIR_UNREADABLE s/closed',
        'FILE_UNREADABLE s/closed.md',
      ])
      expect(await source.get('s')).toMatchObject({ listable: false, files: [{ path: 'SKILL.md' }] })
      expect(await failure(source.read('s', 'closed.md'))).toMatchObject({ code: 'SOURCE_UNAVAILABLE' })
    })
    for (const path of ['s/closed.md', 's/closed', 't/SKILL.md', 'u']) chmodSync(join(root, path), 0o755)
    await withoutPrivilege(async () => {
      expect(await pathsOf(source)).toEqual(['s', 't', 'u/v', 'w'])
      expect(await filesOf(source)).toEqual(['SKILL.md', 'closed.md', 'closed/x.md'])
    })
  })
})

/** Runs `work` as somebody whom permissions bind, if the tests are run by somebody whom they do not. */
async function withoutPrivilege(work: () => Promise<void>): Promise<void> {
  if (process.getuid!() !== 0) return work()
  process.seteuid!(65_534)
  try {
    await work()
  } finally {
    process.seteuid!(0)
  }
}
