import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { cappedFetch } from './capped-fetch.ts'
import type { McpLimits } from './limits.ts'
import { lineage } from './lineage.ts'
import { settles } from './settles.ts'
import type { McpTransport } from './types.ts'

export interface OpenTransport {
  transport: Transport
  /** Takes leave of a server that keeps a session, where there is one. */
  leave(): Promise<unknown>
  /** The last that a child process wrote to its error output. */
  errorOutput(): string
}

/** A transport of the SDK, or one made for it, that keeps to the limits. The process starts when the SDK starts it. */
export async function openTransport(
  server: McpTransport,
  limits: McpLimits,
  maxBytes: () => number,
): Promise<OpenTransport> {
  if (server.type === 'stdio') return openStdio(server, limits, maxBytes)
  const { requestMs, idleMs } = limits
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    fetch: cappedFetch({ server, requestMs, idleMs }),
    ...(server.authProvider === undefined ? {} : { authProvider: server.authProvider }),
    reconnectionScheduler: (reconnect, ms) => {
      const timer = setTimeout(
        reconnect,
        Math.min(Math.max(ms, limits.retryMinMs), limits.retryMaxMs),
      ).unref()
      return () => clearTimeout(timer)
    },
  })
  const leave = async () => settles(transport.terminateSession(), limits.closeMs)
  return { transport, leave, errorOutput: () => '' }
}

/** Process groups are a matter of POSIX; on Windows the SDK's own transport also finds `.cmd` files. */
async function openStdio(
  server: McpTransport & { type: 'stdio' },
  limits: McpLimits,
  maxBytes: () => number,
): Promise<OpenTransport> {
  if (process.platform !== 'win32') {
    const { childTransport } = await import('./child-transport.ts')
    const transport = childTransport({ server, maxBytes, closeMs: limits.closeMs })
    return { transport, leave: nothing, errorOutput: transport.errorOutput }
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const { command, args = [], env = {}, cwd } = server
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env, ...lineage(server) },
    stderr: 'ignore',
    maxBufferSize: limits.listingBytes,
    ...(cwd === undefined ? {} : { cwd }),
  })
  return { transport, leave: nothing, errorOutput: () => '' }
}

async function nothing(): Promise<void> {}
