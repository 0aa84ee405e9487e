import { Command, InvalidArgumentError, Option } from 'commander'
import { VERSION } from '../version.ts'
import type { CommandContext, CommandResult, CommonFlags } from './context.ts'
import type { RunFlags } from './commands/run.ts'
import type { ServeFlags } from './commands/serve.ts'
import { addTrustCommands } from './trust-commands.ts'

type Run = (context: CommandContext) => Promise<CommandResult>

/** Runs what a command stands for, with the flags that were said around it. */
export type Action = (run: Run, command: Command) => Promise<void>

/** The command line: what can be said. `execute` runs what was said, with the flags that all commands share. */
export function createProgram(execute: (flags: CommonFlags, run: Run) => Promise<void>): Command {
  const program = new Command('skillway')
    .description(
      'One skill:// for every agent: finds Agent Skills, checks them and serves them to any client.',
    )
    .version(VERSION)
    .configureHelp({ showGlobalOptions: true })
  addCommonFlags(program)
  const action = (run: Run, command: Command) => execute(command.optsWithGlobals<CommonFlags>(), run)

  program
    .command('list')
    .description('show every skill and where it comes from')
    .option('--query <words>', 'only skills that match these words')
    .option('--source <label>', 'only skills of this source')
    .action(async (options: { query?: string; source?: string }, command) =>
      action(async (context) => (await import('./commands/list.ts')).list(context, options), command),
    )
  program
    .command('load')
    .description("print a skill's instructions with arguments put in")
    .argument('<reference>', 'a name such as greeting, or a skill:// URI')
    .argument('[args...]', 'arguments of the skill')
    .option('--arguments <string>', 'all arguments as one string')
    .addOption(
      new Option('--dialect <dialect>', 'bash counts from $1, claude from $0').choices(['bash', 'claude']),
    )
    .action(async (reference: string, words: string[], options, command) =>
      action(
        async (context) =>
          (await import('./commands/load.ts')).load(context, reference, { words, flags: options }),
        command,
      ),
    )
  program
    .command('read')
    .description('print the bytes of a file of a skill')
    .argument('<uri>', 'such as skill://name/references/guide.md')
    .action(async (uri: string, _options, command) =>
      action(async (context) => (await import('./commands/read.ts')).read(context, uri), command),
    )
  program
    .command('tree')
    .description('show the files of a skill')
    .argument('<reference>')
    .action(async (reference: string, _options, command) =>
      action(async (context) => (await import('./commands/tree.ts')).tree(context, reference), command),
    )
  program
    .command('search')
    .description('find skills by what they do')
    .argument('<words...>')
    .option('--limit <n>', 'results at the most', wholeNumber, 10)
    .action(async (words: string[], options: { limit: number }, command) =>
      action(
        async (context) => (await import('./commands/search.ts')).search(context, words.join(' '), options),
        command,
      ),
    )
  program
    .command('explain')
    .description('show how a reference is understood, and what is known about its skill')
    .argument('<reference>')
    .action(async (reference: string, _options, command) =>
      action(async (context) => (await import('./commands/explain.ts')).explain(context, reference), command),
    )
  addMakingCommands(program, action)
  addTrustCommands(program, action)
  showHelpOf(program, 'skillway')
  return program
}

/** After an error, how to see what can be said at that place. */
function showHelpOf(command: Command, words: string): void {
  command.showHelpAfterError(`(${words} --help shows what can be said)`)
  for (const below of command.commands) showHelpOf(below, `${words} ${below.name()}`)
}

function addMakingCommands(program: Command, action: Action): void {
  program
    .command('check')
    .description('find what is wrong with skills, and say how to mend it')
    .argument('[paths...]', 'skills or folders of skills; every configured folder where none is named')
    .action(async (paths: string[], _options, command) =>
      action(async (context) => (await import('./commands/check.ts')).check(context, paths), command),
    )
  program
    .command('new')
    .description('make a new skill')
    .argument('<path>', "the skill's folder; its name is the skill's name")
    .action(async (path: string, _options, command) =>
      action(async (context) => (await import('./commands/new.ts')).newSkill(context, path), command),
    )
  program
    .command('sources')
    .description('show where skills come from')
    .action(async (_options, command) =>
      action(async (context) => (await import('./commands/sources.ts')).sources(context), command),
    )
  program
    .command('doctor')
    .description('show what this machine has, and what is in the way')
    .action(async (_options, command) =>
      action(async (context) => (await import('./commands/doctor.ts')).doctor(context), command),
    )
  program
    .command('serve')
    .description('serve the skills to an MCP client on stdin and stdout, or over HTTP')
    .option('--http [address]', 'over HTTP, on this port, host or host:port (default 127.0.0.1:3917)')
    .option('--allow-shell', 'let skills run commands, in a sandbox')
    .option('--unsafe-no-sandbox', 'with --allow-shell: run them with everything that you may do')
    .action(async (options: ServeFlags, command) =>
      action(async (context) => (await import('./commands/serve.ts')).serve(context, options), command),
    )
  program
    .command('run')
    .description('run a command with the files of a skill, in the sandbox; the skill is at /skill')
    .argument('<reference>')
    .argument('<command...>', 'after --: the words of the command, or one string for the shell')
    .option('--input <file>', 'a file to put into the working folder first (repeatable)', collect, [])
    .option('--output <dir>', 'where to put what the command leaves')
    .option('--unsafe-no-sandbox', 'run it with everything that you may do')
    .action(async (reference: string, words: string[], flags: RunFlags, command) =>
      action(
        async (context) => (await import('./commands/run.ts')).run(context, reference, { words, flags }),
        command,
      ),
    )
}

function addCommonFlags(program: Command): void {
  program
    .option('--skills <dir>', 'a folder of skills, before those of the config (repeatable)', collect, [])
    .option('--no-defaults', "leave out the clients' own skill folders")
    .option('--config <file>', 'use this config file alone')
    .option('--agent <name>', 'use the limits of this agent of an AgentPool config')
    .option('--json', 'print JSON', false)
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function wholeNumber(value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number > 0) return number
  throw new InvalidArgumentError('It must be a whole number above 0.')
}
