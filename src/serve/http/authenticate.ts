import { onFirstUse } from '../../on-first-use.ts'
import { metadataUrl } from './resource-metadata.ts'
import { tokenPrincipals } from './token-auth.ts'
import type { Authenticate, AuthFailure, HttpOptions, OAuthOptions } from './types.ts'

const NOBODY: AuthFailure = { status: 401, error: undefined, description: 'A bearer token is required' }
const WRONG: AuthFailure = { status: 401, error: 'invalid_token', description: 'The token is not valid' }

/** How callers of a server with these options are known; `undefined` where everybody is let in. */
export function authenticatorFor({ tokens = [], oauth, onWarning }: HttpOptions): Authenticate | undefined {
  if (tokens.length === 0 && oauth === undefined) return undefined
  const known = tokenPrincipals(tokens)
  const verifier =
    oauth === undefined
      ? undefined
      : onFirstUse(async () => (await import('./oauth-auth.ts')).oauthPrincipals(oauth, onWarning))
  return async (authorization) => {
    const token = /^Bearer +([\w\-.~+/]+=*)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return NOBODY
    const principal = known(token)
    if (principal !== undefined) return principal
    const verify = await verifier?.()
    return (await verify?.(token)) ?? WRONG
  }
}

/** The `WWW-Authenticate` header of a refusal (RFC 6750; with OAuth also where the metadata is, RFC 9728, and the scopes). */
export function challenge({ error, description }: AuthFailure, oauth: OAuthOptions | undefined): string {
  const fields: [string, string][] = [['realm', 'skillway']]
  if (error !== undefined) fields.push(['error', error], ['error_description', description])
  if (oauth !== undefined) {
    if (oauth.scopes?.length) fields.push(['scope', oauth.scopes.join(' ')])
    fields.push(['resource_metadata', metadataUrl(oauth.audience)])
  }
  return `Bearer ${fields.map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '')}"`).join(', ')}`
}
