import { isAbsolute, join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

export interface StateFolders {
  /** Approvals. */
  state: string
  /** Verified bytes of remote skills; can be deleted at any time. */
  cache: string
}

export interface Machine {
  env: Record<string, string | undefined>
  /** The user's home folder, absolute. */
  home: string
  platform: NodeJS.Platform
}

/**
 * Where state and cache live: `SKILLWAY_STATE_DIR` and `SKILLWAY_CACHE_DIR`, else where the platform keeps such things.
 *
 * @throws SkillwayError `CONFIG_INVALID` for a relative folder: it would mean another one in every working directory
 */
export function stateFolders({ env, home, platform }: Machine): StateFolders {
  const usual = usualFolders({ env, home, platform })
  return {
    state: given(env, 'SKILLWAY_STATE_DIR') ?? usual.state,
    cache: given(env, 'SKILLWAY_CACHE_DIR') ?? usual.cache,
  }
}

function given(env: Machine['env'], variable: string): string | undefined {
  const folder = env[variable]
  if (folder === undefined || folder === '') return undefined
  if (isAbsolute(folder)) return folder
  throw new SkillwayError('CONFIG_INVALID', `${variable} is not an absolute path: ${quote(folder)}`, {
    hint: `Set ${variable} to an absolute path, or leave it out.`,
  })
}

function usualFolders({ env, home, platform }: Machine): StateFolders {
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || join(home, 'AppData', 'Local')
    return { state: join(local, 'skillway', 'State'), cache: join(local, 'skillway', 'Cache') }
  }
  if (platform === 'darwin') {
    const library = join(home, 'Library')
    return {
      state: join(library, 'Application Support', 'skillway'),
      cache: join(library, 'Caches', 'skillway'),
    }
  }
  return {
    state: join(xdg(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'skillway'),
    cache: join(xdg(env['XDG_CACHE_HOME']) ?? join(home, '.cache'), 'skillway'),
  }
}

/** The XDG base directory specification: a relative path is ignored. */
function xdg(folder: string | undefined): string | undefined {
  return folder !== undefined && isAbsolute(folder) ? folder : undefined
}
