import { createHash, timingSafeEqual } from 'node:crypto'
import { SkillwayError } from '../../errors.ts'
import { sha256Hex } from '../../skill/digest.ts'
import { quote } from '../../text/quote.ts'
import type { Principal, TokenGrant } from './types.ts'

/**
 * Finds the caller of a static token; every grant is compared, each in constant time.
 *
 * @throws SkillwayError `CONFIG_INVALID` for what is no SHA-256
 */
export function tokenPrincipals(grants: readonly TokenGrant[]): (token: string) => Principal | undefined {
  for (const { name, sha256 } of grants) if (!SHA256.test(sha256)) throw noHash(name)
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

const SHA256 = /^[0-9a-f]{64}$/

function noHash(name: string): SkillwayError {
  return new SkillwayError('CONFIG_INVALID', `The token ${quote(name)} is not given as a SHA-256`, {
    hint: 'Give its SHA-256 as 64 lowercase hex digits.',
  })
}

/** The form in which a token is kept. */
export function tokenHash(token: string): string {
  return sha256Hex(token)
}
