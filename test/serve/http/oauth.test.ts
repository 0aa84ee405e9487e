import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OAuthOptions } from '../../../src/serve/http/types.ts'
import { titled } from '../../titled.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { post, send } from './requests.ts'
import { grant, start, type Started } from './start.ts'

const AUDIENCE = 'https://skills.example.com/mcp'
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const hmac = (secret: string) => (input: string) =>
  createHmac('sha256', secret).update(input).digest('base64url')

describe('OAuth access tokens', () => {
  let issuer: Issuer
  let server: Started
  const oauth = (more: Partial<OAuthOptions> = {}): OAuthOptions => ({
    issuer: issuer.url,
    audience: AUDIENCE,
    scopes: ['skills:read'],
    ...more,
  })
  const claims = { aud: AUDIENCE, sub: 'user-1', scope: 'openid skills:read' }
  const call = (token: string) => post(server.url, 'tools/list', {}, { token })

  beforeAll(async () => {
    issuer = await startIssuer()
    server = await start({ oauth: oauth(), tokens: [grant('static-token', 'script')] })
  })
  afterAll(async () => {
    await server.close()
    await issuer.close()
  })

  it('that are good let the caller in, named by issuer and subject; static tokens go on working', async () => {
    expect((await call(await issuer.sign(claims))).status).toBe(200)
    await expect.poll(() => server.logs.at(-1)?.principal, { timeout: 10_000 }).toBe(`${issuer.url}#user-1`)
    expect((await call('static-token')).status).toBe(200)
    expect(issuer.keysAsked()).toBe(1)
  })

  it.each(
    titled([
      { title: 'of another issuer', claims: { iss: 'https://evil.test' }, about: 'iss' },
      { title: 'of no issuer', claims: { iss: undefined }, about: 'iss' },
      { title: 'for another server', claims: { aud: 'https://other.example.com/mcp' }, about: 'aud' },
      { title: 'for a server whose name begins alike', claims: { aud: `${AUDIENCE}/x` }, about: 'aud' },
      { title: 'for nobody', claims: { aud: undefined }, about: 'aud' },
      { title: 'of no subject', claims: { sub: undefined }, about: 'sub' },
      { title: 'without an end', claims: { exp: undefined }, about: 'exp' },
      { title: 'with an end that is no number', claims: { exp: 'never' }, about: 'exp' },
      { title: 'that has expired', claims: {}, options: { expiresIn: -60 }, about: 'expired' },
      { title: 'that is not valid yet', claims: {}, options: { notBeforeIn: 60 }, about: 'nbf' },
    ]),
  )('%s are refused with 401 (F11)', async (_title, row) => {
    const token = await issuer.sign({ ...claims, ...row.claims }, row.options)
    const answer = await call(token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(answer.headers.get('www-authenticate')).toContain(row.about)
  })

  it('may be a few seconds off, as clocks are', async () => {
    expect((await call(await issuer.sign(claims, { notBeforeIn: 2 }))).status).toBe(200)
  })

  it('for several servers count where this one is among them', async () => {
    const token = await issuer.sign({ ...claims, aud: ['https://other.example.com', AUDIENCE] })
    expect((await call(token)).status).toBe(200)
  })

  it('that are forged are refused with 401 (F11)', async () => {
    const good = await issuer.sign(claims)
    const [header, payload, signature] = good.split('.') as [string, string, string]
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keys = (await (await fetch(issuer.jwksUri)).json()) as { keys: Record<string, unknown>[] }
    const evil = { ...claims, iss: issuer.url, exp: inAnHour() }
    const signed = (head: Record<string, unknown>, sign: (input: string) => string) => {
      const input = `${part(head)}.${part(evil)}`
      return `${input}.${sign(input)}`
    }
    const byUs = (input: string) =>
      createSign('RSA-SHA256').update(input).sign(privateKey).toString('base64url')
    const forged: Record<string, string> = {
      'algorithm none': signed({ alg: 'none' }, () => ''),
      'algorithm None': signed({ alg: 'None', kid: 'key-1' }, () => ''),
      'no algorithm': signed({ kid: 'key-1' }, byUs),
      'HS256 with the public key as its secret': signed(
        { alg: 'HS256', kid: 'key-1' },
        hmac(JSON.stringify(keys.keys[0])),
      ),
      'HS256 with the PEM of the public key': signed(
        { alg: 'HS256', kid: 'key-1' },
        hmac(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      ),
      'HS256 with nothing': await new SignJWT(evil)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('x'.repeat(32))),
      'another key under the known name': signed({ alg: 'RS256', kid: 'key-1' }, byUs),
      'a key that the token brings': signed({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) }, byUs),
      'a key at an address in the token': signed(
        { alg: 'RS256', jku: 'http://127.0.0.1:1/keys', kid: 'x' },
        byUs,
      ),
      'a name of a key that is a path': signed({ alg: 'RS256', kid: '../../../../dev/null' }, byUs),
      'a critical header that nobody knows': signed({ alg: 'RS256', kid: 'key-1', crit: ['x'], x: 1 }, byUs),
      'other claims under the signature': `${header}.${part(evil)}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'half a token': `${header}.${payload}`,
      'no JSON': `${header}.AAAA.${signature}`,
      'JSON that is no object': `${header}.${part('x')}.${signature}`,
    }
    for (const [how, token] of Object.entries(forged)) {
      const answer = await call(token)
      expect([how, answer.status]).toEqual([how, 401])
    }
    expect((await call(good)).status).toBe(200)
  })

  it('that name a key nobody knows do not make the server ask for keys again and again (F11)', async () => {
    const before = issuer.keysAsked()
    for (let round = 0; round < 20; round++) {
      const token = await issuer.sign(claims, { header: { kid: `unknown-${round}` } })
      expect((await call(token)).status).toBe(401)
    }
    expect(issuer.keysAsked() - before).toBeLessThanOrEqual(1)
  })

  it('without a scope are refused with 403 and the scope that is missing (F11)', async () => {
    const answer = await call(await issuer.sign({ ...claims, scope: 'skills:write skills:reader' }))
    expect(answer.status).toBe(403)
    const challenge = answer.headers.get('www-authenticate')!
    expect(challenge).toContain('error="insufficient_scope"')
    expect(challenge).toContain('scope="skills:read"')
    for (const scp of [['skills:read'], 'skills:read'])
      expect((await call(await issuer.sign({ ...claims, scope: undefined, scp }))).status).toBe(200)
  })

  it('are asked for with a challenge that leads to the issuer (RFC 9728)', async () => {
    const answer = await post(server.url, 'tools/list')
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="skillway", scope="skills:read", resource_metadata="https://skills.example.com/.well-known/oauth-protected-resource/mcp"',
    )
    for (const path of [
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource',
    ]) {
      const metadata = await send(new URL(path, server.url).href, { method: 'GET' })
      expect(JSON.parse(metadata.text)).toEqual({
        resource: AUDIENCE,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
        scopes_supported: ['skills:read'],
        resource_name: 'Skillway',
      })
    }
  })
})

describe('the keys of an issuer', () => {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0).toReversed()) await each.close()
  })
  const claims = { aud: AUDIENCE, sub: 'user-1' }
  async function serverOf(issuer: Issuer, more: Partial<OAuthOptions> = {}): Promise<Started> {
    const server = await start({ oauth: { issuer: issuer.url, audience: AUDIENCE, ...more } })
    opened.push(issuer, server)
    return server
  }

  it.each(
    titled([
      { title: 'OAuth metadata', options: { metadata: ['oauth' as const] } },
      { title: 'OpenID metadata', options: { metadata: ['openid' as const] } },
      {
        title: 'OAuth metadata below a path',
        options: { metadata: ['oauth' as const], path: '/tenants/one' },
      },
      {
        title: 'OpenID metadata below a path',
        options: { metadata: ['openid' as const], path: '/tenants/one' },
      },
      { title: 'elliptic keys', options: { algorithm: 'ES256' } },
      { title: 'Edwards keys', options: { algorithm: 'EdDSA' } },
    ]),
  )('are found with %s', async (_title, { options }) => {
    const issuer = await startIssuer(options)
    const server = await serverOf(issuer)
    const token = await issuer.sign(claims)
    expect((await post(server.url, 'tools/list', {}, { token })).status).toBe(200)
  })

  it('are taken from jwksUri where it is set', async () => {
    const issuer = await startIssuer({ metadata: [] })
    const server = await serverOf(issuer, { jwksUri: issuer.jwksUri })
    const token = await issuer.sign(claims)
    expect((await post(server.url, 'tools/list', {}, { token })).status).toBe(200)
  })

  it('that cannot be had are 503 with a reason in the log, never 401 and never open', async () => {
    const issuer = await startIssuer({ metadata: [] })
    const server = await serverOf(issuer)
    const token = await issuer.sign(claims)
    for (let round = 0; round < 3; round++) {
      const answer = await post(server.url, 'tools/list', {}, { token })
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('10')
      expect(answer.text).toBe('Tokens cannot be checked at the moment\n')
    }
    expect(server.warnings.join('\n')).toContain('names no keys')
  })

  it.each(
    titled([
      { title: 'an error', answer: { status: 500, body: 'oops' } },
      { title: 'no JSON', answer: { status: 200, body: '<html>' } },
      { title: 'JSON that holds no keys', answer: { status: 200, body: '{"keys":1}' } },
    ]),
  )('are 503 where the issuer answers with %s, until it has recovered', async (_title, { answer }) => {
    const issuer = await startIssuer()
    const server = await serverOf(issuer)
    const token = await issuer.sign(claims)
    issuer.fail(answer)
    expect((await post(server.url, 'tools/list', {}, { token })).status).toBe(503)
    issuer.fail(undefined)
    expect((await post(server.url, 'tools/list', {}, { token })).status).toBe(200)
  })

  it('of metadata for another issuer are not taken', async () => {
    const issuer = await startIssuer({ called: 'https://login.example.com' })
    const server = await serverOf(issuer)
    const token = await issuer.sign(claims)
    expect((await post(server.url, 'tools/list', {}, { token })).status).toBe(503)
    expect(issuer.keysAsked()).toBe(0)
  })

  it('that were rotated are asked for again', async () => {
    const issuer = await startIssuer()
    const server = await serverOf(issuer)
    const old = await issuer.sign(claims)
    await issuer.rotate()
    const fresh = await issuer.sign(claims)
    expect((await post(server.url, 'tools/list', {}, { token: fresh })).status).toBe(200)
    expect((await post(server.url, 'tools/list', {}, { token: old })).status).toBe(401)
  })
})
