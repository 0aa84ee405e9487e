import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The built command line. */
export const CLI = resolve(import.meta.dirname, '../../dist/cli/main.js')

export const ERAS = { '2025-11-25': { mode: 'legacy' }, '2026-07-28': { mode: 'auto' } } as const

export interface Connection {
  client: Client
  stderr(): string
  [Symbol.asyncDispose](): Promise<void>
}

/** The official client, connected to `skillway serve` as a process; `within` is a command line that starts another. */
export async function connectStdio(
  args: string[],
  options: {
    era?: keyof typeof ERAS
    cwd?: string
    env?: Record<string, string>
    within?: readonly string[]
  } = {},
): Promise<Connection> {
  const { era = '2026-07-28', cwd, env, within = [] } = options
  const [command, ...words] = [...within, process.execPath, CLI, ...args] as [string, ...string[]]
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: ERAS[era] })
  const transport = new StdioClientTransport({
    command,
    args: words,
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk) => (stderr += chunk))
  await client.connect(transport)
  return { client, stderr: () => stderr, [Symbol.asyncDispose]: () => client.close() }
}
