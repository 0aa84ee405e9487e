import { basename, isAbsolute, relative, sep } from 'node:path'
import { truncate } from '../text/truncate.ts'
import { visible } from '../text/visible.ts'

/** Characters of a path that a message shows; a folder that can be opened rarely has more. */
const MAX_SHOWN = 256

/** A written path for messages: as written, unless that is absolute. */
export function shownAsWritten(written: string): string {
  if (isAbsolute(written)) return shownName(written)
  const text = slashes(written).replace(/(?<=.)\/+$/, '')
  return /^(?:\.{1,2}(?:\/|$)|~|\$\{)/.test(text) ? text : `./${text}`
}

/** `path` seen from `folder`, for messages: `./skills`, `../skills`. */
export function shownFrom(folder: string, path: string): string {
  const steps = relative(folder, path)
  return isAbsolute(steps) ? shownName(path) : shownAsWritten(steps === '' ? '.' : steps)
}

/** `path` seen from the home folder, for messages: `~/.claude/skills`; outside of it the last segment alone. */
export function shownInHome(home: string, path: string): string {
  const steps = relative(home, path)
  const isOutside = steps === '..' || steps.startsWith(`..${sep}`) || isAbsolute(steps)
  return isOutside ? shownName(path) : `~/${slashes(steps)}`
}

/** The last segment, for messages about what has no name but an absolute path. */
function shownName(path: string): string {
  return short(basename(path)) || 'root'
}

function slashes(path: string): string {
  return short(path.split(sep).join('/'))
}

function short(text: string): string {
  const start = truncate(text, MAX_SHOWN)
  return visible(start) + (start.length < text.length ? '…' : '')
}
