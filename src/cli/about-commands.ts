import type { Config, ShellConfig } from '../config/types.ts'
import type { CommandContext } from './context.ts'
import { whyNoCommands } from './why-no-commands.ts'

/** A line of what `doctor` says of the commands of skills. */
export interface AboutCommands {
  ok: boolean
  what: 'Commands'
  found: string
}

/** Whether skills may run commands, what is in the way of that, and all that is not as usual with who said it. */
export async function aboutCommands(
  { shell, roots }: Config,
  { env }: Pick<CommandContext, 'env'>,
): Promise<AboutCommands[]> {
  const lines = shell === undefined ? [] : saidOf(shell, env).map((found) => line(true, found))
  if (shell?.allow !== true) {
    const by = shell?.from.allow === undefined ? '' : ` (${shell.from.allow})`
    return [
      line(true, `off${by}; --allow-shell, or shell.allow in your own config, switches them on`),
      ...lines,
    ]
  }
  const missing = await whyNoCommands({ roots })
  const why = missing === undefined ? '' : `, but not offered: ${missing.reason} ${missing.hint}`
  return [line(missing === undefined, `on (${shell.from.allow})${why}`), ...lines]
}

function saidOf({ network, env: names, limits, from }: ShellConfig, env: CommandContext['env']): string[] {
  const unset = names.filter((name) => env[name] === undefined)
  return [
    ...(from.network === undefined ? [] : [`network ${network ? 'open' : 'closed'} (${from.network})`]),
    ...(from.env === undefined ? [] : [`variables ${names.join(', ') || 'none'} (${from.env})`]),
    ...unset.map((name) => `variable ${name} is not set`),
    ...(Object.keys(limits) as (keyof typeof limits)[]).flatMap((name) =>
      from[name] === undefined ? [] : [`${name} ${limits[name]} (${from[name]})`],
    ),
  ]
}

function line(ok: boolean, found: string): AboutCommands {
  return { ok, what: 'Commands', found }
}
