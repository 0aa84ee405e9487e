import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { titled } from '../titled.ts'
import { configOf, projectConfig } from './place.ts'

const TOKEN = 'a-token-of-the-tests'
const hash = (token: string) => createHash('sha256').update(token).digest('hex')
const http = (text: string, env: Record<string, string> = {}) =>
  projectConfig(`http:\n${text}`, { http: true, env })

const WHOLE = `
  host: 0.0.0.0
  port: 8080
  tokens:
    - { name: ci, token: "\${CI_TOKEN}", sources: [local, docs] }
    - { name: ops, sha256: ${hash('another-token-of-tests').toUpperCase()} }
  oauth:
    issuer: https://login.example.com/
    audience: https://skills.example.com/mcp
    jwksUri: https://login.example.com/keys
    scopes: [skills:read]
    sourcesClaim: skill_sources
  allowedHosts: [skills.example.com, "[2001:db8::1]:8443", "localhost:9000"]
  allowedOrigins: ["https://app.example.com", "http://localhost:3000"]
  requestsPerMinute: 600
  wellKnown: true
mcpServers: { docs: { command: docs } }
`

describe('the http section', () => {
  it('is read with its variables put in, and keeps no token', async () => {
    const config = await http(WHOLE, { CI_TOKEN: TOKEN })
    expect(config.http).toEqual({
      host: '0.0.0.0',
      port: 8080,
      tokens: [
        { name: 'ci', sha256: hash(TOKEN), sources: ['local', 'docs'] },
        { name: 'ops', sha256: hash('another-token-of-tests'), sources: undefined },
      ],
      oauth: {
        issuer: 'https://login.example.com/',
        audience: 'https://skills.example.com/mcp',
        jwksUri: 'https://login.example.com/keys',
        scopes: ['skills:read'],
        sourcesClaim: 'skill_sources',
      },
      allowedHosts: ['skills.example.com', '[2001:db8::1]:8443', 'localhost:9000'],
      allowedOrigins: ['https://app.example.com', 'http://localhost:3000'],
      requestsPerMinute: 600,
      wellKnown: true,
    })
    expect(config.diagnostics).toEqual([])
    expect(JSON.stringify(config)).not.toContain(TOKEN)
  })

  it('needs its variables only where it is served', async () => {
    const config = await projectConfig(`http:\n${WHOLE}`)
    expect(config.http).toBeUndefined()
    await expect(http(WHOLE)).rejects.toMatchObject({
      message: 'skillway.yaml:6:26: http.tokens[0].token: the environment variable CI_TOKEN is not set',
    })
  })

  it.each(['http:', 'http: null', 'http: {}'])('may be empty: %s', async (text) => {
    await expect(projectConfig(text, { http: true })).resolves.toMatchObject({ maxSkills: 20 })
  })

  it('of the project counts as a whole, so that no caller of it is let in to what the user described', async () => {
    const files = {
      'home/project/skillway.yaml': `http: { tokens: [{ name: project, token: ${TOKEN} }] }`,
      'home/.config/skillway/skillway.yaml': `http: { host: 0.0.0.0, allowedHosts: [a.example], tokens: [{ name: user, token: ${TOKEN} }] }`,
    }
    const { http: chosen, diagnostics } = await configOf(files, { http: true })
    expect(chosen).toMatchObject({ host: undefined, allowedHosts: [], tokens: [{ name: 'project' }] })
    expect(diagnostics).toMatchObject([
      { code: 'CONFIG_SHADOWED', message: expect.stringContaining('http section') },
    ])
  })

  it('that names a source which is not there says so', async () => {
    const { diagnostics } = await http(
      `  tokens: [{ name: ci, token: ${TOKEN}, sources: [local, dosc] }]\nmcpServers: { docs: { command: docs } }`,
    )
    expect(diagnostics).toMatchObject([
      {
        code: 'CONFIG_SOURCE_UNKNOWN',
        message: "The token 'ci' names the source 'dosc', and there is none",
        hint: 'The sources are local, docs.',
      },
    ])
  })

  it.each(
    titled([
      {
        title: 'an unknown key',
        text: '  hosts: x',
        error: "2:3: unknown key 'hosts' in http; did you mean 'host'?",
      },
      {
        title: 'an unknown key of a token',
        text: '  tokens: [{ name: a, secret: b }]',
        error: "2:23: unknown key 'secret' in http.tokens[0]; allowed here: name, token, sha256, sources",
      },
      {
        title: 'an unknown key of OAuth',
        text: '  oauth: { issuers: x }',
        error: "2:12: unknown key 'issuers' in http.oauth; did you mean 'issuer'?",
      },
      {
        title: 'a port that is none',
        text: '  port: 70000',
        error: '2:9: http.port must be a whole number from 0 to 65535, not 70000',
      },
      {
        title: 'a port in quotes',
        text: '  port: "80"',
        error: "2:9: http.port must be a whole number from 0 to 65535, not '80'",
      },
      {
        title: 'no requests',
        text: '  requestsPerMinute: 0',
        error: '2:22: http.requestsPerMinute must be a whole number from 1 to 1000000, not 0',
      },
      {
        title: 'a text for a switch',
        text: '  wellKnown: yes',
        error: "2:14: http.wellKnown must be true or false, not 'yes'",
      },
      {
        title: 'a token without a name',
        text: `  tokens: [{ token: ${TOKEN} }]`,
        error: "2:12: http.tokens[0] has no 'name'",
      },
      {
        title: 'a name that is none',
        text: `  tokens: [{ name: "a b", token: ${TOKEN} }]`,
        error:
          "2:20: the label 'a b' must begin with a letter or digit and hold only letters, digits, '-' and '_', 63 characters at the most",
      },
      {
        title: 'a name twice',
        text: `  tokens: [{ name: a, token: ${TOKEN} }, { name: a, token: ${TOKEN}2 }]`,
        error: "2:54: http.tokens[1] has the name 'a', which is there twice",
      },
      {
        title: 'the name of the variable',
        text: `  tokens: [{ name: env, token: ${TOKEN} }]`,
        error: "2:12: http.tokens[0] has the name 'env', which is that of SKILLWAY_TOKEN",
      },
      {
        title: 'neither token nor hash',
        text: '  tokens: [{ name: a }]',
        error: "2:12: http.tokens[0] needs either 'token' or 'sha256'",
      },
      {
        title: 'both token and hash',
        text: `  tokens: [{ name: a, token: ${TOKEN}, sha256: ${hash(TOKEN)} }]`,
        error: "2:12: http.tokens[0] needs either 'token' or 'sha256'",
      },
      {
        title: 'a short token',
        text: '  tokens: [{ name: a, token: secret }]',
        error: '2:30: http.tokens[0].token has fewer than 16 characters',
      },
      {
        title: 'a token with spaces',
        text: '  tokens: [{ name: a, token: "correct horse battery staple" }]',
        error: '2:30: http.tokens[0].token holds characters that no bearer token can have',
      },
      {
        title: 'a hash that is none',
        text: '  tokens: [{ name: a, sha256: abc }]',
        error: '2:31: http.tokens[0].sha256 must be a SHA-256 as 64 hex digits',
      },
      {
        title: 'a source that no label can be',
        text: `  tokens: [{ name: a, token: ${TOKEN}, sources: ["*"] }]`,
        error:
          "2:62: the label '*' must begin with a letter or digit and hold only letters, digits, '-' and '_', 63 characters at the most",
      },
      {
        title: 'OAuth without an audience',
        text: '  oauth: { issuer: "https://login.example.com" }',
        error: "2:10: http.oauth has no 'audience'",
      },
      {
        title: 'an issuer without TLS',
        text: '  oauth: { issuer: "http://login.example.com", audience: "https://a.example" }',
        error: '2:20: http.oauth.issuer must be an https:// address without a query or fragment',
      },
      {
        title: 'an audience that is no address',
        text: '  oauth: { issuer: "https://login.example.com", audience: skills }',
        error: '2:59: http.oauth.audience must be an https:// address without a query or fragment',
      },
      {
        title: 'an issuer with a query',
        text: '  oauth: { issuer: "https://login.example.com?a", audience: "https://a.example" }',
        error: '2:20: http.oauth.issuer must be an https:// address without a query or fragment',
      },
      {
        title: 'an allowed host with a scheme',
        text: '  allowedHosts: ["https://skills.example.com"]',
        error: '2:18: http.allowedHosts[0] must be a host, or host:port, as it stands in the Host header',
      },
      {
        title: 'every host',
        text: '  allowedHosts: ["*"]',
        error: '2:18: http.allowedHosts[0] must be a host, or host:port, as it stands in the Host header',
      },
      {
        title: 'an origin with a path',
        text: '  allowedOrigins: ["https://app.example.com/"]',
        error:
          '2:20: http.allowedOrigins[0] must be an origin, such as https://app.example.com, and nothing more',
      },
      {
        title: 'every origin',
        text: '  allowedOrigins: ["*"]',
        error:
          '2:20: http.allowedOrigins[0] must be an origin, such as https://app.example.com, and nothing more',
      },
      {
        title: 'the origin of nothing',
        text: '  allowedOrigins: ["null"]',
        error:
          '2:20: http.allowedOrigins[0] must be an origin, such as https://app.example.com, and nothing more',
      },
      { title: 'an empty host', text: '  host: ""', error: '2:9: http.host must not be empty' },
    ]),
  )('with %s is refused with its place', async (_title, { text, error }) => {
    await expect(http(text)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `skillway.yaml:${error}`,
    })
  })

  it('never shows a token that is wrong', async () => {
    for (const token of ['short-secret', 'a secret with spaces in it', '${SECRET}']) {
      const loading = http(
        `  tokens: [{ name: a, token: "${token}" }, { name: b, token: [${JSON.stringify(token)}] }]`,
        { SECRET: 'short-secret' },
      )
      await expect(loading).rejects.not.toMatchObject({ message: expect.stringMatching(/secret/) })
    }
  })
})
