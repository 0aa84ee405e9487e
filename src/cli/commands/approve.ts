import { createInterface } from 'node:readline/promises'
import { openTrust, type Trust } from '../../config/open-trust.ts'
import { SkillwayError } from '../../errors.ts'
import type { SkillEntry, SkillSource } from '../../sources/types.ts'
import { quote } from '../../text/quote.ts'
import { visibleLines } from '../../text/visible-lines.ts'
import type { Grant } from '../../trust/approval-state.ts'
import { describeEntry, type EntryDescription } from '../../trust/describe-entry.ts'
import { identityOf } from '../../trust/identity.ts'
import { approvalView } from '../../trust/approval-view.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, withCatalog } from '../open.ts'

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
  const config = await configOf(context)
  const trust = await openTrust(config, context)
  return await withCatalog(
    context,
    async (catalog) => {
      const { skill } = await catalog.resolve(reference)
      const entry = await skill.from.get(skill.summary.skillPath, { fresh: true })
      if (entry === undefined) throw gone(reference)
      if (skill.from.kind !== 'mcp') throw local(reference)
      const shown = await describe(skill.from, entry, { trust, show: flags.show ?? false })
      const { fingerprint } = shown
      const view = approvalView(shown, context.io.paint)
      if (fingerprint === undefined)
        return {
          json: shown,
          text: `${view}\nIt cannot be approved: its source gives no digests.`,
          exitCode: 1,
        }
      if (flags.fingerprint === undefined && !(await confirmed(view, flags.grant, context))) {
        const again = `skillway approve '${skill.uri}' --grant ${flags.grant} --fingerprint ${fingerprint}`
        return {
          json: { ...shown, approved: false },
          text: `${view}\nNot approved. To approve exactly this: ${again}`,
          exitCode: 1,
        }
      }
      const identity = identityOf(skill.from, entry.skillPath)
      const approval = await trust.approvals.approve({
        identity,
        entry,
        grant: flags.grant,
        fingerprint: flags.fingerprint ?? fingerprint,
      })
      return { json: { ...shown, approved: true }, text: `Approved ${skill.uri} for ${approval.grant}.` }
    },
    { approval: 'none' },
  )
}

/** Everything worth knowing, from what is at hand; only `show` fetches, because the person asked for it. */
async function describe(
  source: SkillSource,
  entry: SkillEntry,
  { trust, show }: { trust: Trust; show: boolean },
): Promise<EntryDescription & { skillFile?: string }> {
  const identity = identityOf(source, entry.skillPath)
  const origin = { label: source.label, endpoint: source.endpoint ?? source.kind }
  const contents = new Map<string, Uint8Array>()
  for (const file of entry.files === 'dynamic' ? [] : entry.files) {
    const bytes = await trust.store.read(origin, file)
    if (bytes !== undefined) contents.set(file.path, bytes)
  }
  if (show) contents.set('SKILL.md', await source.read(entry.skillPath, 'SKILL.md', { held: entry }))
  const rows = await trust.approvals.list()
  const before = rows.findLast(
    (row) => row.label === identity.label && row.endpoint === identity.endpoint && row.uri === identity.uri,
  )
  const earlier = before?.files.find(({ path }) => path === 'SKILL.md')
  const skillFileBefore = earlier === undefined ? undefined : await trust.store.read(origin, earlier)
  const description = describeEntry(entry, { identity, contents, before, skillFileBefore })
  return show
    ? { ...description, skillFile: visibleLines(Buffer.from(contents.get('SKILL.md')!).toString()) }
    : description
}

async function confirmed(view: string, grant: Grant, { io, flags }: CommandContext): Promise<boolean> {
  if (flags.json || !process.stdin.isTTY || !io.isTerminal) return false
  await io.out(`${view}\n`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(`Approve exactly this for ${grant}? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
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
