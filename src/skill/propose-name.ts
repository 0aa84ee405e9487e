import { lookAlike } from './look-alike.ts'

const MAX_LENGTH = 64

/** The valid name that comes closest to a text; `undefined` where letters would be lost. */
export function proposeName(text: string): string | undefined {
  const short = text.slice(0, 1024).toLowerCase()
  const plain = (lookAlike(short) ?? short).normalize('NFKD').replace(/\p{M}/gu, '')
  if (/[^\p{ASCII}\P{L}]/u.test(plain)) return undefined
  const name = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-$/, '')
  return name === '' ? undefined : name
}
