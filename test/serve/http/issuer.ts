import type { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** An authorization server's public side on loopback: its metadata and its keys. */
export interface Issuer {
  url: string
  jwksUri: string
  /** How often its keys were asked for. */
  keysAsked(): number
  /** Signs a token with the current key. */
  sign(claims: Record<string, unknown>, options?: SignOptions): Promise<string>
  /** Publishes a new key in place of the old one. */
  rotate(): Promise<void>
  /** What the key endpoint answers instead of keys. */
  fail(answer: { status: number; body: string } | undefined): void
  close(): Promise<void>
}

interface SignOptions {
  header?: Record<string, unknown>
  /** Seconds from now. */
  expiresIn?: number
  notBeforeIn?: number
}

export interface IssuerOptions {
  /** Below which path the issuer lives. */
  path?: string
  /** Which metadata documents there are. */
  metadata?: ('oauth' | 'openid')[]
  algorithm?: string
  /** What its metadata says that it is called. */
  called?: string
}

export async function startIssuer(options: IssuerOptions = {}): Promise<Issuer> {
  const { path = '', metadata = ['oauth'], algorithm = 'RS256', called } = options
  let key = await newKey(algorithm, 'key-1')
  let keysAsked = 0
  let failure: { status: number; body: string } | undefined
  let url = ''
  const places: Record<string, () => unknown> = {
    ...(metadata.includes('oauth')
      ? {
          [`/.well-known/oauth-authorization-server${path}`]: () => ({
            issuer: called ?? url,
            jwks_uri: `${url}/keys`,
          }),
        }
      : {}),
    ...(metadata.includes('openid')
      ? {
          [`${path}/.well-known/openid-configuration`]: () => ({
            issuer: called ?? url,
            jwks_uri: `${url}/keys`,
          }),
        }
      : {}),
    [`${path}/keys`]: () => {
      keysAsked++
      return { keys: [key.jwk] }
    },
  }
  const server = createServer((request, response) => {
    const answer = places[request.url ?? '']
    if (answer === undefined) return response.writeHead(404).end()
    const body = JSON.stringify(answer())
    const failing = failure !== undefined && request.url === `${path}/keys`
    return response
      .writeHead(failing ? failure!.status : 200, { 'content-type': 'application/json' })
      .end(failing ? failure!.body : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  return {
    url,
    jwksUri: `${url}/keys`,
    keysAsked: () => keysAsked,
    sign(claims, { header = {}, expiresIn = 300, notBeforeIn } = {}) {
      const now = Math.floor(Date.now() / 1000)
      const jwt = new SignJWT({ iss: url, exp: now + expiresIn, ...claims }).setProtectedHeader({
        alg: algorithm,
        kid: key.jwk.kid!,
        ...header,
      })
      if (notBeforeIn !== undefined) jwt.setNotBefore(now + notBeforeIn)
      return jwt.sign(key.privateKey)
    },
    async rotate() {
      key = await newKey(algorithm, `key-${Math.random()}`)
    },
    fail(answer) {
      failure = answer
    },
    close: () => closed(server),
  }
}

async function newKey(
  algorithm: string,
  kid: string,
): Promise<{ jwk: JWK; privateKey: webcrypto.CryptoKey }> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm)
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }, privateKey }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
