import { checkAllowedTools } from './allowed-tools.ts'
import { checkCompatibility } from './compatibility.ts'
import type { Diagnostic } from './diagnostic.ts'
import { checkSwitches } from './invocable.ts'
import { checkMetadata } from './metadata.ts'
import type { Place } from './place.ts'
import type { Frontmatter } from './types.ts'
import { checkUnknownFields } from './unknown-fields.ts'
import { checkUnseenInFields } from './unseen-text.ts'

/** What there is to say about the fields that a skill can do without. None of it keeps the skill from loading. */
export function checkFields(frontmatter: Frontmatter, place: Place): Diagnostic[] {
  return [
    ...checkMetadata(frontmatter, place),
    ...checkCompatibility(frontmatter, place),
    ...checkAllowedTools(frontmatter, place),
    ...checkSwitches(frontmatter, place),
    ...checkUnknownFields(frontmatter, place),
    ...checkUnseenInFields(frontmatter, place),
  ]
}
