import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

/** Failures that are an answer to what was asked, not a fault in here. */
const CALLER_CODES: ReadonlySet<SkillwayError['code']> = new Set([
  'SKILL_NOT_FOUND',
  'SKILL_AMBIGUOUS',
  'REFERENCE_NOT_FOUND',
  'REFERENCE_IS_DIRECTORY',
  'PATH_TRAVERSAL',
  'NULL_BYTE',
  'INVALID_URI',
  'NOT_A_FILE',
  'USAGE',
])

/** Characters of a URI that an error repeats as data; a longer one stands cut in the message alone. */
const MAX_DATA = 256

/** The error of the protocol for a URI that this server serves nothing at (MCP: invalid params). */
export function unknownUri(uri: string, what = 'No skill file is served'): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${what} at ${quote(uri)}`, dataOf(uri))
}

function dataOf(uri: string | undefined): { uri: string } | undefined {
  return uri === undefined || uri.length > MAX_DATA ? undefined : { uri }
}

/**
 * Runs a handler and translates its failures: -32602 for what the caller asked for, with the `uri` where there is one,
 * -32603 for the rest (SEP-2640, Errors). What is not ours to explain is not shown, since it may hold paths of the host.
 */
export async function translated<T>(work: () => Promise<T>, uri?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    if (!(error instanceof SkillwayError))
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error')
    if (!CALLER_CODES.has(error.code)) throw new ProtocolError(ProtocolErrorCode.InternalError, error.message)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, dataOf(uri))
  }
}
