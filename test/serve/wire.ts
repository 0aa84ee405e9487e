import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { CLI } from './connect.ts'
import { type Era, post, requestParts, type Rpc } from './http/requests.ts'

/** A server as raw messages: what a client library would lift, check or leave out is seen here as it was sent. */
export interface Wire {
  era: Era
  ask(method: string, params?: Record<string, unknown>): Promise<Rpc>
  close(): Promise<void>
}

export function httpWire(url: string, era: Era): Wire {
  return {
    era,
    ask: async (method, params) => (await post(url, method, params, { era })).rpc,
    close: async () => {},
  }
}

/** `skillway` as a process, with a first message where the era has one. */
export async function stdioWire(args: string[], era: Era, cwd: string): Promise<Wire> {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, env: { ...process.env, HOME: cwd } })
  const ask = messagesOf(child, era)
  if (era === '2025-11-25') {
    await ask('initialize', INITIALIZE)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  }
  return {
    era,
    ask,
    close: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve())
        child.stdin.end()
      }),
  }
}

/** What a client of the older era begins with. */
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1.0.0' },
}

function messagesOf(child: ChildProcessWithoutNullStreams, era: Era): Wire['ask'] {
  const waiting = new Map<unknown, (rpc: Rpc) => void>()
  let last = 0
  createInterface(child.stdout).on('line', (line) => {
    const rpc = JSON.parse(line) as Rpc
    waiting.get(rpc.id)?.(rpc)
    waiting.delete(rpc.id)
  })
  return (method, params = {}) => {
    const id = ++last
    const { body } = requestParts(method, params, { era, id })
    child.stdin.write(`${body}\n`)
    return new Promise((resolve) => waiting.set(id, resolve))
  }
}
