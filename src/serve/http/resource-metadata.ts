import type { OAuthOptions } from './types.ts'

/** Where a protected resource says who issues its tokens (RFC 9728). */
const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** The paths at which clients look for the metadata of a server with this URI: with its path first, then without. */
export function metadataPaths(audience: string): string[] {
  return [...new Set([`${WELL_KNOWN}${pathOf(audience)}`, WELL_KNOWN])]
}

/** The address of the metadata, for the challenge of a refusal. */
export function metadataUrl(audience: string): string {
  return `${new URL(audience).origin}${metadataPaths(audience)[0]}`
}

export function metadataOf({ issuer, audience, scopes = [] }: OAuthOptions): Record<string, unknown> {
  return {
    resource: audience,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: [...scopes],
    resource_name: 'Skillway',
  }
}

function pathOf(audience: string): string {
  const { pathname } = new URL(audience)
  return pathname.replace(/\/$/, '')
}
