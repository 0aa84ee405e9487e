import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio'
import { inboundGate } from './inbound-gate.ts'
import { killGroup, reapOnExit } from './kill-group.ts'
import { lineage } from './lineage.ts'
import { lineSplitter } from './line-splitter.ts'
import { settles } from './settles.ts'
import type { McpStdioTransport } from './types.ts'
import { UpstreamFault } from './upstream-fault.ts'

export interface ChildTransportOptions {
  server: McpStdioTransport
  /** Bytes that a message may have at the most, asked for while it comes in. */
  maxBytes: () => number
  closeMs: number
}

export interface ChildTransport extends Transport {
  /** What makes the SDK see a process behind this transport: it then takes silence and a closed pipe for an old server. */
  readonly stderr: null
  readonly pid: number | undefined
  /** The last that the process wrote to its error output. */
  errorOutput(): string
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>

/** Bytes of error output that are kept. */
const MAX_ERROR_OUTPUT = 4096
/** How long output may still come in after the process that wrote it has ended. */
const DRAIN_MS = 200

/**
 * An MCP server as a child process that leaves nothing behind: it leads a process group of its own, which ends as a whole,
 * helpers that hold its pipes included. A message larger than any call allows ends the connection, before it is in memory.
 */
export function childTransport({ server, maxBytes, closeMs }: ChildTransportOptions): ChildTransport {
  let child: Child | undefined
  let closing: Promise<void> | undefined
  let errorOutput = Buffer.alloc(0)
  const gate = inboundGate({ deliver: (message) => transport.onmessage?.(message), onFlood: refuseFlood })
  const onData = lineSplitter({ maxBytes, onLine: (line) => gate.receive(valueIn(line)), onTooLong: refuse })

  const transport: ChildTransport = {
    stderr: null,
    get pid() {
      return child?.pid
    },
    errorOutput: () => errorOutput.toString('utf8'),
    async start() {
      child = spawnServer(server)
      child.stdin.on('error', (error) => transport.onerror?.(error))
      child.stdout.on('data', onData)
      child.stderr.on('data', (chunk: Buffer) => {
        errorOutput = Buffer.concat([errorOutput, chunk]).subarray(-MAX_ERROR_OUTPUT)
      })
      child.once('exit', (code, signal) => void ended(child!, code, signal))
      await spawned(child)
      reapOnExit(child.pid!)
    },
    async send(message) {
      if (child === undefined || closing !== undefined || !child.stdin.writable) {
        throw new UpstreamFault('closed', 'its process is not running')
      }
      gate.expect(message)
      child.stdin.write(serializeMessage(message))
    },
    close: () => close(),
  }
  return transport

  function refuse(limit: number): void {
    void close(new UpstreamFault('too-large', `it sent a message of more than ${limit} bytes`))
  }

  function refuseFlood(perSecond: number): void {
    void close(new UpstreamFault('closed', `it sent ${perSecond} messages in a second that nobody asked for`))
  }

  async function ended(process: Child, code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    await settles(finished(process.stdout), DRAIN_MS)
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`
    await close(new UpstreamFault('closed', `its process ended ${how}`))
  }

  /** Whoever waits for an answer learns at once that there will be none; the process may take longer to end. */
  function close(fault?: UpstreamFault): Promise<void> {
    if (closing !== undefined) return closing
    closing = child?.pid === undefined ? Promise.resolve() : end(child, closeMs)
    child?.stdout.destroy()
    if (fault !== undefined) transport.onerror?.(fault)
    transport.onclose?.()
    return closing
  }
}

function spawnServer(server: McpStdioTransport): Child {
  const { command, args = [], env = {}, cwd } = server
  return spawn(command, args, {
    env: { ...getDefaultEnvironment(), ...env, ...lineage(server) },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(cwd === undefined ? {} : { cwd }),
  })
}

/** Asks in the order that MCP gives: closing the input, then SIGTERM, then SIGKILL; at the end the whole group is gone. */
async function end(child: Child, closeMs: number): Promise<void> {
  const pid = child.pid!
  const exited = exitOf(child)
  child.stdin.end()
  if (!(await settles(exited, closeMs))) {
    killGroup(pid, 'SIGTERM')
    await settles(exited, closeMs)
  }
  killGroup(pid, 'SIGKILL')
  await exited
  for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy()
}

async function exitOf(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise((resolve) => child.once('exit', resolve))
}

function spawned(child: Child): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
}

/** A server may print what is no message; the specification forbids it, and it harms nobody. */
function valueIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
