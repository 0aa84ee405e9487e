import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A server in a process of its own. */
export interface HttpServerProcess {
  port: number
  /** What it has used since its start. */
  usage(): Promise<{ cpuMs: number; rssMb: number }>
  close(): Promise<void>
}

const PATIENCE_MS = 120_000

/** Starts a program that tells its port; see `programs/serve-http.ts`. */
export async function startServer(program: string, args: readonly string[]): Promise<HttpServerProcess> {
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { port } = await message<{ port: number }>(child)
  return {
    port,
    async usage() {
      const answer = message<{ cpuMs: number; rssMb: number }>(child)
      child.send('usage')
      return answer
    },
    async close() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

async function message<T>(child: ChildProcess): Promise<T> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)])
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('The server ended')
  })
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended])
    return answer as T
  } finally {
    ended.catch(() => {})
    over.abort()
  }
}
