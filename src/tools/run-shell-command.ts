import { constants } from 'node:os'
import type { Catalog } from '../catalog/types.ts'
import { forModels } from '../catalog/for-models.ts'
import { COMMAND_LIMITS } from '../sandbox/limits.ts'
import type { CapturedOutput, CommandResult } from '../sandbox/types.ts'
import { oneLine } from '../text/one-line.ts'
import { visibleLines } from '../text/visible-lines.ts'
import { failureAnswer } from './failure.ts'
import { toolInput } from './input.ts'
import { type CommandGround, runSkillCommand } from './skill-command.ts'
import type { SkillTool, ToolAnswer } from './types.ts'

/** Files of the working folder that an answer names. */
const MAX_FILES = 50

/** What a model must know of how commands run. */
interface CommandConditions {
  sandboxed: boolean
  network: boolean
  timeMs: number
}

export interface ShellToolOptions {
  /** What commands may do, for the description. */
  conditions: CommandConditions
  /** Made when the first command is run, so that a conversation without commands costs nothing. */
  ground: () => Promise<CommandGround>
  /** The URI at which a file of the working folder can be read. */
  uriOf: (path: string) => string
}

/**
 * `run_shell_command`: a command of a skill, in a sandbox. Whoever switches it on decides that for the server; no skill, no
 * client and no model can.
 */
export function runShellCommandTool(
  catalog: Catalog,
  { ground, uriOf, conditions }: ShellToolOptions,
): SkillTool {
  const visible = forModels(catalog)
  return {
    name: 'run_shell_command',
    title: 'Run a command of a skill',
    description: describe(conditions),
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: {
          type: 'string',
          description: 'Skill name or skill:// URI of the skill whose files are needed.',
        },
        command: { type: 'string', description: 'The command, for bash.' },
      },
      required: ['skill_name', 'command'],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: false,
      destructiveHint: !conditions.sandboxed,
      idempotentHint: false,
      openWorldHint: conditions.network,
    },
    async run(input, options = {}) {
      try {
        const fields = toolInput(input)
        const request = { reference: fields.text('skill_name'), command: fields.text('command') }
        const place = await ground()
        const result = await runSkillCommand(visible, request, { ground: place, options })
        return resultAnswer(result, await place.scratch.files(), uriOf)
      } catch (error) {
        options.signal?.throwIfAborted()
        return failureAnswer(error)
      }
    },
  }
}

function describe({ sandboxed, network, timeMs }: CommandConditions): string {
  const [skill, start] = sandboxed ? ['/skill', '/work, a folder'] : ['$SKILL_DIR', 'a folder']
  return [
    `Run a shell command with the files of a skill, for example: python3 ${skill}/scripts/report.py input.csv > report.md`,
    [
      `The skill's files are at ${skill}${sandboxed ? ', read-only' : ''}.`,
      `The command starts in ${start} that only this conversation uses: put input there with a here-document, and leave results there.`,
      network ? 'The network can be reached.' : 'There is no network.',
      ...(timeMs === COMMAND_LIMITS.timeMs ? [] : [`It is ended after ${timeMs / 1000} s.`]),
    ].join(' '),
  ].join('\n')
}

function resultAnswer(
  result: CommandResult,
  files: readonly { path: string; size: number }[],
  uriOf: (path: string) => string,
): ToolAnswer {
  const named = files.slice(0, MAX_FILES).map(({ path, size }) => ({ path, size, uri: uriOf(path) }))
  const text = [
    ending(result),
    ...output('stdout', result.stdout),
    ...output('stderr', result.stderr),
    ...fileLines(named, files.length),
    ...result.notKept.map(({ path, why }) => `Not kept: ${oneLine(path)} (${why})`),
  ].join('\n')
  const { exitCode, signal, timedOut, limitHit, durationMs, notKept } = result
  return {
    content: [{ type: 'text', text }],
    structured: {
      exitCode,
      signal,
      timedOut,
      limitHit,
      durationMs,
      stdout: { ...result.stdout, text: visibleLines(result.stdout.text) },
      stderr: { ...result.stderr, text: visibleLines(result.stderr.text) },
      files: named,
      notKept: notKept.map((thing) => ({ ...thing })),
    },
    ...(exitCode === 0 ? {} : { isError: true as const }),
  }
}

/** How the command ended, in one line. */
export function ending({ exitCode, signal, timedOut, limitHit, durationMs }: CommandResult): string {
  const by = signal === null ? '' : ` by ${signal}`
  if (timedOut) return `Timed out after ${durationMs} ms; everything that it started was ended${by}.`
  if (limitHit !== null) return `Ended${by} because it used too much: ${limitHit}.`
  if (exitCode === null) return `Ended by signal ${signal}.`
  const named = signalOf(exitCode)
  return `Exit code ${exitCode}${named === undefined ? '' : `, as after ${named}`}.`
}

/** The signal that a shell tells by this exit code. */
function signalOf(exitCode: number): string | undefined {
  return Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode)?.[0]
}

function output(name: string, { text, bytes, truncated, malformed }: CapturedOutput): string[] {
  if (bytes === 0) return [`${name}: empty`]
  const notes = [...(truncated ? ['cut'] : []), ...(malformed ? ['not UTF-8'] : [])]
  const about = notes.length === 0 ? '' : ` (${bytes} bytes, ${notes.join(', ')})`
  return [`${name}${about}:`, visibleLines(text).replace(/\n$/, '')]
}

function fileLines(named: readonly { path: string; size: number; uri: string }[], all: number): string[] {
  if (all === 0) return []
  const left = all - named.length
  return [
    'Files in the working folder:',
    ...named.map(({ path, size, uri }) => `- ${oneLine(path)} (${size} bytes) ${uri}`),
    ...(left > 0 ? [`- and ${left} more`] : []),
  ]
}
