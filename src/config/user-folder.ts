import { isAbsolute, join } from 'node:path'

export interface UserFolderOptions {
  home: string
  env: Record<string, string | undefined>
  platform?: NodeJS.Platform
}

/**
 * Where programs keep what the user set: `$XDG_CONFIG_HOME`, else `~/.config`, also on macOS as command-line programs do;
 * on Windows `%APPDATA%`. A relative value of either variable is ignored, as the XDG specification asks.
 */
export function userFolder({ home, env, platform = process.platform }: UserFolderOptions): string {
  const given = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']
  return given !== undefined && isAbsolute(given) ? given : join(home, '.config')
}
