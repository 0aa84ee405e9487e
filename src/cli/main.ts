#!/usr/bin/env node
import { homedir } from 'node:os'
import { type Command, CommanderError } from 'commander'
import { SkillwayError } from '../errors.ts'
import { visible } from '../text/visible.ts'
import { visibleLines } from '../text/visible-lines.ts'
import type { CommandContext, CommandResult, CommonFlags } from './context.ts'
import { findingNotes } from './finding-notes.ts'
import { type CommandIO, processIO } from './io.ts'
import { keepCompiled } from './keep-compiled.ts'
import { createProgram } from './program.ts'

/** Errors that are the caller's wrong usage, not an answer. */
const USAGE_CODES = new Set(['USAGE', 'CONFIG_INVALID', 'INVALID_URI'])

const io = processIO(process.env)
process.exitCode = await main(process.argv)

async function main(argv: string[]): Promise<number> {
  let exitCode = 0
  const program = createProgram(async (flags, run) => {
    exitCode = await execute(flags, run)
  })
  throwInsteadOfExit(program)
  try {
    await program.parseAsync(argv)
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return report(error)
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride()
  for (const below of command.commands) throwInsteadOfExit(below)
}

async function execute(
  flags: CommonFlags,
  run: (context: CommandContext) => Promise<CommandResult>,
): Promise<number> {
  const place = { cwd: process.cwd(), home: homedir(), env: process.env }
  const context: CommandContext = { io, ...place, flags, note: findingNotes(io) }
  await keepCompiled(place)
  const result = await run(context)
  await print(result, flags, io)
  return result.exitCode ?? 0
}

async function print(result: CommandResult, flags: CommonFlags, to: CommandIO): Promise<void> {
  for (const note of result.notes ?? []) to.note(note)
  if (flags.json) {
    const { safeJson } = await import('../text/safe-json.ts')
    await to.out(`${safeJson(result.json)}\n`)
    return
  }
  const { text } = result
  if (typeof text !== 'string') await to.out(text)
  else await to.out(text.endsWith('\n') ? text : `${text}\n`)
}

function report(error: unknown): number {
  if (!(error instanceof SkillwayError)) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    io.note(`skillway: internal error: ${visibleLines(text)}`)
    return 1
  }
  io.note(`${io.paintNote('red', 'skillway:')} ${shownMessage(error)}`)
  if (error.hint !== undefined) io.note(`  ${visible(error.hint)}`)
  return USAGE_CODES.has(error.code) ? 2 : 1
}

/** What is wrong with config files has a line for each fault; any other message is one line, whatever it repeats. */
function shownMessage({ code, message }: SkillwayError): string {
  return code === 'CONFIG_INVALID' ? message.split('\n').map(visible).join('\n  ') : visible(message)
}
