import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { SkillwayError } from '../errors.ts'
import type { CommandJob, CommandRunner } from '../sandbox/command-runner.ts'
import type { Scratch } from '../sandbox/scratch.ts'
import type { CommandResult, RunOptions } from '../sandbox/types.ts'
import { allowedToolsOf } from '../skill/allowed-tools.ts'
import type { SkillEntry } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import type { Approvals } from '../trust/approval-record.ts'
import { fingerprintOf } from '../trust/fingerprint.ts'
import { identityOf } from '../trust/identity.ts'

/** What commands of skills need beside the catalog. */
export interface CommandGround {
  runner: CommandRunner
  /** What people approved; without it, no skill of a server runs anything. */
  approvals?: Approvals | undefined
  /** The working folder of this conversation. */
  scratch: Scratch
  /** How each command is run: variables, network, limits. */
  settings?: Pick<CommandJob, 'env' | 'network' | 'limits'> | undefined
}

/**
 * Runs a command for a skill, on a copy of exactly what the skill is now. A local skill may run where the operator switched
 * commands on; a skill of a server also needs an `execute` approval of this very content.
 *
 * @throws SkillwayError `APPROVAL_REQUIRED`, `COMMAND_REFUSED`, and those of `CommandRunner.run` and of resolving
 */
export async function runSkillCommand(
  catalog: Catalog,
  request: { reference: string; command: string },
  { ground, options = {} }: { ground: CommandGround; options?: RunOptions },
): Promise<CommandResult> {
  const { signal } = options
  const { skill } = await catalog.resolve(request.reference, { signal })
  const entry = await currentEntry(skill, signal)
  const job: CommandJob = {
    ...ground.settings,
    skill: { ...identityOf(skill.from, entry.skillPath), uri: skill.uri, files: entry.files },
    authorise: () => assertMayRun(skill, entry, ground.approvals),
    readFile: (filePath) => skill.from.read(entry.skillPath, filePath, { signal, held: entry }),
    scratch: ground.scratch,
    command: request.command,
    allowedTools: narrowed(entry) ? allowedToolsOf(entry.frontmatter) : undefined,
    fingerprint: fingerprintOf(entry),
  }
  return ground.runner.run(job, options)
}

async function currentEntry(
  { from, name, summary }: PlacedSkill,
  signal: AbortSignal | undefined,
): Promise<SkillEntry> {
  const entry = await from.get(summary.skillPath, { signal, fresh: true })
  if (entry === undefined) throw new SkillwayError('SKILL_NOT_FOUND', `Skill not found: ${quote(name)}`)
  return entry
}

/** True if the skill says which tools it may use, in either spelling that `allowedToolsOf` reads. */
function narrowed({ frontmatter }: SkillEntry): boolean {
  return ['allowed-tools', 'allowed_tools'].some((key) => Object.hasOwn(frontmatter, key))
}

async function assertMayRun(
  { from, name, uri }: PlacedSkill,
  entry: SkillEntry,
  approvals: Approvals | undefined,
): Promise<void> {
  if (entry.files === 'dynamic') throw notHeld(name)
  if (from.kind !== 'mcp') return
  const identity = identityOf(from, entry.skillPath)
  if ((await approvals?.check(identity, entry, 'execute')) === 'approved') return
  const command = `skillway approve '${uri.replaceAll("'", '%27')}' --grant execute`
  throw new SkillwayError(
    'EXECUTION_NOT_APPROVED',
    `Skill ${quote(name)} of ${quote(from.label)} may not run commands: nobody has approved that`,
    { hint: `Ask the person in charge to look at it and run: ${command}` },
  )
}

function notHeld(name: string): SkillwayError {
  return new SkillwayError(
    'COMMAND_REFUSED',
    `Skill ${quote(name)} may not run commands: its source gives no digests`,
    { hint: 'Nothing would hold the commands to what was approved.' },
  )
}
