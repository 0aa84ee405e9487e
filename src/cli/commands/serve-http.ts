import { once } from 'node:events'
import type { Catalog } from '../../catalog/types.ts'
import { catalogFrom } from '../../config/catalog-from.ts'
import { ENV_CALLER, tokenProblem } from '../../config/read-http.ts'
import type { HttpToken } from '../../config/types.ts'
import { SkillwayError } from '../../errors.ts'
import { serveOnHttp } from '../../serve/http/listen.ts'
import { diagnostic, type Diagnostic } from '../../skill/diagnostic.ts'
import { sha256Hex } from '../../skill/digest.ts'
import { quote } from '../../text/quote.ts'
import { safeJson } from '../../text/safe-json.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { parseHttpAddress } from '../http-address.ts'
import { configOf } from '../open.ts'
import { stopSignal } from '../stop-signal.ts'

/**
 * `skillway serve --http`: the catalog over Streamable HTTP, until a signal ends it. Where it listens, what goes wrong and
 * one line of JSON for each request go to stderr.
 */
export async function serveHttp(
  context: CommandContext,
  address: string | undefined,
  logFindings: (catalog: Catalog) => Promise<void>,
): Promise<CommandResult> {
  const { io, env, note } = context
  const given = address === undefined ? {} : parseHttpAddress(address)
  const config = await configOf(context, { http: true })
  const tokens = [...(config.http?.tokens ?? []), ...envToken(env['SKILLWAY_TOKEN'])]
  const stopped = once(stopSignal(), 'abort')
  await using catalog = await catalogFrom(config, { ...context, onDiagnostic: note })
  for (const finding of config.diagnostics) note(finding)
  if (config.shell?.allow === true) note(noCommands(config.shell.from.allow))
  const server = await serveOnHttp(catalog, {
    ...config.http,
    ...given,
    tokens,
    maxSkills: config.maxSkills,
    onRequest: (log) => io.note(safeJson(log, 0)),
    onWarning: (text) => io.note(`skillway: ${quote(text)}`),
  })
  io.note(`skillway: listening on ${server.url}`)
  void logFindings(catalog)
  await stopped
  await server.close()
  return { json: {}, text: new Uint8Array() }
}

/** A request over HTTP belongs to no conversation whose working folder it could use. */
function noCommands(file = 'config'): Diagnostic {
  const message = 'shell.allow is passed over: skills run commands over stdio only, never over HTTP'
  return diagnostic('CONFIG_KEY_IGNORED', file, message)
}

/** The caller that the environment variable stands for. */
function envToken(token: string | undefined): HttpToken[] {
  if (token === undefined || token === '') return []
  const problem = tokenProblem(token)
  if (problem === undefined) return [{ name: ENV_CALLER, sha256: sha256Hex(token), sources: undefined }]
  throw new SkillwayError('USAGE', `SKILLWAY_TOKEN ${problem}`, {
    hint: 'Make one with: openssl rand -base64 32',
  })
}
