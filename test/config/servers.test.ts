import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import { configOf, place, projectConfig } from './place.ts'

const PROJECT = 'home/project/skillway.yaml'
const USER = 'home/.config/skillway/skillway.yaml'

describe('servers', () => {
  it('are read as MCP clients write them', async () => {
    const where = place({
      'home/project/skillway.json': `{
	"mcpServers": {
		"docs": { "command": "uvx", "args": ["mcp-server-with-skills", "--dir=~"], "env": { "A": "b" } },
		"team": {
			"type": "http",
			"url": "https:\\/\\/skills.example.com/mcp",
			"headers": { "Authorization": "Bearer \${TEAM_TOKEN}" },
			"timeoutMs": 5000, "approval": "required", "enabled": false
		}
	}
}`,
    })
    const { servers, diagnostics } = await loadConfig({ ...where, env: { TEAM_TOKEN: 'x' } })
    expect(servers).toEqual([
      {
        label: 'docs',
        transport: {
          type: 'stdio',
          command: 'uvx',
          args: ['mcp-server-with-skills', '--dir=~'],
          env: { A: 'b' },
          cwd: where.cwd,
        },
        enabled: true,
        timeoutMs: 30_000,
        approval: 'none',
        origin: 'project',
        file: 'skillway.json',
      },
      {
        label: 'team',
        transport: {
          type: 'http',
          url: 'https://skills.example.com/mcp',
          headers: { Authorization: 'Bearer ${TEAM_TOKEN}' },
        },
        enabled: false,
        timeoutMs: 5000,
        approval: 'required',
        origin: 'project',
        file: 'skillway.json',
      },
    ])
    expect(diagnostics).toEqual([])
  })

  it('are read from a list of command lines, addresses and mappings', async () => {
    const { servers } = await projectConfig(
      `
mcpServers:
  - uvx --from "a b" skills-server '--flag=x y' "\${WORD}"
  - https://skills.example.com/\${WORD}
  - { name: mine, command: node, args: [server.js], timeout: 2.5 }
  - { url: http://localhost:8001/mcp }
  - "\${ADDRESS}"
`,
      { env: { WORD: 'two words', ADDRESS: 'https://other.example.com/mcp' } },
    )
    expect(servers.map(({ label, transport, timeoutMs }) => [label, transport, timeoutMs])).toMatchObject([
      [
        'skills-server',
        { command: 'uvx', args: ['--from', 'a b', 'skills-server', '--flag=x y', 'two words'] },
        30_000,
      ],
      ['skills-example-com', { type: 'http', url: 'https://skills.example.com/two words' }, 30_000],
      ['mine', { type: 'stdio', command: 'node', args: ['server.js'] }, 2500],
      ['localhost', { url: 'http://localhost:8001/mcp' }, 30_000],
      ['server', { url: 'https://other.example.com/mcp' }, 30_000],
    ])
  })

  it.each([
    ['stdio', 'command: a', 'stdio'],
    ['http', 'url: https://a', 'http'],
    ['streamable-http', 'url: https://a', 'http'],
    ['streamableHttp', 'url: https://a', 'http'],
  ])('of type %s with %s are %s', async (type, way, expected) => {
    const { servers } = await projectConfig(`mcpServers:\n  x:\n    type: ${type}\n    ${way}`)
    expect(servers[0]?.transport.type).toBe(expected)
  })

  it('of type sse are left out and noted, the others stay', async () => {
    const { servers, diagnostics } = await projectConfig(
      'mcpServers:\n  a: { command: a }\n  old: { type: sse, url: https://a/sse }',
    )
    expect(servers.map(({ label }) => label)).toEqual(['a'])
    expect(diagnostics).toMatchObject([
      { code: 'CONFIG_SERVER_UNSUPPORTED', severity: 'warning', path: 'skillway.yaml', line: 3 },
    ])
  })

  it('start in the folder of their file, or where cwd says, and a path of a program is relative to it', async () => {
    const where = place({
      [PROJECT]:
        'mcpServers:\n  a: { command: ./run.sh, cwd: ../x }\n  b: { command: ~/bin/run }\n  c: { command: run }',
    })
    const { servers } = await loadConfig({ ...where, cwd: join(where.cwd, 'deep') })
    expect(servers.map(({ transport }) => transport)).toMatchObject([
      { command: join(where.cwd, 'run.sh'), cwd: join(where.home, 'x') },
      { command: join(where.home, 'bin/run'), cwd: where.cwd },
      { command: 'run', cwd: where.cwd },
    ])
  })

  it('keep the order of the file, also where labels look like numbers', async () => {
    const { servers } = await projectConfig(
      'mcpServers:\n  b: { command: x }\n  "2": { command: x }\n  "1": { command: x }',
    )
    expect(servers.map(({ label }) => label)).toEqual(['b', '2', '1'])
  })

  it('can share settings by anchors and merge keys', async () => {
    const { servers } = await projectConfig(
      'mcpServers:\n  a: &base { command: x, env: { A: b } }\n  b: { <<: *base, command: y }',
    )
    expect(servers.map(({ transport }) => transport)).toMatchObject([
      { command: 'x', env: { A: 'b' } },
      { command: 'y', env: { A: 'b' } },
    ])
  })

  it('get made labels that are unique, and give way to given ones', async () => {
    const { servers } = await projectConfig(
      'mcp_servers: [uvx mcp-server-with-skills, uvx mcp-server-with-skills, { name: A-2, command: x }, uvx a, uvx a]',
    )
    expect(servers.map(({ label }) => label)).toEqual([
      'mcp-server-with-skills',
      'mcp-server-with-skills-2',
      'A-2',
      'a',
      'a-3',
    ])
  })

  it.each([
    ['disabled: true', false],
    ['disabled: false', true],
    ['enabled: false', false],
    ['{ enabled: false, disabled: true }', false],
  ])('with %s are enabled: %s', async (text, enabled) => {
    const keys = text.replaceAll(/[{}]/g, '')
    const { servers } = await projectConfig(`mcpServers: { a: { command: a, ${keys} } }`)
    expect(servers[0]?.enabled).toBe(enabled)
  })

  it('that are disabled may lack their variables', async () => {
    const { servers } = await projectConfig('mcpServers: { a: { url: "https://${HOST}", enabled: false } }')
    expect(servers[0]).toMatchObject({ enabled: false, transport: { url: 'https://${HOST}' } })
  })

  it('keep what other clients read, with a note for each', async () => {
    const { servers, diagnostics } = await projectConfig(
      'mcpServers:\n  a:\n    command: a\n    timeout: 60\n    alwaysAllow: [x]\n    headers: { A: b }\n  b:\n    url: https://a\n    args: []',
    )
    expect(servers.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 30_000])
    expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['CONFIG_KEY_IGNORED', 5, 'Other clients read it, here it is passed over: mcpServers.a.alwaysAllow'],
      ['CONFIG_KEY_IGNORED', 6, "It means nothing without 'url', so it is passed over: mcpServers.a.headers"],
      ['CONFIG_KEY_IGNORED', 4, 'Clients disagree on its unit, so it is passed over: mcpServers.a.timeout'],
      [
        'CONFIG_KEY_IGNORED',
        9,
        "It means nothing without 'command', so it is passed over: mcpServers.b.args",
      ],
    ])
  })
})

