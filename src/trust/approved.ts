import { SkillwayError } from '../errors.ts'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import type { SkillEntry, SkillSource } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { formatSkillUri } from '../uri/format.ts'
import type { ChangedSince } from './approval.ts'
import type { Approvals } from './approval-record.ts'
import { identityOf } from './identity.ts'
import { noticeChanges } from './notice-changes.ts'
import { readWithEntry } from './read-with-entry.ts'

export interface ApprovedOptions {
  /** `required`: content is given only once a person approved it. Default `none`. */
  approval?: 'none' | 'required' | undefined
}

/**
 * The same source, except that a change of a skill revokes what was approved of it, and that, where approval is required,
 * nothing of a skill is read before somebody approved it. Skills that wait are listed and say so.
 */
export function approved(
  source: SkillSource,
  approvals: Approvals,
  options: ApprovedOptions = {},
): SkillSource {
  const isRequired = options.approval === 'required'
  const changes = noticeChanges(source, approvals)
  const wrapper: SkillSource = {
    ...source,
    async list(callOptions) {
      const listing = await source.list(callOptions)
      await changes.inListing(listing, callOptions)
      return listing
    },
    async get(skillPath, callOptions) {
      const shown = await source.get(skillPath, callOptions)
      const entry = shown && (await changes.inEntry(shown, callOptions))
      if (entry === undefined) return undefined
      const state = await approvals.check(identityOf(source, entry.skillPath), entry, 'load')
      if (!isRequired || state === 'approved') return entry
      return { ...entry, diagnostics: [...entry.diagnostics, waiting(source, entry, state)] }
    },
    async read(skillPath, filePath, callOptions = {}) {
      const { held } = callOptions
      if (held === undefined) return (await readWithEntry(wrapper, skillPath, filePath, callOptions)).bytes
      if (isRequired && !(await approvals.allows(identityOf(source, skillPath), held, 'load'))) {
        throw approvalRequired(source, held)
      }
      return source.read(skillPath, filePath, callOptions)
    },
    async approve(entry, fingerprint) {
      const identity = identityOf(source, entry.skillPath)
      await approvals.approve({ identity, entry, grant: 'load', fingerprint })
    },
  }
  return wrapper
}

function waiting(source: SkillSource, entry: SkillEntry, state: 'never' | ChangedSince): Diagnostic {
  const why = state === 'never' ? 'has not been approved yet' : `has to be approved again: ${reasonOf(state)}`
  const message = `Skill ${quote(entry.name)} of ${quote(source.label)} ${why}`
  return diagnostic('APPROVAL_WAITING', entry.skillPath, message, { hint: howToApprove(source, entry) })
}

function reasonOf({ changed, cameBack }: ChangedSince): string {
  if (cameBack) return 'it had other content in between'
  const parts = [
    ...counted(changed.changed.length, 'changed'),
    ...counted(changed.added.length, 'added'),
    ...counted(changed.removed.length, 'removed'),
  ]
  const fields = changed.frontmatter.map(({ field }) => quote(field))
  if (fields.length > 0) parts.push(`frontmatter changed in ${fields.slice(0, 5).join(', ')}`)
  return changed.becameDynamic ? 'its source gives no digests any more' : parts.join('; ')
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? 'file' : 'files'} ${what}`]
}

/** An entry that was given while it waited says why; one in use may have been revoked since. */
function approvalRequired(source: SkillSource, entry: SkillEntry): SkillwayError {
  const waits = entry.diagnostics.find(({ code }) => code === 'APPROVAL_WAITING')
  const message =
    waits?.message ?? `Skill ${quote(entry.name)} of ${quote(source.label)} is not approved any more`
  return new SkillwayError('APPROVAL_REQUIRED', message, { hint: howToApprove(source, entry) })
}

/** The URI is quoted for a shell: its path is the server's choice, and people copy such lines. */
function howToApprove({ label, kind }: SkillSource, { skillPath, files }: SkillEntry): string {
  if (files === 'dynamic') return 'It cannot be approved, because its source gives no digests.'
  const uri = formatSkillUri(kind === 'mcp' ? `${label}/${skillPath}` : skillPath)
  return `Ask the person in charge to look at it and run: skillway approve '${uri.replaceAll("'", '%27')}'`
}
