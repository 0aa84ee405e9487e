import { type Command, Option } from 'commander'
import type { Grant } from '../trust/approval-state.ts'
import type { Action } from './program.ts'

const grantOption = () =>
  new Option('--grant <grant>', 'what is allowed: load, execute or allowed-tools').choices([
    'load',
    'execute',
    'allowed-tools',
  ])

/** The commands about skills of servers: what people approved, and what is kept of them. */
export function addTrustCommands(program: Command, action: Action): void {
  program
    .command('approve')
    .description('look at a skill of a server and approve exactly what it is now')
    .argument('<reference>', 'such as skill://docs/code-review')
    .addOption(grantOption().default('load'))
    .option('--fingerprint <hash>', 'approve without asking what was shown with this fingerprint')
    .option('--show', 'fetch SKILL.md and show it')
    .action(
      async (reference: string, options: { grant: Grant; fingerprint?: string; show?: boolean }, command) =>
        action(
          async (context) => (await import('./commands/approve.ts')).approve(context, reference, options),
          command,
        ),
    )
  program
    .command('approvals')
    .description('show what is approved')
    .action(async (_options, command) =>
      action(async (context) => (await import('./commands/approvals.ts')).approvals(context), command),
    )
  program
    .command('revoke')
    .description('take an approval back')
    .argument('<reference>')
    .addOption(grantOption())
    .action(async (reference: string, options: { grant?: Grant }, command) =>
      action(
        async (context) => (await import('./commands/revoke.ts')).revoke(context, reference, options),
        command,
      ),
    )
  const cache = program.command('cache').description('files of remote skills that were verified and kept')
  cache
    .command('verify')
    .description('hash every kept file again')
    .action(async (_options, command) =>
      action(async (context) => (await import('./commands/cache.ts')).verifyCache(context), command),
    )
  cache
    .command('purge')
    .description('remove what is kept of a server, or of all')
    .argument('[label]')
    .action(async (label: string | undefined, _options, command) =>
      action(async (context) => (await import('./commands/cache.ts')).purgeCache(context, label), command),
    )
}