describe('servers of several files', () => {
  it("are joined, the project's first", async () => {
    const { servers } = await configOf({
      [USER]: 'mcpServers: [uvx a, uvx b]',
      [PROJECT]: 'mcpServers: [uvx c]',
    })
    expect(servers.map(({ label, origin, file }) => [label, origin, file])).toEqual([
      ['c', 'project', 'skillway.yaml'],
      ['a', 'user', '~/.config/skillway/skillway.yaml'],
      ['b', 'user', '~/.config/skillway/skillway.yaml'],
    ])
  })

  it("with one label: the project's wins, with a note", async () => {
    const { servers, diagnostics } = await configOf({
      [PROJECT]: 'mcpServers: { Docs: { command: a } }',
      [USER]: 'mcpServers: { docs: { command: b } }',
    })
    expect(servers).toMatchObject([{ label: 'Docs', transport: { command: 'a' } }])
    expect(diagnostics).toMatchObject([
      {
        code: 'CONFIG_SHADOWED',
        path: '~/.config/skillway/skillway.yaml',
        message:
          "The server 'docs' of ~/.config/skillway/skillway.yaml is left out: skillway.yaml has another of that label",
      },
    ])
  })

  it('with one command line are one server; with one made label and two commands, two', async () => {
    const { servers, diagnostics } = await configOf({
      [PROJECT]: 'mcpServers: [uvx a, uvx b --here]',
      [USER]: 'mcpServers: [uvx a, uvx b --there, { name: b-2, command: c }]',
    })
    expect(servers.map(({ label, origin }) => [label, origin])).toEqual([
      ['a', 'project'],
      ['b', 'project'],
      ['b-3', 'user'],
      ['b-2', 'user'],
    ])
    expect(diagnostics).toEqual([])
  })

  it.each([
    ['none', undefined, undefined, undefined, 'none', 'none'],
    ['its own', 'required', undefined, undefined, 'required', 'none'],
    ['its file', undefined, 'required', undefined, 'required', 'required'],
    ['its own before its file', 'none', 'required', undefined, 'none', 'required'],
    ['the other file, which may tighten', 'none', undefined, 'required', 'required', 'required'],
    ['no other file, which may not loosen', undefined, 'required', 'none', 'required', 'required'],
  ])('get their approval from %s', async (_, own, project, user, ofProject, ofUser) => {
    const server = own === undefined ? '' : `, approval: ${own}`
    const { servers } = await configOf({
      [PROJECT]: `${top(project)}mcpServers: { p: { command: a${server} } }`,
      [USER]: `${top(user)}mcpServers: { u: { command: b } }`,
    })
    expect(servers.map(({ approval }) => approval)).toEqual([ofProject, ofUser])
  })
})

function top(approval: string | undefined): string {
  return approval === undefined ? '' : `approval: ${approval}\n`
}
