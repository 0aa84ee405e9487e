import type { Client } from '@modelcontextprotocol/client'
import { type AnswerBound, answerBound } from './answer-bound.ts'

export interface BoundedRequestOptions {
  client: Client
  method: string
  params: Record<string, unknown>
  /** Bytes of JSON that the answer may have. */
  maxBytes: number
  timeoutMs: number
  /** The bounds of all calls under way, for a transport on which any message may be any answer. */
  bounds: Set<AnswerBound>
  signal?: AbortSignal | undefined
}

/** Any result passes here; whoever made the call knows what it should be. */
const ANY_RESULT = {
  '~standard': { version: 1, vendor: 'skillway', validate: (value: unknown) => ({ value }) },
} as const

/** One request, whose answer keeps to its bounds or fails with the fault that says which one it broke. */
export async function boundedRequest(options: BoundedRequestOptions): Promise<unknown> {
  const { client, method, params, maxBytes, timeoutMs, bounds, signal } = options
  const abort = new AbortController()
  const bound: AnswerBound = { maxBytes, fail: (error) => abort.abort(error) }
  const either = signal === undefined ? abort.signal : AbortSignal.any([signal, abort.signal])
  const limits = { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal: either }
  bounds.add(bound)
  try {
    return await answerBound.run(bound, () => client.request({ method, params }, ANY_RESULT, limits))
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error
  } finally {
    bounds.delete(bound)
  }
}
