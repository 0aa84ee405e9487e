import { checkFields } from './check-fields.ts'
import { readDescription } from './description.ts'
import { isListableName, readName } from './name.ts'
import type { Place } from './place.ts'
import type { Frontmatter, Parsed, SkillHead } from './types.ts'

export interface HeadOptions {
  folderName?: string | undefined
  form: SkillHead['form']
  /** True if every reader of the file sees this frontmatter; never where it was made of headings. */
  portable: boolean
}

/** The head that a frontmatter makes; no name or no description, no skill. */
export function headOf(frontmatter: Frontmatter, place: Place, options: HeadOptions): Parsed<SkillHead> {
  const { folderName, form, portable } = options
  const { name, diagnostics: ofName } = readName(frontmatter, folderName, place)
  const { description, diagnostics: ofDescription } = readDescription(frontmatter, place)
  const diagnostics = [...ofName, ...ofDescription, ...checkFields(frontmatter, place)]
  if (name === undefined || description === undefined) return { skill: undefined, diagnostics }
  const listable = portable && name === frontmatter['name'] && isListableName(name)
  return { skill: { name, description, frontmatter, form, listable }, diagnostics }
}
