import { describe, expect, it } from 'vitest'
import { configOf, place } from './place.ts'
import { loadConfig } from '../../src/config/load-config.ts'
import type { Config } from '../../src/config/types.ts'

/** The two examples of the documentation of skill URIs. */
const SERVER_EXAMPLE = `mcp_servers:
  - "uvx mcp-server-with-skills"

agents:
  assistant:
    model: openai:gpt-4o
    tools:
      - type: skills
    # Can now load skills from MCP server by flat URI:
    # skill://pdf-processing
`
const AGENT_EXAMPLE = `agents:
  my_agent:
    model: openai:gpt-4o
    tools:
      - type: skills
        # Optional: limit number of skills shown in listings
        max_skills: 20
`
/** The complete example of its documentation of the skills configuration. */
const SKILLS_EXAMPLE = `# Global skills configuration
skills:
  paths:
    - ~/.config/agentpool/skills
    - ./project-skills
  include_default: true
  
  # Default: metadata-only injection for all agents
  instruction:
    mode: metadata
    max_skills: 20

agents:
  # Appends /skills to tool names (default: false)
  append_tools_namespace: true

  # Standard agent - uses global metadata injection
  assistant:
    model: openai:gpt-4o-mini
    system_prompt: "You are a helpful assistant"
    tools:
      - type: skills
  
  # Expert agent - uses full skill content
  expert:
    model: openai:gpt-4o
    system_prompt: "You are an expert developer"
    tools:
      - type: skills
        injection_mode: full
        max_skills: 10
  
  # Minimal agent - no skills injection
  minimal:
    model: openai:gpt-4o-mini
    system_prompt: "Keep responses brief"
    tools: []  # No skills tool
`

function load(text: string, agent?: string, name = 'home/project/skillway.yaml'): Promise<Config> {
  return configOf({ [name]: text }, { agent })
}

describe("the examples of AgentPool's documentation are read as they are", () => {
  it.each(['skillway.yaml', 'skillway.yml'])('a server with skills, in %s', async (name) => {
    const config = await load(SERVER_EXAMPLE, undefined, `home/project/${name}`)
    expect(config).toMatchObject({
      servers: [
        {
          label: 'mcp-server-with-skills',
          transport: { type: 'stdio', command: 'uvx', args: ['mcp-server-with-skills'], env: {} },
          enabled: true,
          approval: 'none',
        },
      ],
      maxSkills: 20,
      diagnostics: [
        {
          code: 'CONFIG_KEY_IGNORED',
          severity: 'info',
          path: name,
          line: 6,
          message: 'Passed over, because only AgentPool reads it: agents.assistant.model',
        },
      ],
    })
  })

  it('the same file by its own name', async () => {
    const where = place({ 'home/project/config.yml': SERVER_EXAMPLE })
    const config = await loadConfig({ ...where, file: 'config.yml', agent: 'assistant' })
    expect(config).toMatchObject({
      servers: [{ origin: 'given', file: 'config.yml' }],
      files: ['config.yml'],
    })
  })

  it.each([undefined, 'my_agent'])('an agent with a limit, for --agent %s', async (agent) => {
    expect((await load(AGENT_EXAMPLE, agent)).maxSkills).toBe(20)
    expect((await load(AGENT_EXAMPLE.replace('20', '7'), agent)).maxSkills).toBe(7)
  })

  it.each([
    [undefined, 20],
    ['assistant', 20],
    ['expert', 10],
    ['minimal', 20],
  ])('the skills configuration, for --agent %s', async (agent, maxSkills) => {
    const config = await load(SKILLS_EXAMPLE, agent)
    expect(config.maxSkills).toBe(maxSkills)
    expect(config.roots.map(({ shown }) => shown)).toEqual(['~/.config/agentpool/skills', './project-skills'])
    expect(config.diagnostics.map(({ line, message, hint }) => [line, message, hint])).toEqual([
      [15, 'Passed over, because only AgentPool reads it: agents.append_tools_namespace', undefined],
      [
        19,
        'Passed over, because only AgentPool reads it: agents.assistant.model, agents.assistant.system_prompt',
        undefined,
      ],
      [
        26,
        'Passed over, because only AgentPool reads it: agents.expert.model, agents.expert.system_prompt',
        undefined,
      ],
      [
        35,
        'Passed over, because only AgentPool reads it: agents.minimal.model, agents.minimal.system_prompt',
        undefined,
      ],
      [10, 'Passed over, because only AgentPool reads it: skills.instruction.mode', undefined],
      ...(agent === undefined
        ? [
            [
              13,
              "Passed over, because no agent is chosen: max_skills of 'expert'",
              'Choose an agent with --agent NAME.',
            ],
          ]
        : []),
    ])
  })
})

