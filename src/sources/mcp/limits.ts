/** What a server may cost: times in milliseconds, sizes in bytes. */
export interface McpLimits {
  /** Starting a server and agreeing on a protocol version. */
  connectMs: number
  /** One call, from the request to the last byte of the answer. */
  requestMs: number
  /** Between two pieces of an answer. */
  idleMs: number
  /** What `list` and `get` wait for a server that is not there yet, before they go on without it. */
  waitMs: number
  /** How long a stdio server gets to end after its input was closed, and again after it was told to. */
  closeMs: number
  /** Calls at the same time. */
  calls: number
  /** Pages of one listing. */
  pages: number
  /** Skills of one listing. */
  entries: number
  /** One listing, all pages. */
  listingBytes: number
  /** Skills that a server's instructions mention and no listing shows. */
  mentions: number
  /** How long a listing is good where the server does not say, and the bounds of what it may say. */
  ttlMs: number
  minTtlMs: number
  maxTtlMs: number
  /** Before a server is tried again: the first time, and at the most; doubled every time. */
  retryMinMs: number
  retryMaxMs: number
  /** Between two notices that something changed. */
  noticeMs: number
}

export const MCP_LIMITS: McpLimits = {
  connectMs: 10_000,
  requestMs: 30_000,
  idleMs: 10_000,
  waitMs: 5_000,
  closeMs: 1_000,
  calls: 8,
  pages: 64,
  entries: 10_000,
  listingBytes: 32 * 1024 * 1024,
  mentions: 8,
  ttlMs: 30_000,
  minTtlMs: 1_000,
  maxTtlMs: 3_600_000,
  retryMinMs: 1_000,
  retryMaxMs: 60_000,
  noticeMs: 1_000,
}

/** Bytes of JSON that a file of this size may take: each character escaped as `\uXXXX`, and something around it. */
export function answerBytes(size: number): number {
  return 3 * size + 64 * 1024
}
