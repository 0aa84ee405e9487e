import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultRoots, PRESETS } from '../../src/config/presets.ts'
import { rootsFromFlags } from '../../src/config/roots-from-flags.ts'
import { userFolder } from '../../src/config/user-folder.ts'
import { place } from './place.ts'

const PROJECT = ['.claude', '.agents', '.codex', '.cursor', '.github', '.opencode', '.gemini', '.goose']
const USER = [
  '~/.claude/skills',
  '~/.agents/skills',
  '~/.config/agents/skills',
  '~/.codex/skills',
  '~/.codex/skills/.system',
  'etc/codex/skills',
  '~/.cursor/skills',
  '~/.copilot/skills',
  '~/.config/opencode/skills',
  '~/.gemini/skills',
  '~/.config/goose/skills',
]

describe('defaultRoots', () => {
  it("are the folders of all clients, the project's before the user's, each once", async () => {
    const where = place()
    const roots = await defaultRoots(where)
    expect(roots.map(({ shown }) => shown)).toEqual([...PROJECT.map((name) => `./${name}/skills`), ...USER])
    expect(roots[0]).toEqual({
      path: join(where.cwd, '.claude/skills'),
      shown: './.claude/skills',
      optional: true,
    })
    expect(roots.find(({ shown }) => shown === 'etc/codex/skills')?.path).toBe('/etc/codex/skills')
    expect(roots.every(({ optional }) => optional)).toBe(true)
  })

  it('of the project are those of each folder up to the root of the repository, the nearest first', async () => {
    const where = place()
    const cwd = join(where.cwd, 'a/b')
    mkdirSync(cwd, { recursive: true })
    const shown = (await defaultRoots({ ...where, cwd })).map((root) => root.shown)
    expect(shown.slice(0, -USER.length)).toEqual(
      ['./', '../', '../../'].flatMap((up) => PROJECT.map((name) => `${up}${name}/skills`)),
    )
    rmSync(join(where.cwd, '.git'), { recursive: true })
    const alone = (await defaultRoots({ ...where, cwd })).map((root) => root.shown)
    expect(alone.slice(0, -USER.length)).toEqual(PROJECT.map((name) => `./${name}/skills`))
  })

  it("in the home folder are named once, as the project's", async () => {
    const where = place()
    const shown = (await defaultRoots({ ...where, cwd: where.home })).map((root) => root.shown)
    expect(shown.filter((name) => name.endsWith('.claude/skills'))).toEqual(['./.claude/skills'])
  })

  it('follow $CODEX_HOME and $XDG_CONFIG_HOME', async () => {
    const where = place()
    const env = { CODEX_HOME: '/opt/codex', XDG_CONFIG_HOME: join(where.home, 'xdg') }
    const roots = await defaultRoots({ ...where, env })
    const user = roots.slice(PROJECT.length).map(({ path, shown }) => [path, shown])
    expect(user).toContainEqual(['/opt/codex/skills', 'skills'])
    expect(user).toContainEqual(['/opt/codex/skills/.system', '.system'])
    expect(user).toContainEqual([join(where.home, 'xdg/opencode/skills'), '~/xdg/opencode/skills'])
    expect(user.every(([path]) => !path?.includes('.config'))).toBe(true)
  })

  it('hold every folder of the table', async () => {
    const where = place()
    const paths = (await defaultRoots(where)).map(({ path }) => path)
    for (const preset of Object.values(PRESETS)) {
      for (const path of preset.project) expect(paths).toContain(join(where.cwd, path))
    }
  })
})

describe('userFolder', () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ['linux', {}, '/home/eva/.config'],
    ['linux', { XDG_CONFIG_HOME: '/x' }, '/x'],
    ['linux', { XDG_CONFIG_HOME: 'x' }, '/home/eva/.config'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/eva/.config'],
    ['darwin', { APPDATA: '/x' }, '/home/eva/.config'],
    ['win32', { APPDATA: '/x', XDG_CONFIG_HOME: '/y' }, '/x'],
    ['win32', {}, '/home/eva/.config'],
  ])('on %s with %j is %s', (platform, env, expected) => {
    expect(userFolder({ home: '/home/eva', env, platform })).toBe(expected)
  })
})

describe('rootsFromFlags', () => {
  const where = { cwd: '/work/project', home: '/home/eva' }

  it.each([
    ['skills', '/work/project/skills', './skills'],
    ['./skills/', '/work/project/skills', './skills'],
    ['../skills', '/work/skills', '../skills'],
    ['.', '/work/project', '.'],
    ['..', '/work', '..'],
    ['~/skills', '/home/eva/skills', '~/skills'],
    ['~', '/home/eva', '~'],
    ['/srv/team/skills', '/srv/team/skills', 'skills'],
    ['/', '/', 'root'],
    ['.hidden', '/work/project/.hidden', './.hidden'],
    ['...', '/work/project/...', './...'],
    ['$HOME', '/work/project/$HOME', './$HOME'],
  ])('reads %j as %s, shown as %s', (written, path, shown) => {
    expect(rootsFromFlags([written], where)).toEqual([{ path, shown, optional: false }])
  })

  it('keeps the order', () => {
    expect(rootsFromFlags(['b', 'a'], where).map(({ shown }) => shown)).toEqual(['./b', './a'])
  })

  it.each([
    ['', "--skills '' names no folder"],
    ['a\0b', "--skills 'a\\u{0}b' holds a null byte"],
    ['~eva', "--skills '~eva' begins with '~' and a name; only '~/' is read as the home folder"],
  ])('refuses %j as wrong usage', (written, message) => {
    expect(() => rootsFromFlags([written], where)).toThrow(
      expect.objectContaining({ code: 'USAGE', message }),
    )
  })
})
