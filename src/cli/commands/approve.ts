import { createInterface } from 'node:readline/promises'
import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { Grant } from '../../trust/approval-state.ts'
import { approvalView } from '../../trust/approval-view.ts'
import { approveCommand } from '../approve-command.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, trustOf, withCatalog } from '../open.ts'
import { shownEntry, type ShownEntry } from '../shown-entry.ts'

export interface ApproveFlags {
  grant: Grant
  /** The fingerprint that was shown before; approves without asking if the skill is still that one. */
  fingerprint?: string
  /** Fetches SKILL.md and shows it, which nothing else does before an approval. */
  show?: boolean
}

/**
 * `skillway approve URI`: shows what a skill of a server consists of, and records the approval of exactly that. Only a
 * person gets here: it asks on the terminal, or takes the fingerprint that it printed before.
 */
export async function approve(
  context: CommandContext,
  reference: string,
  flags: ApproveFlags,
): Promise<CommandResult> {
  const { grant } = flags
  if (flags.fingerprint !== undefined) checkFingerprint(flags.fingerprint)
  const trust = await trustOf(context, await configOf(context))
  return await withCatalog(
    context,
    async (catalog) => {
      const { from, summary, uri } = (await catalog.resolve(reference)).skill
      if (from.kind !== 'mcp') throw local(reference)
      const entry = await from.get(summary.skillPath, { fresh: true })
      if (entry === undefined) throw gone(reference)
      const shown = await shownEntry(from, entry, { trust, show: flags.show === true })
      const refusal = await refusalOf(shown, { uri, flags, context })
      if (refusal !== undefined) {
        const { view, reason } = refusal
        return { json: { ...shown, approved: false, reason }, text: `${view}${reason}`, exitCode: 1 }
      }
      const { identity, fingerprint } = shown
      await trust.approvals.approve({ identity, entry, grant, fingerprint: fingerprint! })
      return { json: { ...shown, approved: true }, text: `Approved ${uri} for ${grant}, until it changes.` }
    },
    { approval: 'none' },
  )
}

interface Asking {
  /** In the catalog. */
  uri: string
  flags: ApproveFlags
  context: CommandContext
}

/** Why nothing is approved, and what of the skill is still to be shown; `undefined` if a person wants exactly this. */
async function refusalOf(
  shown: ShownEntry,
  { uri, flags, context }: Asking,
): Promise<{ view: string; reason: string } | undefined> {
  const { grant } = flags
  const { fingerprint } = shown
  const text = approvalView(shown, context.io.paint)
  const view = `${text}\n${readingHint(shown)}`
  if (fingerprint === undefined)
    return { view, reason: 'It cannot be approved: its source gives no digests.' }
  const how = `To approve exactly this: ${approveCommand(uri, { grant, fingerprint }, context.flags)}`
  if (flags.fingerprint === fingerprint) return undefined
  if (flags.fingerprint !== undefined)
    return {
      view,
      reason: `Not approved: the skill has changed, it is not what had the fingerprint that you gave. ${how}`,
    }
  if (!canAsk(context)) return { view, reason: `Not approved. ${how}` }
  await context.io.out(view)
  return (await isConfirmed(grant)) ? undefined : { view: '\n', reason: 'Not approved.' }
}

function canAsk({ io, flags }: CommandContext): boolean {
  return !flags.json && process.stdin.isTTY && io.isTerminal
}

async function isConfirmed(grant: Grant): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(`Approve exactly this for ${grant}? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } catch (error) {
    // Ctrl-C and Ctrl-D.
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    terminal.close()
  }
}

/** Nothing is fetched before somebody wants to see it, so a view may lack what matters most. */
function readingHint({ files }: ShownEntry): string {
  const isRead = files === 'dynamic' || files.some(({ path, inspected }) => path === 'SKILL.md' && inspected)
  return isRead
    ? ''
    : 'SKILL.md has not been fetched: --show fetches it, prints it and tells what it hides.\n'
}

function checkFingerprint(fingerprint: string): void {
  if (/^sha256:[0-9a-f]{64}$/.test(fingerprint)) return
  throw new SkillwayError('USAGE', `${quote(fingerprint)} is not a fingerprint`, {
    hint: 'Copy it whole, sha256: and 64 hex digits, from what the command shows without it.',
  })
}

function gone(reference: string): SkillwayError {
  return new SkillwayError('SKILL_NOT_FOUND', `Skill not found: ${quote(reference)}`, {
    hint: 'List the skills again.',
  })
}

function local(reference: string): SkillwayError {
  return new SkillwayError('USAGE', `${quote(reference)} is a local skill`, {
    hint: 'Only skills of MCP servers are approved; a local one is as trusted as its folder.',
  })
}
