import { isAbsolute, join, resolve } from 'node:path'

/** An absolute path, or why there is none. */
export type ResolvedPath = { path: string; problem?: never } | { problem: string; path?: never }

/** What a written path means: `~` is the home folder, anything relative is relative to `folder`. */
export function resolvePath(
  written: string,
  { folder, home }: { folder: string; home: string },
): ResolvedPath {
  if (written.includes('\0')) return { problem: 'holds a null byte' }
  if (written === '~') return { path: resolve(home) }
  if (/^~[/\\]/.test(written)) return { path: join(resolve(home), written.slice(2)) }
  if (written.startsWith('~'))
    return { problem: "begins with '~' and a name; only '~/' is read as the home folder" }
  return { path: isAbsolute(written) ? resolve(written) : resolve(folder, written) }
}
