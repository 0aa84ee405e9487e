import { describe, expect, it } from 'vitest'
import { endpointIdentity } from '../../../src/sources/mcp/endpoint-identity.ts'
import type { McpTransport } from '../../../src/sources/mcp/types.ts'

const stdio = (more: object = {}): McpTransport => ({
  type: 'stdio',
  command: '/opt/secret/uvx',
  args: ['--key', 'sk-1'],
  ...more,
})
const http = (url: string): McpTransport => ({ type: 'http', url })

describe('which server an approval is bound to (D21, D24)', () => {
  it.each([
    ['the environment', stdio({ env: { TOKEN: 'a' } }), stdio({ env: { TOKEN: 'b' } })],
    [
      'headers',
      { ...http('https://x.com/mcp'), headers: { A: 'b' } } as McpTransport,
      http('https://x.com/mcp'),
    ],
    ['letter case of the host', http('https://X.com/mcp'), http('https://x.com/mcp')],
    ['the default port', http('https://x.com:443/mcp'), http('https://x.com/mcp')],
    ['a fragment', http('https://x.com/mcp#a'), http('https://x.com/mcp')],
  ])('is the same with another %s', (_, one, other) => {
    expect(endpointIdentity(one)).toBe(endpointIdentity(other))
  })

  it.each([
    ['command', stdio(), stdio({ command: '/opt/other/uvx' })],
    ['argument', stdio(), stdio({ args: ['--key', 'sk-2'] })],
    ['order of arguments', stdio(), stdio({ args: ['sk-1', '--key'] })],
    ['folder', stdio(), stdio({ cwd: '/x' })],
    ['host', http('https://x.com/mcp'), http('https://y.com/mcp')],
    ['port', http('https://x.com/mcp'), http('https://x.com:8443/mcp')],
    ['scheme', http('https://x.com/mcp'), http('http://x.com/mcp')],
    ['path', http('https://x.com/mcp'), http('https://x.com/mcp2')],
    ['query', http('https://x.com/mcp?tenant=a'), http('https://x.com/mcp?tenant=b')],
    ['user', http('https://a@x.com/mcp'), http('https://b@x.com/mcp')],
  ])('is another one with another %s', (_, one, other) => {
    expect(endpointIdentity(one)).not.toBe(endpointIdentity(other))
  })

  it('can be shown: it holds no argument, no folder, no query and no password', () => {
    const identity = endpointIdentity(stdio({ cwd: '/home/me' }))
    expect(identity).toMatch(/^stdio:uvx#sha256:[0-9a-f]{64}$/)
    expect(endpointIdentity(http('https://me:pass@x.com/mcp?key=sk-1'))).toMatch(
      /^https:\/\/x\.com\/mcp#sha256:[0-9a-f]{64}$/,
    )
  })
})
