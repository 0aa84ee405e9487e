import { quote } from '../text/quote.ts'
import { splitCommandLine } from './command-line.ts'
import type { FileContext } from './file-context.ts'
import { clientKeys, type ServerInput, type ServersInput } from './file-schema.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { FOLDERS_LABEL, labelOfCommand, labelOfUrl, uniqueLabel } from './label.ts'
import { readTransport } from './read-transport.ts'
import type { Approval, ServerConfig } from './types.ts'
import { expandVariables } from './variables.ts'

/** A server as one file has it, before the files are put together. */
export interface NamedServer extends Omit<ServerConfig, 'approval'> {
  /** False: the label was made from the command or the address. */
  isLabelGiven: boolean
  approval: Approval | undefined
}

/** One server of the file, with where it stands. */
interface Entry {
  path: KeyPath
  label: string | undefined
  input: ServerInput
}

const DEFAULT_TIMEOUT_MS = 30_000

/** The servers of one file in its order, each with a label of its own; `at` is the path of their list or mapping. */
export function readServers(input: ServersInput, at: KeyPath, context: FileContext): NamedServer[] {
  const entries = entriesOf(input, at, context)
  const labels = labelsOf(entries, context)
  return entries.flatMap((entry) => {
    const server = readServer(entry, labels.get(entry)!, context)
    return server === undefined ? [] : [server]
  })
}

function entriesOf(input: ServersInput, at: KeyPath, context: FileContext): Entry[] {
  if (!Array.isArray(input)) {
    const entries = Object.entries(input).map(([label, server]) => ({
      path: [...at, label],
      label,
      input: server,
    }))
    return inTextOrder(entries, context)
  }
  return input.flatMap((item, index): Entry[] => {
    const path = [...at, index]
    if (typeof item !== 'string') return [{ path, label: item.name, input: item }]
    const server = serverOfLine(item, path, context)
    return server === undefined ? [] : [{ path, label: undefined, input: server }]
  })
}

/** The order of the file counts, and an object moves keys such as `2` to the front. */
function inTextOrder(entries: Entry[], { findings }: FileContext): Entry[] {
  const places = new Map(entries.map((entry) => [entry, findings.position(entry.path, 'key')]))
  return entries.sort((a, b) => {
    const [one, other] = [places.get(a)!, places.get(b)!]
    return one.line - other.line || one.column - other.column
  })
}

function serverOfLine(line: string, path: KeyPath, { findings, env }: FileContext): ServerInput | undefined {
  const isUrl = isAddress(line) || (line.startsWith('${') && isAddress(expandVariables(line, env).text ?? ''))
  if (isUrl) return { url: line.trim() }
  const words = splitCommandLine(line)
  const [command, ...args] = words ?? []
  if (command !== undefined && command !== '') return { command, args }
  const problem = words === undefined ? 'has a quote that is not closed' : 'names no program'
  findings.refuse(path, `${formatKeyPath(path)} ${problem}`)
  return undefined
}

function isAddress(text: string): boolean {
  return /^\s*[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text)
}

/** Labels that somebody gave stay as they are; those that are made give way to them and to each other, in order. */
function labelsOf(entries: readonly Entry[], { findings }: FileContext): Map<Entry, string> {
  const taken = new Set([FOLDERS_LABEL])
  for (const { label, path } of entries) {
    if (label === undefined) continue
    if (taken.has(label.toLowerCase())) {
      const why = label.toLowerCase() === FOLDERS_LABEL ? 'is that of the skill folders' : 'is there twice'
      const where = typeof path.at(-1) === 'number' ? [...path, 'name'] : path
      findings.refuse(where, `the label ${quote(label)} ${why}, letter case aside`, 'key')
    }
    taken.add(label.toLowerCase())
  }
  const isTaken = (candidate: string) => taken.has(candidate.toLowerCase())
  const labels = new Map<Entry, string>()
  for (const entry of entries) {
    const label = entry.label ?? uniqueLabel(madeLabel(entry.input), isTaken)
    taken.add(label.toLowerCase())
    labels.set(entry, label)
  }
  return labels
}

/** Made from what is written, so that no value of a variable gets into it. */
function madeLabel({ command, args, url }: ServerInput): string {
  return command === undefined ? labelOfUrl(url ?? '') : labelOfCommand(command, args ?? [])
}

function readServer(
  { path, label, input }: Entry,
  unique: string,
  context: FileContext,
): NamedServer | undefined {
  noteClientKeys(input, path, context)
  const enabled = readEnabled(input, path, context)
  const transport = readTransport(input, path, { ...context, enabled })
  if (transport === undefined) return undefined
  return {
    label: unique,
    isLabelGiven: label !== undefined,
    transport,
    enabled,
    timeoutMs: readTimeout(input, path, context),
    approval: input.approval,
    origin: context.file.origin,
    file: context.file.shown,
  }
}

function noteClientKeys(input: ServerInput, path: KeyPath, { findings }: FileContext): void {
  for (const key of Object.keys(input)) {
    if (!Object.hasOwn(clientKeys, key)) continue
    const at = [...path, key]
    findings.note(
      'CONFIG_KEY_IGNORED',
      at,
      `Other clients read it, here it is passed over: ${formatKeyPath(at)}`,
    )
  }
}

function readEnabled({ enabled, disabled }: ServerInput, path: KeyPath, { findings }: FileContext): boolean {
  if (enabled !== undefined && enabled === disabled) {
    findings.refuse([...path, 'disabled'], `${formatKeyPath(path)} says both enabled and disabled`)
  }
  return enabled ?? disabled !== true
}

/** A list is AgentPool's form, where `timeout` is in seconds; in a mapping each client has its own unit. */
function readTimeout({ timeoutMs, timeout }: ServerInput, path: KeyPath, { findings }: FileContext): number {
  const at = [...path, 'timeout']
  const isListed = typeof path.at(-1) === 'number'
  if (timeout !== undefined && !isListed) {
    const message = `Clients disagree on its unit, so it is passed over: ${formatKeyPath(at)}`
    findings.note('CONFIG_KEY_IGNORED', at, message, 'Write timeoutMs, in milliseconds.')
  } else if (timeout !== undefined && timeoutMs !== undefined) {
    findings.refuse(at, `${formatKeyPath(path)} has both 'timeout' and 'timeoutMs'`, 'key')
  } else if (timeout !== undefined) return Math.ceil(Number(timeout) * 1000)
  return timeoutMs ?? DEFAULT_TIMEOUT_MS
}
