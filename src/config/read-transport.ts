import { expandAt, expandRequired, type FileContext } from './file-context.ts'
import type { ServerInput } from './file-schema.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { resolvePath } from './resolve-path.ts'
import type { HttpTransport, ServerTransport, StdioTransport } from './types.ts'

export interface TransportContext extends FileContext {
  /** A disabled server may lack its variables: its texts then stay as they are written. */
  enabled: boolean
}

/** How a server is reached; `undefined` where nothing says so, which is then refused or noted. */
export function readTransport(
  input: ServerInput,
  path: KeyPath,
  context: TransportContext,
): ServerTransport | undefined {
  const { findings } = context
  const { command, url } = input
  if (input.type === 'sse') {
    const message = `The server is left out: ${formatKeyPath(path)} is of type sse, which is not supported`
    const hint = 'Give the address at which the server speaks Streamable HTTP, with type http.'
    findings.note('CONFIG_SERVER_UNSUPPORTED', path, message, hint)
    return undefined
  }
  const problem = whyNoTransport(input)
  if (problem !== undefined) {
    const part = typeof path.at(-1) === 'number' ? 'value' : 'key'
    findings.refuse(path, `${formatKeyPath(path)} ${problem}`, part)
    return undefined
  }
  noteUnused(input, path, context)
  return command === undefined
    ? readHttp({ ...input, url: url! }, path, context)
    : readStdio({ ...input, command }, path, context)
}

function whyNoTransport({ command, url, type }: ServerInput): string | undefined {
  if (command !== undefined && url !== undefined) return "has both 'command' and 'url'"
  if (command === undefined && url === undefined) {
    return "needs 'command', a program to start, or 'url', the address of a server"
  }
  if (command !== undefined && type !== undefined && type !== 'stdio')
    return `is of type '${type}' and needs 'url'`
  if (url !== undefined && type === 'stdio') return "is of type 'stdio' and needs 'command'"
  return undefined
}

function noteUnused(input: ServerInput, path: KeyPath, { findings }: FileContext): void {
  const isProgram = input.command !== undefined
  for (const key of isProgram ? (['headers'] as const) : (['args', 'env', 'cwd'] as const)) {
    if (input[key] === undefined) continue
    const at = [...path, key]
    const who = isProgram ? "'url'" : "'command'"
    findings.note(
      'CONFIG_KEY_IGNORED',
      at,
      `It means nothing without ${who}, so it is passed over: ${formatKeyPath(at)}`,
    )
  }
}

function readStdio(
  { command, args = [], env = {}, cwd = '.' }: ServerInput & { command: string },
  path: KeyPath,
  context: TransportContext,
): StdioTransport {
  checkNames(env, [...path, 'env'], context)
  return {
    type: 'stdio',
    command: readProgram(command, [...path, 'command'], context),
    args: args.map((arg, index) => readText(arg, [...path, 'args', index], context)),
    env: readTexts(env, [...path, 'env'], context),
    cwd: readPath(readRequired(cwd, [...path, 'cwd'], context), [...path, 'cwd'], context),
  }
}

function checkNames(env: Record<string, string>, path: KeyPath, { findings }: FileContext): void {
  for (const name of Object.keys(env)) {
    if (name !== '' && !/[=\0]/.test(name)) continue
    findings.refuse([...path, name], `${formatKeyPath(path)} has a name that no variable can have`, 'key')
  }
}

/** A bare name is looked up when the program is started; a path is relative to the config file. */
function readProgram(command: string, path: KeyPath, context: TransportContext): string {
  const program = readRequired(command, path, context)
  return /^(?:~|\.{1,2})[/\\]/.test(program) ? readPath(program, path, context) : program
}

function readPath(written: string, at: KeyPath, { folder, home, findings }: TransportContext): string {
  const { path, problem } = resolvePath(written, { folder, home })
  if (path === undefined) findings.refuse(at, `${formatKeyPath(at)} ${problem}`)
  return path ?? ''
}

function readHttp(
  { url, headers = {} }: ServerInput & { url: string },
  path: KeyPath,
  context: TransportContext,
): HttpTransport {
  const transport: HttpTransport = {
    type: 'http',
    url: readRequired(url, [...path, 'url'], context),
    headers: readTexts(headers, [...path, 'headers'], context),
  }
  if (context.enabled) checkHttp(transport, path, context)
  return transport
}

function checkHttp({ url, headers }: HttpTransport, path: KeyPath, { findings }: TransportContext): void {
  const at = [...path, 'url']
  const problem = url === '' ? undefined : whyNoAddress(url)
  if (problem !== undefined) findings.refuse(at, `${formatKeyPath(at)} ${problem}`)
  for (const [name, value] of Object.entries(headers)) {
    if (isHeader(name, value)) continue
    const header = [...path, 'headers', name]
    findings.refuse(header, `${formatKeyPath(header)} cannot be sent as a header`, 'key')
  }
}

/** The reason never repeats the address: the variables in it may be secrets. */
function whyNoAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not an address'
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return "must begin with 'https://' or 'http://'"
  if (username !== '' || password !== '') return "holds a user name or password; send it in 'headers'"
  return undefined
}

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name)
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

function readTexts(
  texts: Record<string, string>,
  path: KeyPath,
  context: TransportContext,
): Record<string, string> {
  const entries = Object.entries(texts)
  return Object.fromEntries(entries.map(([name, text]) => [name, readText(text, [...path, name], context)]))
}

/** What was refused is empty here; the file then gives no config, so that it goes nowhere. */
function readText(text: string, path: KeyPath, context: TransportContext): string {
  return context.enabled ? (expandAt(text, path, context) ?? '') : text
}

function readRequired(text: string, path: KeyPath, context: TransportContext): string {
  return context.enabled ? (expandRequired(text, path, context) ?? '') : text
}
