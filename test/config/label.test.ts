import { array, assert, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LABEL, labelOfCommand, labelOfUrl, uniqueLabel } from '../../src/config/label.ts'

describe('labelOfCommand', () => {
  it.each<[string, string]>([
    ['uvx mcp-server-with-skills', 'mcp-server-with-skills'],
    ['uvx --from git+https://example.com/a/b.git@v1 skills-server --flag', 'skills-server'],
    ['uvx mcp-server==1.2.3', 'mcp-server'],
    ['uvx mcp-server[extra]>=1', 'mcp-server'],
    ['uvx mcp-server@latest', 'mcp-server'],
    ['uv run --directory /srv/x server.py', 'server'],
    ['uv tool run skills', 'skills'],
    ['npx -y @scope/server-skills@1.2.3 --port 1', 'server-skills'],
    ['pnpm dlx @scope/skills', 'skills'],
    ['/usr/local/bin/npx skills', 'skills'],
    ['node dist/my-server.js', 'my-server'],
    ['python -m my_skills.server', 'my_skills-server'],
    ['docker run -i --rm -e TOKEN=abc ghcr.io/acme/skills:1.0', 'skills'],
    ['./bin/serve-skills.sh --token abc', 'serve-skills'],
    [String.raw`C:\tools\skills.exe`, 'skills'],
    ['uvx', 'uvx'],
    ['npx --yes', 'npx'],
    ['技能', 'server'],
    ['node ...', 'server'],
    [`${'x'.repeat(100)}`, 'x'.repeat(63)],
  ])('names the server of %j %j', (line, label) => {
    const [command, ...args] = line.split(' ')
    expect(labelOfCommand(command!, args)).toBe(label)
  })

  it('fits the grammar of labels whatever the command is', () => {
    assert(
      property(string({ unit: 'binary' }), array(string()), (command, args) => {
        expect(labelOfCommand(command, args)).toMatch(LABEL)
      }),
    )
  })
})

describe('labelOfUrl', () => {
  it.each([
    ['https://skills.example.com/mcp', 'skills-example-com'],
    ['http://localhost:8001/mcp?token=abc', 'localhost'],
    ['https://user:secret@example.com', 'example-com'],
    ['https://[::1]:80/', '1'],
    ['https://${HOST}/mcp', 'HOST'],
    ['https://', 'server'],
    ['${URL}', 'server'],
  ])('names the server at %j %j', (url, label) => {
    expect(labelOfUrl(url)).toBe(label)
  })

  it('fits the grammar of labels whatever the address is', () => {
    assert(
      property(webUrl({ authoritySettings: { withIPv4: true, withIPv6: true } }), (url) => {
        expect(labelOfUrl(url)).toMatch(LABEL)
      }),
    )
  })
})

describe('uniqueLabel', () => {
  it('counts from 2', () => {
    const taken = new Set(['a', 'a-2'])
    expect(uniqueLabel('b', (label) => taken.has(label))).toBe('b')
    expect(uniqueLabel('a', (label) => taken.has(label))).toBe('a-3')
  })

  it('stays within 63 characters', () => {
    const long = 'x'.repeat(63)
    expect(uniqueLabel(long, (label) => label === long)).toBe(`${'x'.repeat(61)}-2`)
  })
})
