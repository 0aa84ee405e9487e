import { sha256Hex } from '../skill/digest.ts'
import type { SkillIdentity } from './identity.ts'

/** What a path of this kind tells of a skill's origin. */
export interface PathOrigin {
  label: string
  /** Stands for the endpoint, which may be long or secret. */
  endpointDigest: string
  uri: string
}

/** Characters of a folder's name; a longer segment goes on in a folder that begins with `+`. */
const MAX_NAME = 200
/** Names that mean devices on Windows, whatever follows a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * A relative path for files of a skill that differs for every source and URI, on every file system, and from which the
 * origin can be told again (SEP-2640: server and URI both stand in materialised paths).
 */
export function originPath({ label, endpoint, uri }: SkillIdentity): string {
  return joined({ label, endpointDigest: digestOfEndpoint(endpoint), uri })
}

/** The origin that a path made by `originPath` names; `undefined` for any other path. */
export function originOf(path: string): PathOrigin | undefined {
  const [place = '', ...folders] = path.split('/')
  const [label = '', endpointDigest = ''] = place.split('@')
  const segments: string[] = []
  for (const folder of folders) {
    if (folder.startsWith('+') && segments.length > 0) segments.push(segments.pop()! + folder.slice(1))
    else segments.push(folder)
  }
  const origin = { label: unescaped(label), endpointDigest, uri: segments.map(unescaped).join('/') }
  return joined(origin) === path ? origin : undefined
}

function joined({ label, endpointDigest, uri }: PathOrigin): string {
  return [
    `${escaped(label)}@${endpointDigest}`,
    ...uri.split('/').flatMap((segment) => chunks(escaped(segment))),
  ].join('/')
}

function digestOfEndpoint(endpoint: string): string {
  return sha256Hex(endpoint).slice(0, 32)
}

/** Lower-case letters, digits, `-` and `_` stay; every other byte is `=` and two digits; an empty segment is `=`. */
function escaped(segment: string): string {
  if (segment === '') return '='
  if (DEVICE.test(segment)) return escapedByte(segment.charCodeAt(0)) + segment.slice(1)
  return Array.from(Buffer.from(segment), (byte) => {
    const character = String.fromCharCode(byte)
    return /[a-z0-9_-]/.test(character) ? character : escapedByte(byte)
  }).join('')
}

function escapedByte(byte: number): string {
  return `=${byte.toString(16).padStart(2, '0')}`
}

function unescaped(name: string): string {
  const bytes = name.replaceAll(/=([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return name === '=' ? '' : Buffer.from(bytes, 'latin1').toString('utf8')
}

function chunks(name: string): string[] {
  const parts = [name.slice(0, MAX_NAME)]
  for (let start = MAX_NAME; start < name.length; start += MAX_NAME - 1) {
    parts.push(`+${name.slice(start, start + MAX_NAME - 1)}`)
  }
  return parts
}
