import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { SkillwayError } from '../../errors.ts'
import type { OAuthOptions } from './types.ts'

/** Milliseconds that an issuer gets to answer, and that a failure is remembered before it is asked again. */
const PATIENCE_MS = 5000
const RETRY_MS = 5000

/** Errors that are about the key that a token names, not about the issuer. */
const ABOUT_TOKEN = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys]

/**
 * The published keys of an issuer, fetched when the first token comes, and again when a token names a key that is not
 * known, at most twice a minute. Throws `SOURCE_UNAVAILABLE` where they cannot be had, which says nothing about the token.
 */
export function issuerKeys({ issuer, jwksUri }: OAuthOptions): JWTVerifyGetKey {
  const place = asLongAsItWorks(async () => jwksUri ?? (await discoverKeys(issuer)))
  let keys: { uri: string; get: JWTVerifyGetKey } | undefined
  return async (header, token) => {
    const uri = await place()
    if (keys?.uri !== uri)
      keys = { uri, get: createRemoteJWKSet(new URL(uri), { timeoutDuration: PATIENCE_MS }) }
    try {
      return await keys.get(header, token)
    } catch (error) {
      if (ABOUT_TOKEN.some((kind) => error instanceof kind)) throw error
      throw unavailable(error)
    }
  }
}

/** The same answer for all who ask; a failure is given for a while to all who ask, then the work is tried again. */
function asLongAsItWorks<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (result === undefined || performance.now() - failedAt > RETRY_MS) {
      failedAt = Number.POSITIVE_INFINITY
      result = work().catch((error: unknown) => {
        failedAt = performance.now()
        throw unavailable(error)
      })
    }
    return result
  }
}

/** The address of the keys in the metadata of the authorization server (RFC 8414, else OpenID Connect Discovery). */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  for (const place of places) {
    const response = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) continue
    const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
    if (metadata.issuer === issuer && typeof metadata.jwks_uri === 'string') return metadata.jwks_uri
  }
  throw unavailable(new Error('its metadata names no keys; jwksUri can say where they are'))
}

function unavailable(cause: unknown): SkillwayError {
  if (cause instanceof SkillwayError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new SkillwayError('SOURCE_UNAVAILABLE', `The issuer gives no keys: ${reason}`, { cause })
}
