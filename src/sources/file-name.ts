import { isAddressable } from '../uri/segment.ts'

/** What one segment of a path has against it. */
export interface NameFault {
  /** False: no URI can name it, so it is not served. True: served, but trouble on some systems. */
  served: boolean
  why: string
}

/** Characters that Windows does not allow in a name. */
const WINDOWS_CHARACTER = /[<>:"|?*]/
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$/i
/** The short names that Windows makes up for long ones. */
const WINDOWS_SHORT = /^[^.]{1,6}~[0-9](?:\.[^.]{1,3})?$/
/** Names that need no closer look: nearly all that exist. */
const PLAIN = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,99}(?:\.[A-Za-z0-9_-]{1,99})?$/

/** Why a file or folder of this name is not served, or should be called otherwise; `undefined` for a good name. */
export function nameFault(name: string): NameFault | undefined {
  if (PLAIN.test(name) && !WINDOWS_DEVICE.test(name)) return undefined
  if (!isAddressable(name)) return { served: false, why: 'no URI can hold this name' }
  if (name.includes('\ufffd')) return { served: false, why: 'its name is not valid UTF-8' }
  const why = portabilityFault(name)
  return why === undefined ? undefined : { served: true, why }
}

/** True for what is not part of any skill: hidden files and folders, and installed packages. */
export function isPrivateName(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** True for `Skill.md`, `skill.md` and the like, which other hosts may or may not take for a `SKILL.md`. */
export function isMisspeltSkillFile(name: string): boolean {
  return name.length === 8 && name !== 'SKILL.md' && name.toLowerCase() === 'skill.md'
}

/** False for a path of a file that no entry lists, whatever is there: hidden, not nameable, or a twin of `SKILL.md`. */
export function isPartOfSkill(path: readonly string[]): boolean {
  const served = path.every((name) => !isPrivateName(name) && nameFault(name)?.served !== false)
  return served && !(path.length === 1 && isMisspeltSkillFile(path[0]!))
}

/** Two names with the same key are one file on systems that ignore letter case or Unicode form. */
export function collisionKey(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC')
}

function portabilityFault(name: string): string | undefined {
  if (WINDOWS_CHARACTER.test(name)) return 'Windows does not allow one of its characters'
  if (/[. ]$/.test(name)) return 'Windows drops the dot or space at its end'
  if (WINDOWS_DEVICE.test(name)) return 'it is the name of a device on Windows'
  if (WINDOWS_SHORT.test(name)) return 'Windows may take it for the short form of another name'
  if (name.startsWith('-')) return 'commands take it for an option'
  return undefined
}
