import { AsyncLocalStorage } from 'node:async_hooks'

/** What a call that is under way allows its answer, wherever the bytes of that answer come in. */
export interface AnswerBound {
  maxBytes: number
  /** Ends the call at once with this error, where the SDK would only note that a stream broke. */
  fail(error: Error): void
}

/**
 * The call on whose behalf code runs. The SDK hands nothing of a call to the `fetch` it is given, but it calls it in the
 * call's own asynchronous context.
 */
export const answerBound = new AsyncLocalStorage<AnswerBound>()
