import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'

interface Snippet {
  /** The heading of the second level above it. */
  section: string
  /** The heading of the third level above it: the client. */
  client: string
  language: string
  text: string
}

const snippets = snippetsOf(readFileSync(resolve(import.meta.dirname, '../docs/clients.md'), 'utf8'))
const configs = snippets.filter(({ language }) => language !== 'sh')
const stdio = configs.filter(({ section }) => section === 'Stdio').map((each) => [each.client, each] as const)
const http = configs.filter(({ section }) => section === 'HTTP').map((each) => [each.client, each] as const)

const CLIENTS = [
  'Claude Code',
  'Claude Desktop',
  'Codex',
  'Cursor',
  'VS Code',
  'Gemini CLI',
  'opencode',
  'goose',
  'MCP Inspector',
]
const LAUNCH = ['npx', '-y', 'skillway', 'serve']
const PARSERS: Record<string, (text: string) => unknown> = {
  json: (text) => JSON.parse(text),
  yaml: (text) => load(text, { schema: CORE_SCHEMA }),
  toml: parsePlainToml,
}

describe('docs/clients.md', () => {
  it('shows a config for every client, once over stdio and, but for Claude Desktop, once over HTTP', () => {
    expect(stdio.map(([client]) => client)).toEqual(CLIENTS)
    expect(http.map(([client]) => client)).toEqual(
      CLIENTS.filter((client) => client !== 'Claude Desktop').map((client) => `${client} over HTTP`),
    )
  })

  it.each(stdio)('starts npx -y skillway serve from the config of %s', (_client, snippet) => {
    expect(launchOf(serverOf(snippet))).toEqual(LAUNCH)
  })

  it.each(http)(
    'gives the address and a bearer token, never a real one, in the config of %s',
    (_client, snippet) => {
      const server = serverOf(snippet)
      expect(server['url'] ?? server['httpUrl'] ?? server['uri']).toBe('http://127.0.0.1:3917/mcp')
      const { Authorization: header } = (server['headers'] ?? {}) as Record<string, string>
      const token = header?.replace(/^Bearer /, '') ?? server['bearer_token_env_var']
      expect(token).toMatch(/^(\$?\{?(env:|input:)?(SKILLWAY_TOKEN|skillway-token)\}?|YOUR_TOKEN)$/)
    },
  )

  it.each(commandLines().map((line) => [line]))('says the launch command whole in: %s', (line) => {
    const [json] = /\{.*\}/.exec(line) ?? []
    const words = json === undefined ? line.replaceAll('"', '').split(' ') : launchOf(JSON.parse(json))
    expect(words.filter((word) => word !== '--').slice(-LAUNCH.length)).toEqual(LAUNCH)
  })
})

describe('the TOML that the test understands', () => {
  it.each(['a b', 'a = ', 'a = [1,]', '[a', '[a.b] c'])('does not include %s', (text) => {
    expect(() => parsePlainToml(text)).toThrow(/not plain TOML|JSON/)
  })
})

function snippetsOf(markdown: string): Snippet[] {
  let section = ''
  let client = ''
  const found: Snippet[] = []
  for (const [, level, heading, language, text] of markdown.matchAll(
    /^(##|###) ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms,
  )) {
    if (level === '##') [section, client] = [heading!, '']
    else if (level === '###') client = heading!
    else found.push({ section, client, language: language!, text: text! })
  }
  return found
}

/** The entry named skillway, wherever the client wants it. */
function serverOf({ language, text }: Snippet): Record<string, unknown> {
  const config = PARSERS[language]!(text) as Record<string, Record<string, unknown>>
  const { mcpServers, servers, mcp, extensions, mcp_servers: codex } = config
  const named = mcpServers ?? servers ?? mcp?.['servers'] ?? extensions ?? codex
  return (named as Record<string, Record<string, unknown>>)['skillway']!
}

function launchOf({ command, cmd, args = [] }: Record<string, unknown>): string[] {
  return [command ?? cmd, args].flat(2) as string[]
}

/** Shell lines of the stdio section that register or start Skillway. */
function commandLines(): string[] {
  return snippets
    .filter(({ section, language }) => section === 'Stdio' && language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'))
    .filter((line) => !line.includes('inspector.json'))
}

/** Tables of keys whose values are written as in JSON: all that the document needs, and anything else is refused. */
function parsePlainToml(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  let table = root
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, path, key, value] = /^(?:\[([\w.]+)\]|(\w+) = (.+))$/.exec(line) ?? []
    if (path !== undefined) table = descend(root, path.split('.'))
    else if (key !== undefined) table[key] = JSON.parse(value!)
    else throw new Error(`not plain TOML: ${line}`)
  }
  return root
}

function descend(root: Record<string, unknown>, path: string[]): Record<string, unknown> {
  return path.reduce((table, key) => (table[key] ??= {}) as Record<string, unknown>, root)
}
