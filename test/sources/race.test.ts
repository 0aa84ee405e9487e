import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Opening } from '../../src/sources/directory/folder.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { skillFile } from './skill-file.ts'
import { folderOf } from './folder-of.ts'

const SECRET = 'secret-of-the-host'
const OPENINGS: Opening[] = ['descriptors', 'paths']
const DURATION = 1500
/** How long it may take on a busy machine until both states of the folder have been met. */
const PATIENCE = 15_000

/** True until `DURATION` is over and everything counted in `seen` has been seen. */
function goesOn(start: number, seen: Record<string, number>): boolean {
  const time = Date.now() - start
  return time < DURATION || (time < PATIENCE && Object.values(seen).includes(0))
}

/** Swaps each folder for a link to the other and back, as fast as it can. */
const FLIPPER = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')
const pairs = JSON.parse(process.argv[1]).map(([path, target]) => {
  return [path, target, join(dirname(path), '.' + basename(path))]
})
process.stdout.write('ready')
for (;;) {
  for (const [path, target, aside] of pairs) {
    renameSync(path, aside)
    symlinkSync(target, path)
  }
  for (const [path, , aside] of pairs) {
    unlinkSync(path)
    renameSync(aside, path)
  }
}
`

async function flip(pairs: [path: string, target: string][]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', FLIPPER, JSON.stringify(pairs)])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

/** A skill that is swapped all the time may be refused, with this error only. */
function unlessBusy(error: { code?: string }): undefined {
  if (error.code !== 'SOURCE_UNAVAILABLE') throw error as Error
  return undefined
}

function open(root: string, opening: Opening): SkillSource {
  const source = directorySource({ label: 'local', roots: [{ path: root, shown: 'root' }], opening })
  onTestFinished(() => source.close!())
  return source
}

describe.runIf(process.platform !== 'win32').each(OPENINGS)(
  'a folder that is swapped, opened by %s',
  (opening) => {
    it('A13: gives no byte of what the link leads to, however often it is read', async () => {
      const root = folderOf({
        's/SKILL.md': skillFile('s', 'Does one thing.'),
        's/docs/deep/guide.md': 'fine',
      })
      const outside = folderOf({ 'deep/guide.md': SECRET, 'guide.md': SECRET })
      const source = open(root, opening)
      const child = await flip([[join(root, 's/docs'), outside]])
      const seen = { fine: 0, refused: 0 }
      const others: string[] = []
      for (const start = Date.now(); goesOn(start, seen);) {
        for (let count = 0; count < 50; count++) {
          const text = await source.read('s', 'docs/deep/guide.md').then(
            (bytes) => Buffer.from(bytes).toString(),
            (error: Error) => error.message,
          )
          if (text === 'fine') seen.fine++
          else if (/^(?:Reference|Skill) /.test(text)) seen.refused++
          else others.push(text)
        }
      }
      expect(child.exitCode).toBeNull()
      expect(others).toEqual([])
      expect(seen.fine).toBeGreaterThan(0)
      expect(seen.refused).toBeGreaterThan(0)
    }, 40_000)

    it('A14: shows nothing of what the link leads to, however often it is scanned', async () => {
      const root = folderOf({
        'kept/SKILL.md': skillFile('kept', 'Stays.'),
        'group/t/SKILL.md': skillFile('t', 'Is swapped.'),
        'group/t/docs/guide.md': 'fine',
        'kept/docs/guide.md': 'fine',
      })
      const outside = folderOf({
        'SKILL.md': skillFile('t', SECRET),
        'docs/guide.md': SECRET,
        'guide.md': SECRET,
      })
      const source = open(root, opening)
      const clean = await source.get('group/t')
      const digests = new Set(
        [clean, await source.get('kept')].flatMap((entry) =>
          (entry!.files as { digest: string }[]).map((file) => file.digest),
        ),
      )
      const child = await flip([
        [join(root, 'group/t'), outside],
        [join(root, 'kept/docs'), outside],
      ])
      const seen = { listed: 0, missing: 0, entries: 0 }
      for (const end = Date.now() + DURATION; Date.now() < end;) {
        const listing = await source.list()
        expect(JSON.stringify(listing)).not.toContain(SECRET)
        expect(listing.skills.map(({ name }) => name)).toContain('kept')
        seen[listing.skills.length === 2 ? 'listed' : 'missing']++
        for (const skillPath of ['kept', 'group/t']) {
          const entry = await source.get(skillPath).catch(unlessBusy)
          for (const { digest } of (entry?.files ?? []) as { digest: string }[])
            expect(digests).toContain(digest)
          if (entry) seen.entries++
        }
      }
      expect(child.exitCode).toBeNull()
      expect(seen.listed).toBeGreaterThan(0)
      expect(seen.missing).toBeGreaterThan(0)
      expect(seen.entries).toBeGreaterThan(0)
    }, 40_000)
  },
)

describe.runIf(existsSync('/proc/self/fd')).each(OPENINGS)('descriptors, opened by %s', (opening) => {
  it('H19: none is left open, whatever was read, refused or missing', async () => {
    const root = folderOf({
      's/SKILL.md': skillFile('s', 'Does one thing.'),
      's/a/b/c.md': 'c',
      'broken/SKILL.md': 'no skill',
      't/SKILL.md': skillFile('t', 'Another.'),
    })
    const source = open(root, opening)
    const stop = source.watch!(() => {})
    const work = async (): Promise<void> => {
      await source.list({ fresh: true })
      await Promise.all([source.get('s'), source.get('nope'), source.get('t')])
      await source.read('s', 'a/b/c.md')
      for (const path of ['a', 'a/b/x.md', '../x', 'SKILL.md/x', 'a/b'])
        await source.read('s', path).catch(() => {})
    }
    await work()
    const before = readdirSync('/proc/self/fd').length
    for (let round = 0; round < 40; round++) await work()
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
    stop()
  })
})
