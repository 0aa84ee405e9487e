import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { isListableName, readName } from '../../skill/name.ts'
import { placeOf } from '../../skill/place.ts'
import type { Frontmatter } from '../../skill/types.ts'

export interface InspectedHead {
  /** True if the skill can be published again as it is. */
  listable: boolean
  diagnostics: Diagnostic[]
}

const MAX_DESCRIPTION = 1024

/** What the rules of the specification say of a skill that a server describes; breaking one of them hides no skill. */
export function inspectHead(
  skillPath: string,
  frontmatter: Frontmatter & { name: string; description: string },
): InspectedHead {
  const folderName = skillPath.split('/').at(-1)!
  const path = `${skillPath}/SKILL.md`
  const { name, description } = frontmatter
  const { diagnostics } = readName(frontmatter, folderName, placeOf('', path, 1))
  const isLong = description.length > MAX_DESCRIPTION && [...description].length > MAX_DESCRIPTION
  if (isLong) {
    const message = `The description has more than ${MAX_DESCRIPTION} characters.`
    diagnostics.push(
      diagnostic('DESCRIPTION_TOO_LONG', path, message, { hint: 'Say the rest in the instructions.' }),
    )
  }
  return { listable: isListableName(name) && name === folderName && !isLong, diagnostics }
}
