import type { IncomingMessage } from 'node:http'
import type { Admission } from './admission.ts'
import { type NoBody, readBody } from './read-body.ts'
import type { RequestTrace } from './request-trace.ts'

/** A request that got past the first checks; each thing is found out once, whoever asks first. */
export interface Inbound {
  trace: RequestTrace
  admission(): Promise<Admission>
  body(): Promise<Buffer | NoBody>
}

export interface InboundOptions {
  trace: RequestTrace
  admit(request: IncomingMessage): Promise<Admission>
  bodyBytes: number
}

export function inboundOf(request: IncomingMessage, { trace, admit, bodyBytes }: InboundOptions): Inbound {
  let admission: Promise<Admission> | undefined
  let body: Promise<Buffer | NoBody> | undefined

  async function admitted(): Promise<Admission> {
    const answer = await admit(request)
    trace.principal = answer.principal
    return answer
  }

  return {
    trace,
    admission: () => (admission ??= admitted()),
    body: () => (body ??= readBody(request, bodyBytes)),
  }
}
