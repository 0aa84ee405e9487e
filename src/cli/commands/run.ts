import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SkillwayError } from '../../errors.ts'
import { createScratch, type Scratch } from '../../sandbox/scratch.ts'
import { quote } from '../../text/quote.ts'
import { visible } from '../../text/visible.ts'
import { visibleLines } from '../../text/visible-lines.ts'
import { ending } from '../../tools/run-shell-command.ts'
import { runSkillCommand } from '../../tools/skill-command.ts'
import { codeOf } from '../../trust/error-code.ts'
import { servedCommands } from '../commands-of-skills.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { configOf, withCatalog } from '../open.ts'
import { shellWord } from '../shell-word.ts'
import { stopSignal } from '../stop-signal.ts'

export interface RunFlags {
  /** Files that are put into the working folder first. */
  input: string[]
  /** Where what the command leaves is put. */
  output?: string
  unsafeNoSandbox?: boolean
}

/** `skillway run SKILL -- COMMAND`: a command with the files of a skill, in the sandbox in which models run theirs. */
export async function run(
  context: CommandContext,
  reference: string,
  { words, flags }: { words: string[]; flags: RunFlags },
): Promise<CommandResult> {
  const config = await configOf(context, { allowShell: true })
  for (const finding of config.diagnostics) if (finding.code === 'CONFIG_NOT_FOLLOWED') context.note(finding)
  const commands = await servedCommands(context, { config, flags })
  if (commands === undefined) return { json: { error: 'no sandbox' }, text: new Uint8Array(), exitCode: 1 }
  const scratch = await createScratch()
  const signal = stopSignal()
  try {
    await putInputs(scratch, flags.input, context.cwd)
    const command = words.length === 1 ? words[0]! : words.map(shellWord).join(' ')
    const result = await withCatalog(context, (catalog) =>
      runSkillCommand(
        catalog,
        { reference, command },
        { ground: { ...commands, scratch }, options: { signal } },
      ),
    )
    const files = await scratch.files()
    if (flags.output !== undefined) await takeOut(scratch, files, { ...flags, cwd: context.cwd })
    const { isTerminal } = context.io
    const shown = (text: string) => (isTerminal ? visibleLines(text) : text)
    return {
      json: { ...result, files },
      text: Buffer.from(shown(result.stdout.text)),
      notes: [
        ...(result.stderr.text === '' ? [] : [shown(result.stderr.text).replace(/\n$/, '')]),
        ...(result.exitCode === 0 ? [] : [ending(result)]),
        ...(flags.output === undefined
          ? files.map(({ path, size }) => `left: ${visible(path)} (${size} bytes)`)
          : []),
      ],
      exitCode: result.exitCode === 0 ? 0 : 1,
    }
  } finally {
    await commands.runner.close()
    await scratch.dispose()
  }
}

async function putInputs(scratch: Scratch, inputs: readonly string[], cwd: string): Promise<void> {
  await scratch.use(async (folder) => {
    for (const input of inputs) {
      const bytes = await readFile(resolve(cwd, input)).catch((cause: unknown) => {
        throw new SkillwayError('USAGE', `Input ${quote(input)} cannot be read`, {
          cause,
          hint: 'Name a file that is there.',
        })
      })
      await writeFile(join(folder, basename(input)), bytes, { flag: 'wx', mode: 0o644 }).catch((cause) => {
        throw new SkillwayError('USAGE', `There are two inputs of the name ${quote(basename(input))}`, {
          cause,
          hint: 'All inputs go into one folder: rename one of them.',
        })
      })
    }
  })
}

async function takeOut(
  scratch: Scratch,
  files: readonly { path: string }[],
  { output = '.', cwd }: { output?: string; cwd: string },
): Promise<void> {
  for (const { path } of files) {
    const target = join(resolve(cwd, output), path)
    const bytes = await scratch.read(path)
    try {
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, bytes)
    } catch (cause) {
      throw new SkillwayError('USAGE', `${quote(join(output, path))} cannot be written: ${codeOf(cause)}`, {
        cause,
        hint: 'Name another folder with --output. The command did run.',
      })
    }
  }
}
