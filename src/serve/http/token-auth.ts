import { createHash, timingSafeEqual } from 'node:crypto'
import type { Principal, TokenGrant } from './types.ts'

/** Finds the caller of a static token; every grant is compared, each in constant time. */
export function tokenPrincipals(grants: readonly TokenGrant[]): (token: string) => Principal | undefined {
  const hashes = grants.map(({ sha256 }) => Buffer.from(sha256, 'hex'))
  return (token) => {
    const hash = createHash('sha256').update(token).digest()
    let found: TokenGrant | undefined
    for (const [index, grant] of grants.entries()) {
      if (timingSafeEqual(hash, hashes[index]!)) found = grant
    }
    return found === undefined ? undefined : { name: found.name, sources: found.sources }
  }
}

/** The form in which a token is kept. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
