import { COMMAND_LIMITS } from '../sandbox/limits.ts'
import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { FileShell } from './read-shell.ts'
import type { ShellInput } from './shell-schema.ts'
import type { ConfigOrigin, ShellConfig, ShellLimits } from './types.ts'

/** The `shell` section of one file, and whose file that is. */
export interface ShellOfFile extends FileShell {
  /** The file as it may be shown. */
  file: string
  origin: ConfigOrigin
}

export interface ChosenShell {
  shell: ShellConfig
  diagnostics: Diagnostic[]
}

const { scratchFiles: _, ...USUAL_LIMITS } = COMMAND_LIMITS
const FLAG = '--allow-shell'

/**
 * The operator's own file and flags say what commands may do. A project's file, which others may have written, can only
 * take from that: what it asks for beyond is told, and not followed.
 */
export function chooseShell(
  sections: readonly ShellOfFile[],
  { allowShell = false }: { allowShell?: boolean | undefined },
): ChosenShell {
  const shell: ShellConfig = { allow: false, network: false, env: [], limits: { ...USUAL_LIMITS }, from: {} }
  const diagnostics: Diagnostic[] = []
  for (const section of sections) if (section.origin !== 'project') follow(shell, section)
  if (allowShell) {
    shell.allow = true
    shell.from.allow = FLAG
  }
  for (const section of sections) {
    if (section.origin === 'project') diagnostics.push(...restrict(shell, section))
  }
  return { shell, diagnostics }
}

function follow(shell: ShellConfig, { file, section }: ShellOfFile): void {
  for (const key of ['allow', 'network'] as const) {
    const said = section[key]
    if (said === undefined) continue
    shell[key] = said
    shell.from[key] = file
  }
  if (section.env !== undefined) {
    shell.env = [...new Set(section.env)]
    shell.from.env = file
  }
  for (const [name, limit] of limitsIn(section)) {
    shell.limits[name] = limit
    shell.from[name] = file
  }
}

/** What a project's file asks for and does not get. */
interface Refusal {
  path: KeyPath
  why: string
}

/** Follows what is stricter than what holds already, and says what is not. */
function restrict(shell: ShellConfig, { file, section, lineOf }: ShellOfFile): Diagnostic[] {
  const refusals = [
    ...restrictSwitches(shell, section, file),
    ...restrictVariables(shell, section, file),
    ...restrictLimits(shell, section, file),
  ]
  return refusals.map((refusal) => notFollowed(file, refusal, lineOf(refusal.path)))
}

function restrictSwitches(shell: ShellConfig, { allow, network }: ShellInput, file: string): Refusal[] {
  const refusals: Refusal[] = []
  if (allow === true && !shell.allow)
    refusals.push({ path: ['allow'], why: 'cannot let skills run commands' })
  if (network === true && !shell.network)
    refusals.push({ path: ['network'], why: 'cannot open the network to commands' })
  if (allow === false && shell.allow && shell.from.allow !== FLAG) {
    shell.allow = false
    shell.from.allow = file
  }
  if (network === false && shell.network) {
    shell.network = false
    shell.from.network = file
  }
  return refusals
}

function restrictVariables(shell: ShellConfig, { env }: ShellInput, file: string): Refusal[] {
  if (env === undefined) return []
  const beyond = env.filter((name) => !shell.env.includes(name))
  const kept = shell.env.filter((name) => env.includes(name))
  if (kept.length < shell.env.length) {
    shell.env = kept
    shell.from.env = file
  }
  const names = beyond.map(quote).join(', ')
  return beyond.length === 0 ? [] : [{ path: ['env'], why: `cannot give commands the variables ${names}` }]
}

function restrictLimits(shell: ShellConfig, section: ShellInput, file: string): Refusal[] {
  return limitsIn(section).flatMap(([name, limit]) => {
    const most = shell.limits[name]
    if (limit > most) return [{ path: ['limits', name], why: `cannot raise it from ${most} to ${limit}` }]
    if (limit < most) {
      shell.limits[name] = limit
      shell.from[name] = file
    }
    return []
  })
}

function limitsIn({ limits = {} }: ShellInput): [keyof ShellLimits, number][] {
  return Object.entries(limits) as [keyof ShellLimits, number][]
}

function notFollowed(file: string, { path, why }: Refusal, line: number): Diagnostic {
  const key = formatKeyPath(['shell', ...path])
  const flag = path[0] === 'allow' ? `, or start with ${FLAG}` : ''
  return diagnostic('CONFIG_NOT_FOLLOWED', file, `${key} is not followed: a project's file ${why}`, {
    line,
    hint: `If you trust the project, write it into your own config file or name this one with --config${flag}.`,
  })
}