describe('files of AgentPool', () => {
  it.each([
    ['teams: { a: { mode: parallel } }', 'teams'],
    ['storage: { log: true }\nmcp_servers: []', 'storage'],
    ['INHERIT: base.yml', 'INHERIT'],
    ['agents: {}\n.base: &base { a: 1 }', "['.base']"],
    ['agents: {}\nfuture: 1', 'future'],
    ['agents: {}\nskills: { registry: x }', 'skills.registry'],
  ])('keep what only AgentPool reads, with a note: %j', async (text, key) => {
    const { diagnostics } = await load(text)
    expect(diagnostics).toMatchObject([
      { code: 'CONFIG_KEY_IGNORED', message: `Passed over, because only AgentPool reads it: ${key}` },
    ])
  })

  it.each([
    ['agents: {}\nmcp_server: []', "2:1: unknown key 'mcp_server'; did you mean 'mcp_servers'?"],
    ['agents: {}\nskills: { path: [] }', "2:11: unknown key 'path' in skills; did you mean 'paths'?"],
    [
      'skills: { instruction: { max_skill: 2 } }',
      "1:26: unknown key 'max_skill' in skills.instruction; did you mean 'max_skills'?",
    ],
    ['agents: [a]', '1:9: agents must be a mapping, not a list'],
    [
      AGENT_EXAMPLE.replace('20', '0'),
      '7:21: agents.my_agent.tools[0].max_skills must be a whole number from 1 to 1000, not 0',
    ],
  ])('are still refused for a mistake in what is ours: %j', async (text, message) => {
    await expect(load(text)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `skillway.yaml:${message}`,
    })
  })

  it('name many foreign keys of an agent in one note', async () => {
    const keys = Array.from({ length: 12 }, (_, i) => `k${i}: 1`).join(', ')
    const { diagnostics } = await load(`agents: { a: { ${keys} } }`)
    expect(diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/: agents\.a\.k0, .*agents\.a\.k7 and 4 more$/),
    ])
  })

  it('may name addresses among their paths, which are noted, and have listed servers of every form', async () => {
    const { roots, servers, diagnostics } = await load(`agents: {}
skills: { paths: ["github://acme/skills", ./skills] }
mcp_servers:
  - https://skills.example.com/sse
  - { type: streamable-http, url: http://mcp.example.com, enabled: false, timeout: 600, lazy: true }
  - { type: stdio, name: my_server, command: python, args: [-m, my_mcp_server], env: { A: b } }
  - { type: sse, url: https://old.example.com/sse }
`)
    expect(roots.map(({ shown }) => shown)).toEqual(['./skills'])
    expect(servers.map(({ label, enabled, timeoutMs }) => [label, enabled, timeoutMs])).toEqual([
      ['skills-example-com', true, 30_000],
      ['mcp-example-com', false, 600_000],
      ['my_server', true, 30_000],
    ])
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ['CONFIG_KEY_IGNORED', 2],
      ['CONFIG_KEY_IGNORED', 5],
      ['CONFIG_SERVER_UNSUPPORTED', 7],
    ])
  })

  it.each([
    [SKILLS_EXAMPLE, "Choose one of these: 'assistant', 'expert', 'minimal'"],
    ['maxSkills: 1', 'No config file has agents; leave --agent out.'],
  ])('without the agent that was asked for: wrong usage', async (text, hint) => {
    await expect(load(text, 'writer')).rejects.toMatchObject({
      code: 'USAGE',
      message: "No config file has an agent 'writer'",
      hint,
    })
    await expect(load(text, 'constructor')).rejects.toMatchObject({ code: 'USAGE' })
  })

  it('of the user give their agent to a project, whose own limit yields to the agent that was asked for', async () => {
    const files = {
      'home/project/skillway.yaml': 'maxSkills: 5',
      'home/.config/skillway/skillway.yaml': AGENT_EXAMPLE,
    }
    expect((await configOf(files)).maxSkills).toBe(5)
    expect((await configOf(files, { agent: 'my_agent' })).maxSkills).toBe(20)
  })
})
