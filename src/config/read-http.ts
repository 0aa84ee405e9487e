import { sha256Hex } from '../skill/digest.ts'
import { quote } from '../text/quote.ts'
import { expandRequired, type FileContext } from './file-context.ts'
import type { HttpInput } from './http-schema.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { HttpConfig, HttpOAuth, HttpToken } from './types.ts'

/** Characters that a token has at least: fewer can be guessed. */
const MIN_TOKEN = 16
/** What may stand behind `Bearer` (RFC 6750, `b64token`). */
const BEARER = /^[\w\-.~+/]+=*$/
/** The caller that the variable SKILLWAY_TOKEN stands for. */
export const ENV_CALLER = 'env'

const SHA256 = /^[0-9a-f]{64}$/
const HOST = /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** The `http` section of a file with its variables put in; what is wrong with it is refused. */
export function readHttp(input: HttpInput, context: FileContext): HttpConfig {
  const { host, port, tokens = [], oauth, requestsPerMinute, wellKnown } = input
  return {
    host: host === undefined ? undefined : readText(host, ['http', 'host'], context),
    port,
    tokens: readTokens(tokens, context),
    oauth: oauth === undefined ? undefined : readOAuth(oauth, context),
    allowedHosts: readList(input.allowedHosts, ['http', 'allowedHosts'], { context, isFit: isHost }),
    allowedOrigins: readList(input.allowedOrigins, ['http', 'allowedOrigins'], { context, isFit: isOrigin }),
    requestsPerMinute,
    wellKnown,
  }
}

function readTokens(tokens: NonNullable<HttpInput['tokens']>, context: FileContext): HttpToken[] {
  const names = new Set([ENV_CALLER])
  return tokens.map(({ name = '', token, sha256, sources }, index) => {
    const path = ['http', 'tokens', index]
    const refuse = (why: string) => context.findings.refuse(path, `${formatKeyPath(path)} ${why}`)
    if (name === '') refuse("has no 'name'")
    else if (names.has(name)) refuse(`has the name ${quote(name)}, which ${takenBy(name)}`)
    names.add(name)
    if ((token === undefined) === (sha256 === undefined)) refuse("needs either 'token' or 'sha256'")
    const hash = sha256 === undefined ? hashOf(token, path, context) : readHash(sha256, path, context)
    return { name, sha256: hash, sources }
  })
}

function takenBy(name: string): string {
  return name === ENV_CALLER ? 'is that of SKILLWAY_TOKEN' : 'is there twice'
}

/** Only the hash is kept. */
function hashOf(token: string | undefined, path: KeyPath, context: FileContext): string {
  if (token === undefined) return ''
  const at = [...path, 'token']
  const expanded = expandRequired(token, at, context)
  const problem = expanded === undefined ? undefined : tokenProblem(expanded)
  if (problem !== undefined) context.findings.refuse(at, `${formatKeyPath(at)} ${problem}`)
  return sha256Hex(expanded ?? '')
}

/** Why a text cannot be a token; never repeats it. */
export function tokenProblem(token: string): string | undefined {
  if (token.length < MIN_TOKEN) return `has fewer than ${MIN_TOKEN} characters`
  return BEARER.test(token) ? undefined : 'holds characters that no bearer token can have'
}

function readHash(sha256: string, path: KeyPath, context: FileContext): string {
  const at = [...path, 'sha256']
  const hash = (expandRequired(sha256, at, context) ?? '').toLowerCase()
  if (hash !== '' && !SHA256.test(hash))
    context.findings.refuse(at, `${formatKeyPath(at)} must be a SHA-256 as 64 hex digits`)
  return hash
}

function readOAuth(input: NonNullable<HttpInput['oauth']>, context: FileContext): HttpOAuth {
  const at = (name: string) => ['http', 'oauth', name]
  for (const name of ['issuer', 'audience'] as const) {
    if (input[name] === undefined) context.findings.refuse(['http', 'oauth'], `http.oauth has no '${name}'`)
  }
  const { issuer = '', audience = '', jwksUri, scopes = [], sourcesClaim } = input
  return {
    issuer: readAddress(issuer, at('issuer'), context),
    audience: readAddress(audience, at('audience'), context),
    jwksUri: jwksUri === undefined ? undefined : readAddress(jwksUri, at('jwksUri'), context),
    scopes: scopes.map((scope, index) => readText(scope, [...at('scopes'), index], context)),
    sourcesClaim,
  }
}

/** An address over TLS; without it only on this machine. */
function readAddress(written: string, path: KeyPath, context: FileContext): string {
  const text = written === '' ? '' : readText(written, path, context)
  if (text !== '' && !isSafeAddress(text))
    context.findings.refuse(
      path,
      `${formatKeyPath(path)} must be an https:// address without a query or fragment`,
    )
  return text
}

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, hostname, username } = new URL(text)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isHere))
}

interface Fitting {
  context: FileContext
  /** What an item must be, in words, where it is not. */
  isFit(item: string): string | undefined
}

function readList(items: string[] | undefined, path: KeyPath, { context, isFit }: Fitting): string[] {
  return (items ?? []).map((item, index) => {
    const at = [...path, index]
    const text = readText(item, at, context)
    const problem = text === '' ? undefined : isFit(text)
    if (problem !== undefined) context.findings.refuse(at, `${formatKeyPath(at)} ${problem}`)
    return text
  })
}

function isHost(item: string): string | undefined {
  return HOST.test(item) ? undefined : 'must be a host, or host:port, as it stands in the Host header'
}

function isOrigin(item: string): string | undefined {
  const isExact = URL.canParse(item) && new URL(item).origin === item && item !== 'null'
  return isExact ? undefined : 'must be an origin, such as https://app.example.com, and nothing more'
}

function readText(text: string, path: KeyPath, context: FileContext): string {
  return expandRequired(text, path, context) ?? ''
}
