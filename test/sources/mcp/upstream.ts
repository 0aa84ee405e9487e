import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'
import { mcpSource } from '../../../src/sources/mcp/mcp-source.ts'
import type { McpSource, McpSourceOptions, McpTransport } from '../../../src/sources/mcp/types.ts'
import type { Diagnostic } from '../../../src/skill/diagnostic.ts'

export type TransportType = McpTransport['type']
type ServerScript = 'skills-server.mjs' | 'fastmcp-server.mjs' | 'fault-server.mjs'

const SERVERS = fileURLToPath(new URL('../../servers/', import.meta.url))
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** A folder with these files, removed after the test. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const root = mkdtempSync(join(tmpdir(), 'skillway-upstream-'))
  cleanups.push(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

export function skillText(name: string, more = '', body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: About ${name}.\n${more}---\n\n${body}`
}

/** A server of test/servers that the source starts itself. */
export function stdioServer(script: ServerScript, ...args: string[]): McpTransport & { type: 'stdio' } {
  return { type: 'stdio', command: process.execPath, args: [join(SERVERS, script), ...args] }
}

export interface HttpServer {
  transport: McpTransport & { type: 'http' }
  process: ChildProcess
}

/** A server of test/servers that runs by itself, ended after the test. */
export async function httpServer(script: ServerScript, ...args: string[]): Promise<HttpServer> {
  const server = await startServer(script, ...args)
  cleanups.push(() => end(server.process))
  return server
}

async function startServer(script: ServerScript, ...args: string[]): Promise<HttpServer> {
  const child = spawn(process.execPath, [join(SERVERS, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { transport: { type: 'http', url: String(line).trim() }, process: child }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

let faultServer: Promise<HttpServer> | undefined
let faultyUrls = 0

/** A server with one fault; over HTTP they all run in one process, which ends with the tests of the file. */
export async function faulty(
  type: TransportType,
  fault: string,
  options: object = {},
): Promise<McpTransport> {
  if (type === 'stdio') return stdioServer('fault-server.mjs', type, fault, JSON.stringify(options))
  faultServer ??= startServer('fault-server.mjs', type)
  const { transport } = await faultServer
  const path = [fault, faultyUrls++, Buffer.from(JSON.stringify(options)).toString('base64url')].join('/')
  return { ...transport, url: `${transport.url}/${path}` }
}

afterAll(async () => {
  if (faultServer !== undefined) await end((await faultServer).process)
})

export interface TestSource extends McpSource {
  logged: Diagnostic[]
}

/** A source of skills with the label `docs`, closed after the test. */
export function sourceOf(transport: McpTransport, options: Partial<McpSourceOptions> = {}): TestSource {
  const logged: Diagnostic[] = []
  const source = mcpSource({
    label: 'docs',
    transport,
    log: (diagnostic) => logged.push(diagnostic),
    ...options,
  })
  cleanups.push(() => source.close())
  return { ...source, logged }
}

export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

/** Ends when the condition holds; fails after some seconds with what it was waiting for. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 8000
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`it never happened that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Does something after the test, whatever comes of it. */
export function afterwards(cleanup: () => unknown): void {
  cleanups.push(cleanup)
}
