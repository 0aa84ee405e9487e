import { errors, type JWTPayload, jwtVerify } from 'jose'
import { SkillwayError } from '../../errors.ts'
import { issuerKeys } from './issuer-keys.ts'
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
/** Seconds by which the issuer's clock and ours may differ. */
const CLOCK_TOLERANCE = 5

/**
 * Checks access tokens as a resource server does: signature against the issuer's published keys, issuer, audience, times
 * and scopes (RFC 9068).
 */
export function oauthPrincipals(
  options: OAuthOptions,
  onWarning: (text: string) => void = () => {},
): (token: string) => Promise<Principal | AuthFailure> {
  const { issuer, audience, scopes = [], sourcesClaim } = options
  const keys = issuerKeys(options)
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ['exp', 'sub'],
      })
      const granted = scopesOf(payload)
      const missing = scopes.filter((scope) => !granted.includes(scope))
      return missing.length === 0 ? principalOf(payload, sourcesClaim) : insufficient(missing)
    } catch (error) {
      if (error instanceof errors.JOSEError)
        return { status: 401, error: 'invalid_token', description: describe(error) }
      if (!(error instanceof SkillwayError)) throw error
      onWarning(`${issuer}: ${error.message}`)
      return { status: 503, error: undefined, description: 'Tokens cannot be checked at the moment' }
    }
  }
}

function insufficient(missing: string[]): AuthFailure {
  return {
    status: 403,
    error: 'insufficient_scope',
    description: `The token lacks the scope ${missing.join(' ')}`,
  }
}

function scopesOf({ scope, scp }: JWTPayload): string[] {
  if (typeof scope === 'string') return scope.split(' ')
  if (typeof scp === 'string') return scp.split(' ')
  return Array.isArray(scp) ? scp.filter((item) => typeof item === 'string') : []
}

/** Without a claim that lists sources, where one is asked for, the caller sees none. */
function principalOf(payload: JWTPayload, sourcesClaim: string | undefined): Principal {
  const name = `${payload.iss}#${payload.sub}`
  if (sourcesClaim === undefined) return { name }
  const claimed = Object.hasOwn(payload, sourcesClaim) ? payload[sourcesClaim] : undefined
  return { name, sources: Array.isArray(claimed) ? claimed.filter((label) => typeof label === 'string') : [] }
}

function describe(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired'
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The token's claim ${error.claim} is not accepted`
  return 'The token is not valid'
}
