import { oauthPrincipals } from './oauth-auth.ts'
import { tokenPrincipals } from './token-auth.ts'
import type { Authenticate, AuthFailure, HttpOptions } from './types.ts'

const NOBODY: AuthFailure = { status: 401, error: undefined, description: 'A bearer token is required' }
const WRONG: AuthFailure = { status: 401, error: 'invalid_token', description: 'The token is not valid' }

/** How callers of a server with these options are known; `undefined` where everybody is let in. */
export function authenticatorFor({ tokens = [], oauth }: HttpOptions): Authenticate | undefined {
  if (tokens.length === 0 && oauth === undefined) return undefined
  const known = tokenPrincipals(tokens)
  const verify = oauth === undefined ? undefined : oauthPrincipals(oauth)
  return async (authorization) => {
    const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return NOBODY
    return known(token) ?? (await verify?.(token)) ?? WRONG
  }
}

/** The `WWW-Authenticate` header of a refusal (RFC 6750; RFC 9728 where there is metadata to point to). */
export function challenge({ error, description }: AuthFailure, metadataUrl: string | undefined): string {
  const parts = ['realm="skillway"']
  if (error !== undefined)
    parts.push(`error="${error}"`, `error_description="${description.replaceAll(/["\\]/g, '')}"`)
  if (metadataUrl !== undefined) parts.push(`resource_metadata="${metadataUrl}"`)
  return `Bearer ${parts.join(', ')}`
}
