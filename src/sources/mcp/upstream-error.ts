import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client'
import { UpstreamFault } from './upstream-fault.ts'

/** Invalid params, which MCP gives for an unknown resource, and the code that it gave before. */
const NOT_SERVED = new Set([-32602, -32002])
/** Servers on the Python SDK give no code of their own. */
const NOT_SERVED_WORDS = /unknown resource|resource not found|not found:/i
const REDIRECTS = { from: 300, to: 399 }

/** The server answered that it has no such skill or file. */
export function isNotServed(error: unknown): boolean {
  if (!(error instanceof ProtocolError)) return false
  return (
    NOT_SERVED.has(error.code) || (error.code === 0 && NOT_SERVED_WORDS.test(error.message.slice(0, 1024)))
  )
}

/** The server has forgotten the session and wants a new one (Streamable HTTP, Session Management). */
export function isExpired(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404
}

export function isTimeout(error: unknown): boolean {
  if (error instanceof UpstreamFault) return error.kind === 'too-slow'
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout
}

/** The answer came, and the SDK would not have it. */
export function isMisformed(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.InvalidResult
}

/** Nothing more comes over this connection. */
export function isLost(error: unknown): boolean {
  if (error instanceof UpstreamFault) return error.kind === 'closed'
  if (error instanceof SdkError) return isClosed(error) || isExpired(error)
  return !(error instanceof ProtocolError) && isNetworkError(error)
}

/** What went wrong, in words that may be the server's own: never to be shown as they are. */
export function reasonOf(error: unknown): string {
  if (error instanceof UpstreamFault) return error.message
  if (error instanceof ProtocolError) return `it answered with error ${error.code}: ${error.message}`
  if (error instanceof SdkHttpError) return httpReason(error)
  if (isTimeout(error)) return 'it did not answer in time'
  if (error instanceof SdkError && isClosed(error)) return 'it closed the connection'
  if (!(error instanceof Error)) return String(error)
  if (isMisformed(error)) return `its answer does not follow the protocol: ${error.message}`
  if (isNetworkError(error))
    return `it cannot be reached (${codeOf(error.cause) ?? messageOf(error.cause) ?? error.message})`
  if (error instanceof SdkError && error.cause instanceof Error) return reasonOf(error.cause)
  return startReason(error) ?? error.message
}

function isClosed({ code }: SdkError): boolean {
  return code === SdkErrorCode.ConnectionClosed || code === SdkErrorCode.NotConnected
}

/** What `fetch` throws when no response came. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')
}

function httpReason(error: SdkHttpError): string {
  const { status, message } = error
  if (status >= REDIRECTS.from && status <= REDIRECTS.to) return message
  if (status === 401) return 'it asks for authorization (HTTP 401)'
  if (status === 403) return 'it denies access (HTTP 403)'
  const text = error.data.text
  const words = typeof text === 'string' && text.trim() !== '' && !text.includes('<') ? `: ${text}` : ''
  return `it answered with HTTP ${status}${words}`
}

function startReason(error: Error): string | undefined {
  if (!('syscall' in error) || !String(error.syscall).startsWith('spawn')) return undefined
  if (codeOf(error) === 'ENOENT') return 'its command, or the folder to start it in, was not found'
  if (codeOf(error) === 'EACCES') return 'its command may not be executed'
  return `its command could not be started (${codeOf(error)})`
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined
}
