import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Opening } from '../../src/sources/directory/folder.ts'
import { skillFile } from './skill-file.ts'
import { folderOf, write } from './folder-of.ts'
import { failure, filesOf, findings, open, openAll, pathsOf, place, SECRET } from './place.ts'

const OPENINGS: Opening[] = ['descriptors', 'paths']
const posix = process.platform !== 'win32'

describe.runIf(posix).each(OPENINGS)('links, opened by %s', (opening) => {
  it.each([
    ['A9: a link to a file outside', '../../outside/secret.txt'],
    ['A9: a link to a file outside, absolute', 'ABSOLUTE'],
    ['A8: a link to a sibling whose name begins alike', '../s-evil/x.txt'],
    ['a link to a link that leaves', 'first-hop.md'],
    ['a link to a hidden file of the skill', '.env'],
    ['a link to an installed package', 'node_modules/p/x.md'],
  ])('%s is not served (row 50-52)', async (_title, target) => {
    const { base, root, skill } = place({
      'root/s-evil/x.txt': SECRET,
      'root/s/.env': SECRET,
      'root/s/node_modules/p/x.md': SECRET,
    })
    symlinkSync('../../outside/secret.txt', join(skill, 'first-hop.md'))
    symlinkSync(target === 'ABSOLUTE' ? join(base, 'outside/secret.txt') : target, join(skill, 'leak.md'))
    const source = open(root, opening)
    expect(await filesOf(source)).toEqual(['SKILL.md'])
    expect(await findings(source, 's')).toContain('SYMLINK_ESCAPE s/leak.md')
    const error = await failure(source.read('s', 'leak.md'))
    expect(error.code).toBe('NOT_A_FILE')
    expect(JSON.stringify(error)).not.toContain(SECRET)
  })

  it('A10: a folder that is a link to outside is not entered', async () => {
    const { root, skill } = place()
    symlinkSync('../../outside', join(skill, 'docs'))
    symlinkSync('/etc', join(skill, 'etc'))
    const source = open(root, opening)
    expect(await filesOf(source)).toEqual(['SKILL.md'])
    expect(await findings(source, 's')).toEqual(['SYMLINK_ESCAPE s/docs', 'SYMLINK_ESCAPE s/etc'])
    expect(await failure(source.read('s', 'docs/secret.txt'))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
    expect(await failure(source.read('s', 'etc/hostname'))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  it('A11: a link to a file of the same skill is served under its own name (row 53)', async () => {
    const { root, skill } = place({ 'root/s/references/in.md': 'inside' })
    symlinkSync('in.md', join(skill, 'references/alias.md'))
    symlinkSync(join(skill, 'references/in.md'), join(skill, 'absolute.md'))
    const source = open(root, opening)
    expect(await filesOf(source)).toEqual([
      'SKILL.md',
      'absolute.md',
      'references/alias.md',
      'references/in.md',
    ])
    expect(Buffer.from(await source.read('s', 'references/alias.md')).toString()).toBe('inside')
    expect(Buffer.from(await source.read('s', 'absolute.md')).toString()).toBe('inside')
  })

  it('A12: links in a circle, and links to nothing, harm nobody', async () => {
    const { root, skill } = place()
    symlinkSync('b.md', join(skill, 'a.md'))
    symlinkSync('a.md', join(skill, 'b.md'))
    symlinkSync('nowhere.md', join(skill, 'c.md'))
    symlinkSync('.', join(skill, 'self'))
    symlinkSync('loop', join(root, 'loop'))
    symlinkSync('.', join(root, 'again'))
    const source = open(root, opening)
    const { diagnostics } = await source.list()
    expect(await pathsOf(source)).toEqual(['s'])
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['SYMLINK_BROKEN loop'])
    const broken = ['a', 'b', 'c'].map((name) => `SYMLINK_BROKEN s/${name}.md`)
    expect(await findings(source, 's')).toEqual([...broken, 'SYMLINK_ESCAPE s/self'])
    expect(await failure(source.read('s', 'a.md'))).toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
  })

  it.each([
    ['anywhere on the host', '/etc'],
    ['the top of the file system (B106)', '/'],
    ['the folder that holds the root', '..'],
    ['a .git folder of the project', '../.git/modules/x'],
  ])('a link below the root to %s is not followed', async (_title, target) => {
    const { root } = place({ '.git/modules/x/SKILL.md': skillFile('x', SECRET) })
    symlinkSync(target, join(root, 'linked'))
    const { skills, diagnostics } = await open(root, opening).list()
    expect(skills.map(({ name }) => name)).toEqual(['s'])
    expect(diagnostics).toMatchObject([{ code: 'SYMLINK_ESCAPE', path: 'linked' }])
  })

  it('a link to a skill further down says that only those directly below a root are followed', async () => {
    const { root } = place({ 'root/group/t/SKILL.md': skillFile('t', 'Is real.') })
    symlinkSync('../../outside', join(root, 'group/linked'))
    symlinkSync('../s', join(root, 'group/twice'))
    const { skills, diagnostics } = await open(root, opening).list()
    expect(skills.map(({ name }) => name).sort()).toEqual(['s', 't'])
    expect(diagnostics).toMatchObject([{ code: 'SYMLINK_ESCAPE', path: 'group/linked' }])
  })
})

describe('where links below a root may end', () => {
  const STORE = skillFile('x', 'Is kept elsewhere.')

  it.runIf(posix).each([
    ['an installed copy of another client', '.claude/skills', '../../.agents/skills/x', true],
    ['the same in a folder of the config', '.claude/skills', '../../.config/agents/skills/x', true],
    ['any other folder of the home', '.claude/skills', '../../private/x', false],
    ['a hidden folder that holds no skills', '.claude/skills', '../../.ssh/x', false],
    ['a project for its own root', 'work/project/.claude/skills', '../../skills/x', true],
    ['a package of a project', 'work/project/skills', '../node_modules/.p/skills/x', true],
    ['another project', 'work/project/.claude/skills', '../../../other/x', false],
    ['a root in the home itself: another client', 'skills', '../.agents/skills/x', true],
    ['a root in the home itself: anything else', 'skills', '../private/x', false],
  ])('%s', async (_title, root, target, followed) => {
    const home = homeFolder()
    mkdirSync(join(home, root), { recursive: true })
    write(join(home, root, target), { 'SKILL.md': STORE })
    symlinkSync(target, join(home, root, 'x'))
    const { skills, diagnostics } = await open(join(home, root)).list()
    expect(skills.map(({ skillPath }) => skillPath)).toEqual(followed ? ['x'] : [])
    expect(diagnostics.map(({ code }) => code)).toEqual(followed ? [] : ['SYMLINK_ESCAPE'])
  })

  it.runIf(posix)('inside another root, wherever that is', async () => {
    const [one, other] = [folderOf({}), folderOf({ 'x/SKILL.md': STORE })]
    symlinkSync(join(other, 'x'), join(one, 'linked'))
    const roots = [one, other].map((path, index) => ({ path, shown: `r${index}` }))
    const source = openAll(roots)
    const { skills, diagnostics } = await source.list()
    expect(skills.map(({ skillPath }) => skillPath)).toEqual(['x'])
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'NAME_DIR_MISMATCH r0/linked/SKILL.md',
    ])
    expect(Buffer.from(await source.read('x', 'SKILL.md')).toString()).toBe(STORE)
  })
})

/** An empty folder that is the home folder until the test is done. */
function homeFolder(): string {
  const home = folderOf({})
  const before = process.env['HOME']
  process.env['HOME'] = home
  onTestFinished(() => {
    process.env['HOME'] = before
  })
  return home
}
