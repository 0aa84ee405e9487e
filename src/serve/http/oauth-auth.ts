import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { SkillwayError } from '../../errors.ts'
import type { AuthFailure, OAuthOptions, Principal } from './types.ts'

/** Signatures that are accepted: asymmetric ones, whose keys the issuer publishes. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/**
 * Checks access tokens as a resource server does: signature against the issuer's published keys, issuer, audience, times
 * and scopes (RFC 9068). The keys are fetched when the first token comes, and again when an unknown key is named.
 */
export function oauthPrincipals(options: OAuthOptions): (token: string) => Promise<Principal | AuthFailure> {
  const { issuer, audience, scopes = [] } = options
  const keys = keysOf(options)
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['exp', 'sub'],
      })
      const missing = scopes.filter((scope) => !scopesOf(payload).includes(scope))
      if (missing.length === 0) return principalOf(payload, options.sourcesClaim)
      return {
        status: 403,
        error: 'insufficient_scope',
        description: `The token lacks the scope ${missing.join(' ')}`,
      }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
      return { status: 401, error: 'invalid_token', description: describe(error) }
    }
  }
}

function keysOf({ issuer, jwksUri }: OAuthOptions): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined
  return async (header, token) => {
    keys ??= (jwksUri === undefined ? discoverKeys(issuer) : Promise.resolve(jwksUri)).then((uri) =>
      createRemoteJWKSet(new URL(uri)),
    )
    try {
      return (await keys)(header, token)
    } catch (error) {
      keys = undefined
      throw error
    }
  }
}

/** The address of the keys in the authorization server's metadata (RFC 8414). */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname === '/' ? '' : pathname
  const response = await fetch(`${origin}/.well-known/oauth-authorization-server${path}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
  if (metadata.issuer === issuer && typeof metadata.jwks_uri === 'string') return metadata.jwks_uri
  throw new SkillwayError('CONFIG_INVALID', `The metadata of issuer '${issuer}' names no keys`, {
    hint: 'Set jwksUri in the OAuth settings.',
  })
}

function scopesOf({ scope, scp }: JWTPayload): string[] {
  if (typeof scope === 'string') return scope.split(' ')
  return Array.isArray(scp) ? scp.filter((item) => typeof item === 'string') : []
}

function principalOf(payload: JWTPayload, sourcesClaim: string | undefined): Principal {
  const name = `${payload.iss}#${payload.sub}`
  if (sourcesClaim === undefined) return { name }
  const claimed = payload[sourcesClaim]
  return { name, sources: Array.isArray(claimed) ? claimed.filter((label) => typeof label === 'string') : [] }
}

function describe(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's claim ${error.claim} is not accepted`
  return 'The token is not valid'
}
