import { chownSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import { configOf, place, projectConfig } from './place.ts'

const PROJECT = 'home/project/skillway.yaml'
const USER = 'home/.config/skillway/skillway.yaml'

function filesOf(project: string | undefined, user: string | undefined): Record<string, string> {
  return { ...(project && { [PROJECT]: project }), ...(user && { [USER]: user }) }
}

describe('loadConfig: which files count', () => {
  it('has defaults where there is no file', async () => {
    expect(await configOf({})).toEqual({ roots: [], servers: [], maxSkills: 20, files: [], diagnostics: [] })
  })

  it.each([
    ['nothing', ''],
    ['comments alone', '# nothing yet\n'],
    ['an empty document', '---\n'],
    ['null', 'null'],
    ['an empty mapping', '{}'],
    ['keys without values', 'skills:\nmcpServers:\nagents:\n'],
    ['an empty list of paths', 'skills:\n  paths:\n'],
    ['a byte order mark', '\ufeff'],
  ])('takes a file that holds %s as no settings', async (_, text) => {
    const files = ['skillway.yaml']
    expect(await projectConfig(text)).toMatchObject({ roots: [], servers: [], maxSkills: 20, files })
  })

  it.each(['skillway.yaml', 'skillway.yml', 'skillway.json'])('finds %s in the project', async (name) => {
    const config = await configOf({ [`home/project/${name}`]: '{"maxSkills": 7}' })
    expect(config).toMatchObject({ maxSkills: 7, files: [name], diagnostics: [] })
  })

  it('reads the first of several files in a folder and notes the others', async () => {
    const config = await configOf({
      'home/project/skillway.json': '{"maxSkills": 1}',
      'home/project/skillway.yml': 'maxSkills: 2',
      [PROJECT]: 'maxSkills: 3',
    })
    expect(config.maxSkills).toBe(3)
    expect(config.diagnostics).toMatchObject([
      {
        code: 'CONFIG_SHADOWED',
        path: 'skillway.yml',
        message: 'skillway.yml is not read, because skillway.yaml is there',
      },
      { code: 'CONFIG_SHADOWED', path: 'skillway.json' },
    ])
  })

  it('finds the file of the project from a folder deep in it, the nearest first', async () => {
    const where = place({ [PROJECT]: 'maxSkills: 1', 'home/project/a/skillway.yaml': 'maxSkills: 2' })
    const from = async (cwd: string) => {
      mkdirSync(join(where.cwd, cwd), { recursive: true })
      const { maxSkills, files } = await loadConfig({ ...where, cwd: join(where.cwd, cwd) })
      return [maxSkills, ...files]
    }
    expect(await from('a/b/c')).toEqual([2, '../../skillway.yaml'])
    expect(await from('a')).toEqual([2, 'skillway.yaml'])
    expect(await from('x/y')).toEqual([1, '../../skillway.yaml'])
  })

  it('does not look above the repository, nor above the home folder', async () => {
    const aboveRepository = await configOf({ 'home/skillway.yaml': 'maxSkills: 1' })
    expect(aboveRepository.files).toEqual([])
    const where = place({ 'home/skillway.yaml': 'maxSkills: 1', 'skillway.yaml': 'maxSkills: 2' })
    rmSync(join(where.cwd, '.git'), { recursive: true })
    expect((await loadConfig(where)).files).toEqual(['../skillway.yaml'])
    rmSync(join(where.home, 'skillway.yaml'))
    expect((await loadConfig(where)).files).toEqual([])
  })

  it('looks into the working folder alone where neither a repository nor the home folder is above', async () => {
    const where = place({ 'srv/skillway.yaml': 'maxSkills: 1', 'srv/a/skillway.yaml': 'maxSkills: 2' })
    const srv = join(where.home, '../srv')
    expect((await loadConfig({ ...where, cwd: join(srv, 'a') })).maxSkills).toBe(2)
    mkdirSync(join(srv, 'b'))
    expect((await loadConfig({ ...where, cwd: join(srv, 'b') })).files).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)('takes no repository above that belongs to somebody else', async () => {
    const where = place({ 'srv/skillway.yaml': 'maxSkills: 1', 'srv/.git/HEAD': '', 'srv/a/x': '' })
    const srv = join(where.home, '../srv')
    expect((await loadConfig({ ...where, cwd: join(srv, 'a') })).maxSkills).toBe(1)
    chownSync(join(srv, '.git'), 12_345, 12_345)
    expect((await loadConfig({ ...where, cwd: join(srv, 'a') })).files).toEqual([])
    chownSync(join(srv, 'a'), 12_345, 12_345)
    expect((await loadConfig({ ...where, cwd: join(srv, 'a') })).maxSkills).toBe(1)
  })

  it("finds the user's file in $XDG_CONFIG_HOME, else in ~/.config", async () => {
    const where = place({ [USER]: 'maxSkills: 1', 'xdg/skillway/skillway.json': '{"maxSkills": 2}' })
    expect(await loadConfig(where)).toMatchObject({
      maxSkills: 1,
      files: ['~/.config/skillway/skillway.yaml'],
    })
    const env = { XDG_CONFIG_HOME: join(where.home, '../xdg') }
    expect(await loadConfig({ ...where, env })).toMatchObject({ maxSkills: 2, files: ['skillway.json'] })
    expect((await loadConfig({ ...where, env: { XDG_CONFIG_HOME: 'xdg' } })).maxSkills).toBe(1)
  })

  it("reads a file once that is both the project's and the user's", async () => {
    const where = place({ [USER]: 'mcpServers: [uvx a]' })
    const config = await loadConfig({ ...where, cwd: join(where.home, '.config/skillway') })
    expect(config.files).toEqual(['~/.config/skillway/skillway.yaml'])
    expect(config.servers).toHaveLength(1)
  })

  it('reads the named file alone', async () => {
    const where = place({
      [PROJECT]: 'maxSkills: 1',
      [USER]: 'mcpServers: [uvx a]',
      'home/x/any.conf': 'maxSkills: 3',
    })
    for (const file of ['../x/any.conf', '~/x/any.conf', join(where.home, 'x/any.conf')]) {
      const config = await loadConfig({ ...where, file })
      expect(config).toMatchObject({ maxSkills: 3, servers: [] })
      expect(config.files).toEqual([file.startsWith('/') ? 'any.conf' : file])
    }
  })

  it('follows a link to a file', async () => {
    const where = place({ 'home/dotfiles/skillway.yaml': 'skills: { paths: [./mine] }' })
    symlinkSync(join(where.home, 'dotfiles/skillway.yaml'), join(where.cwd, 'skillway.yaml'))
    const { roots } = await loadConfig({ ...where, useDefaults: false })
    expect(roots.map(({ path }) => path)).toEqual([join(where.cwd, 'mine')])
  })
})

describe('loadConfig: roots', () => {
  it('keeps the order of skills.paths, the earlier wins (row 78)', async () => {
    const { roots } = await projectConfig('skills: { paths: [b, ./a, b/, ../project/a] }')
    expect(roots.map(({ shown }) => shown)).toEqual(['./b', './a'])
  })

  it('resolves relative paths against the folder of the config file, and ~ (row 79)', async () => {
    const where = place({
      [PROJECT]: 'skills: { paths: [./skills, ../shared, ~/mine, "~"] }',
      'home/project/a/x': '',
    })
    const { roots } = await loadConfig({ ...where, cwd: join(where.cwd, 'a'), useDefaults: false })
    expect(roots).toEqual([
      { path: join(where.cwd, 'skills'), shown: './skills', optional: false },
      { path: join(where.home, 'shared'), shown: '../shared', optional: false },
      { path: join(where.home, 'mine'), shown: '~/mine', optional: false },
      { path: where.home, shown: '~', optional: false },
    ])
  })

  it('never shows an absolute path', async () => {
    const where = place({
      [PROJECT]: 'skills: { paths: [/srv/team/skills, "${ROOT}/a", "${NONE:-~/b}", "x\\ny"] }',
      [USER]: 'skills: { paths: [mine, ../../other] }',
    })
    const { roots } = await loadConfig({ ...where, env: { ROOT: '/srv/root' }, useDefaults: false })
    expect(roots.map(({ path, shown }) => [path, shown])).toEqual([
      ['/srv/team/skills', 'skills'],
      ['/srv/root/a', '${ROOT}/a'],
      [join(where.home, 'b'), '${NONE:-~/b}'],
      [join(where.cwd, 'x\ny'), './x\\u{a}y'],
      [join(where.home, '.config/skillway/mine'), '~/.config/skillway/mine'],
      [join(where.home, 'other'), '~/other'],
    ])
  })

  it("puts the project's paths before the user's and the clients' own folders last", async () => {
    const where = place({
      [PROJECT]: 'skills: { paths: [p] }',
      [USER]: 'skills: { paths: [u, ~/project/p, ~/.claude/skills] }',
    })
    const { roots } = await loadConfig(where)
    expect(roots.slice(0, 4).map(({ shown, optional }) => [shown, optional])).toEqual([
      ['./p', false],
      ['~/.config/skillway/u', false],
      ['~/.claude/skills', false],
      ['./.claude/skills', true],
    ])
    expect(new Set(roots.map(({ path }) => path)).size).toBe(roots.length)
  })

  it.each([
    ['skills: { includeDefaults: false }', undefined, undefined, false],
    ['skills: { include_default: false }', undefined, undefined, false],
    [undefined, 'skills: { include_default: false }', undefined, false],
    ['skills: { includeDefaults: true }', 'skills: { includeDefaults: false }', undefined, true],
    ['skills: { includeDefaults: true }', undefined, false, false],
    ['skills: { includeDefaults: false }', undefined, true, false],
    [undefined, undefined, true, true],
  ])('project %j, user %j and useDefaults %s: defaults are there, %s (row 80)', async (...row) => {
    const [project, user, useDefaults, areThere] = row
    const { roots } = await configOf(filesOf(project, user), { useDefaults })
    expect(roots.length > 0).toBe(areThere)
  })

  it('asks for a folder that somebody named, and for none of the defaults (row 81)', async () => {
    const { roots } = await configOf({ [PROJECT]: 'skills: { paths: [nowhere] }' }, { useDefaults: true })
    expect(roots[0]).toMatchObject({ shown: './nowhere', optional: false })
    expect(roots.slice(1).every(({ optional }) => optional)).toBe(true)
  })
})

describe('loadConfig: maxSkills (row 92)', () => {
  it.each([
    ['maxSkills: 1', undefined, 1],
    ['max_skills: 1000', undefined, 1000],
    ['skills: { instruction: { max_skills: 5 } }', undefined, 5],
    ['{ maxSkills: 6, skills: { instruction: { max_skills: 5 } } }', undefined, 6],
    [undefined, 'maxSkills: 8', 8],
    ['maxSkills: 7', 'maxSkills: 8', 7],
    ['skills: {}', 'maxSkills: 8', 8],
  ])('is read from project %j and user %j', async (project, user, maxSkills) => {
    expect((await configOf(filesOf(project, user))).maxSkills).toBe(maxSkills)
  })
})
