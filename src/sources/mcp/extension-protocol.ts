import type { Diagnostic } from '../../skill/diagnostic.ts'
import { type ReceivedSkill, skillFromWire } from '../../sep2640/skill-from-wire.ts'
import { childUri, pathOfUri, uriOfPath } from '../../sep2640/uri-path.ts'
import { entryInvalid } from './entry-invalid.ts'
import { inspectHead } from './inspect-head.ts'
import { answerBytes, type McpLimits } from './limits.ts'
import { mentionedUris } from './mentioned-uris.ts'
import type { Session } from './session.ts'
import type { FoundSkills, KnownSkill, SkillProtocol } from './skill-protocol.ts'
import { isNotServed } from './upstream-error.ts'
import { UpstreamFault } from './upstream-fault.ts'
import { walkPages } from './walk-pages.ts'
import { withoutTwins } from './without-twins.ts'

/** Bytes that one entry may have: 512 files with long names. */
const ENTRY_BYTES = answerBytes(512 * 1024)

/** Skills by the MCP Skills extension (SEP-2640): entries are complete, and no file is fetched to list them. */
export function extensionProtocol(limits: McpLimits): SkillProtocol {
  return {
    needsListing: false,
    async list(session, { signal }) {
      const { items, ttlMs, fault } = await walkPages({
        session,
        method: 'skills/list',
        field: 'skills',
        limits,
        signal,
      })
      const found = readEntries(items)
      const mentioned = await confirmMentioned(session, found.skills, { most: limits.mentions, signal })
      return { protocol: 'extension', ...found, skills: [...found.skills, ...mentioned], ttlMs, fault }
    },
    get(session, skillPath, { listed, signal }) {
      return askFor(session, listed?.uri ?? childUri(uriOfPath(skillPath), 'SKILL.md'), signal)
    },
  }
}

function readEntries(items: unknown[]): Pick<FoundSkills, 'skills' | 'diagnostics'> {
  const diagnostics: Diagnostic[] = []
  const skills: KnownSkill[] = []
  for (const item of items) {
    const received = skillFromWire(item)
    if ('skill' in received) skills.push(knownSkill(received.skill))
    else diagnostics.push(entryInvalid(received.uri, received.problem))
  }
  const { kept, twins } = withoutTwins(skills)
  for (const { uri, problem } of twins) diagnostics.push(entryInvalid(uri, problem))
  return { skills: kept, diagnostics: [...diagnostics, ...kept.flatMap((skill) => skill.diagnostics)] }
}

function knownSkill(
  { uri, skillPath, frontmatter, files, spelled }: ReceivedSkill,
  ttlMs?: unknown,
): KnownSkill {
  const { name, description } = frontmatter
  const { listable, diagnostics } = inspectHead(skillPath, frontmatter)
  const summary = { skillPath, name, description, frontmatter, form: 'frontmatter' as const, listable, files }
  return { summary, diagnostics, uri, spelled, ttlMs }
}

/** Skills that the server's instructions point to and its listing does not show; its answer alone makes one a skill. */
async function confirmMentioned(
  session: Session,
  listed: KnownSkill[],
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<KnownSkill[]> {
  const paths = new Set(listed.map(({ summary }) => summary.skillPath))
  const uris = mentionedUris(session.instructions, paths).slice(0, most)
  const asked = await Promise.allSettled(uris.map((uri) => askFor(session, uri, signal)))
  return asked.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value !== undefined ? [answer.value] : [],
  )
}

async function askFor(
  session: Session,
  uri: string,
  signal: AbortSignal | undefined,
): Promise<KnownSkill | undefined> {
  const result = await session
    .call('skills/get', { uri }, { maxBytes: ENTRY_BYTES, signal })
    .catch((error: unknown) => {
      if (isNotServed(error)) return undefined
      throw error
    })
  if (result === undefined) return undefined
  const { skill, ttlMs } = (result ?? {}) as Record<string, unknown>
  const received = skillFromWire(skill)
  if (!('skill' in received))
    throw new UpstreamFault('invalid', `its entry for the skill is not valid: ${received.problem}`)
  if (`${received.skill.skillPath}/SKILL.md` !== pathOfUri(uri)) {
    throw new UpstreamFault('invalid', 'it answered with another skill than it was asked for')
  }
  return knownSkill(received.skill, ttlMs)
}
