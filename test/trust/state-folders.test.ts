import { describe, expect, it } from 'vitest'
import { stateFolders, type Machine } from '../../src/trust/state-folders.ts'

const linux = (env: Machine['env']): Machine => ({ env, home: '/home/ada', platform: 'linux' })

describe('where state and cache live', () => {
  it.each<[string, Machine, { state: string; cache: string }]>([
    ['on Linux', linux({}), { state: '/home/ada/.local/state/skillway', cache: '/home/ada/.cache/skillway' }],
    [
      'where XDG says',
      linux({ XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/c' }),
      { state: '/s/skillway', cache: '/c/skillway' },
    ],
    [
      'not where XDG is relative',
      linux({ XDG_STATE_HOME: 's', XDG_CACHE_HOME: '' }),
      { state: '/home/ada/.local/state/skillway', cache: '/home/ada/.cache/skillway' },
    ],
    [
      'where our own variables say, before XDG',
      linux({ SKILLWAY_STATE_DIR: '/a', SKILLWAY_CACHE_DIR: '/b', XDG_STATE_HOME: '/s' }),
      { state: '/a', cache: '/b' },
    ],
    [
      'at the usual place where ours are empty',
      linux({ SKILLWAY_STATE_DIR: '', SKILLWAY_CACHE_DIR: '' }),
      { state: '/home/ada/.local/state/skillway', cache: '/home/ada/.cache/skillway' },
    ],
    [
      'on macOS',
      { env: {}, home: '/Users/ada', platform: 'darwin' },
      {
        state: '/Users/ada/Library/Application Support/skillway',
        cache: '/Users/ada/Library/Caches/skillway',
      },
    ],
    [
      'on Windows',
      { env: { LOCALAPPDATA: '/local' }, home: '/ada', platform: 'win32' },
      { state: '/local/skillway/State', cache: '/local/skillway/Cache' },
    ],
    [
      'on Windows without its variable',
      { env: {}, home: '/ada', platform: 'win32' },
      { state: '/ada/AppData/Local/skillway/State', cache: '/ada/AppData/Local/skillway/Cache' },
    ],
  ])('%s', (_, machine, folders) => {
    expect(stateFolders(machine)).toEqual(folders)
  })

  it.each(['SKILLWAY_STATE_DIR', 'SKILLWAY_CACHE_DIR'])(
    'is never relative to where one is: %s',
    (variable) => {
      expect(() => stateFolders(linux({ [variable]: 'state' }))).toThrow(
        expect.objectContaining({
          code: 'CONFIG_INVALID',
          message: `${variable} is not an absolute path: 'state'`,
        }),
      )
    },
  )
})
