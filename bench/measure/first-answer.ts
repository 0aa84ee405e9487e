import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Call, callText } from './rpc.ts'

const PATIENCE_MS = 60_000

/**
 * Milliseconds from before a server is started until its answer to one call is complete, over stdio, and the number of
 * bytes of that answer.
 *
 * @throws Error if it answers with an error, or not at all
 */
export async function firstAnswer(
  args: readonly string[],
  call: Call,
  env: Record<string, string> = {},
): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  const server = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: PATIENCE_MS,
    env: { ...process.env, ...env },
  })
  server.stdin.on('error', () => {})
  server.stdin.write(`${callText(call)}\n`)
  const gone = once(server, 'exit')
  try {
    const line = await firstLine(server.stdout)
    const ms = performance.now() - started
    const answer = JSON.parse(line) as { result?: { isError?: boolean } }
    if (answer.result === undefined || answer.result.isError === true) throw new Error(line.slice(0, 300))
    return { ms, bytes: line.length }
  } finally {
    server.stdin.end()
    await gone
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    const end = text.indexOf('\n')
    if (end >= 0) return text.slice(0, end)
  }
  throw new Error('The server ended without an answer')
}
