import type { Diagnostic } from '../../skill/diagnostic.ts'
import { digestOf } from '../../skill/digest.ts'
import type { SourceListing } from '../types.ts'
import type { FoundSkills } from './skill-protocol.ts'

/** A listing as it is shown: the same object for as long as it says the same. */
export interface ShownListing {
  /** Takes what the server listed; true if it is not what it listed before. */
  replace(found: FoundSkills): boolean
  /** With the finding that says what is missing, if something is. */
  show(missing?: Diagnostic): SourceListing
}

export function shownListing(log: (diagnostic: Diagnostic) => void): ShownListing {
  let complete: SourceListing = { skills: [], diagnostics: [] }
  let incomplete: { missing: string; listing: SourceListing } | undefined
  let content = contentOf(complete)
  return {
    replace({ skills, diagnostics }) {
      const next = { skills: skills.map(({ summary }) => summary), diagnostics }
      const nextContent = contentOf(next)
      if (nextContent === content) return false
      const known = new Set(complete.diagnostics.map(({ message }) => message))
      for (const diagnostic of diagnostics) if (!known.has(diagnostic.message)) log(diagnostic)
      complete = next
      content = nextContent
      incomplete = undefined
      return true
    },
    show(missing) {
      if (missing === undefined) return complete
      if (incomplete?.missing !== missing.message) {
        const listing = { ...complete, diagnostics: [...complete.diagnostics, missing] }
        incomplete = { missing: missing.message, listing }
      }
      return incomplete.listing
    },
  }
}

function contentOf(listing: SourceListing): string {
  return digestOf(Buffer.from(JSON.stringify(listing)))
}
