import type { PlacedSkill, SourceName } from '../catalog/types.ts'
import { SkillwayError } from '../errors.ts'
import type { SkillFile } from '../skill/types.ts'
import type { SkillEntry } from '../sources/types.ts'
import { unlessAborted } from '../sources/unless-aborted.ts'
import { quote } from '../text/quote.ts'
import { toolInput } from './input.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'
import type { ToolAnswer, ToolCallOptions } from './types.ts'

/** What a person is asked when a skill waits for an approval. */
export interface ApprovalRequest {
  uri: string
  name: string
  description: string
  source: SourceName
  /** Of exactly the files and frontmatter that are shown; a yes counts for nothing else. */
  fingerprint: string
  files: SkillFile[]
  /** All that a person should know, safe to print: origin, files, scripts, the tools it asks for, what it hides. */
  text: string
}

/**
 * The tool, which asks the host's person where a skill waits for an approval, and goes on after a yes. The person is asked one
 * question at a time, and a no holds for the rest of the conversation, so that a model cannot wear somebody down.
 */
export function withApproval(run: ToolRun, session: ToolSession): ToolRun {
  const { onApproval } = session
  if (onApproval === undefined) return run
  return async (input, options = {}) => {
    try {
      return await run(input, options)
    } catch (error) {
      if (!isWaiting(error)) throw error
    }
    const turn = session.asking.then(() => runAsking(run, { ...session, onApproval }, input, options))
    session.asking = turn.catch(() => {})
    return unlessAborted(options.signal, () => turn)
  }
}

/** Runs the tool again, since an earlier question may have been about the same, and asks where it still waits. */
async function runAsking(
  run: ToolRun,
  { catalog, refused, onApproval }: ToolSession & { onApproval: NonNullable<ToolSession['onApproval']> },
  input: unknown,
  options: ToolCallOptions,
): Promise<ToolAnswer> {
  try {
    return await run(input, options)
  } catch (error) {
    if (!isWaiting(error)) throw error
    const { skill } = await catalog.resolve(toolInput(input).text('skill_name'), options)
    const entry = await skill.from.get(skill.summary.skillPath, { ...options, fresh: true })
    const request = entry && (await requestFor(skill, entry))
    if (request === undefined) throw error
    const key = `${request.uri} ${request.fingerprint}`
    const yes = !refused.has(key) && (await unlessAborted(options.signal, () => onApproval(request)))
    if (yes !== true) {
      refused.add(key)
      throw refusal(skill.name)
    }
    await skill.from.approve?.(entry!, request.fingerprint)
    return run(input, options)
  }
}

function isWaiting(error: unknown): boolean {
  return error instanceof SkillwayError && error.code === 'APPROVAL_REQUIRED'
}

function refusal(name: string): SkillwayError {
  return new SkillwayError(
    'APPROVAL_REFUSED',
    `A person was asked, and did not approve skill ${quote(name)}`,
    {
      hint: 'Go on without it, and do not ask for it again.',
    },
  )
}

/** `undefined` for a skill without digests: nothing could hold it to what was approved. */
async function requestFor(skill: PlacedSkill, entry: SkillEntry): Promise<ApprovalRequest | undefined> {
  const [{ approvalView }, { describeEntry }, { identityOf }] = await Promise.all([
    import('../trust/approval-view.ts'),
    import('../trust/describe-entry.ts'),
    import('../trust/identity.ts'),
  ])
  const shown = describeEntry(entry, { identity: identityOf(skill.from, entry.skillPath) })
  const { fingerprint } = shown
  if (fingerprint === undefined || entry.files === 'dynamic') return undefined
  const { uri, name, source } = skill
  return {
    uri,
    name,
    description: entry.description,
    source,
    fingerprint,
    files: entry.files.map(({ path, size, digest }) => ({ path, size, digest })),
    text: approvalView(shown),
  }
}
