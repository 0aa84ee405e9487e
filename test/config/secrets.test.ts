import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { projectConfig } from './place.ts'

/** Stands where a secret may stand, or where somebody puts it by mistake. */
const SECRET = 'hunter2SECRET'
const env = { TOKEN: `${SECRET}\n`, URL: `https://${SECRET}`, BAD: `${SECRET} `, NUL: `\0${SECRET}` }

/** Everything that a reader of the error sees. */
function visibleIn(error: unknown): string {
  if (!(error instanceof SkillwayError)) throw error
  return [error.message, error.hint, error.stack, String(error.cause)].join('\n')
}

describe('a secret never gets into an error', () => {
  it.each([
    [
      'a header that cannot be sent',
      'mcpServers: { a: { url: "https://b", headers: { X: "a\\n${TOKEN}x" } } }',
    ],
    ['an address of another scheme', 'mcpServers: { a: { url: "ftp://${TOKEN}" } }'],
    ['an address that is none', 'mcpServers: { a: { url: "${TOKEN}" } }'],
    ['a password in an address', 'mcpServers: { a: { url: "https://me:${BAD}@b" } }'],
    ['a null byte in a variable', 'mcpServers: { a: { command: b, args: ["${NUL}"] } }'],
    [
      'a written header that is no text',
      `mcpServers: { a: { url: "https://b", headers: { X: [${SECRET}] } } }`,
    ],
    [
      'a header in one text',
      `mcpServers: { a: { url: "https://b", headers: { "Authorization: Bearer ${SECRET}": } } }`,
    ],
    ['headers as text', `mcpServers: { a: { url: "https://b", headers: "X: ${SECRET}" } }`],
    ['variables as a list', `mcpServers: { a: { command: b, env: [A=${SECRET}] } }`],
    ['variables in one text', `mcpServers: { a: { command: b, env: { "A=${SECRET}": x } } }`],
    ['arguments as text', `mcpServers: { a: { command: b, args: "--token ${SECRET}" } }`],
    ['variables of commands with their values', `shell: { env: [A=${SECRET}] }`],
    ['variables of commands in one text', `shell: { env: A=${SECRET} }`],
    ['variables of commands as a mapping', `shell: { env: { A: ${SECRET} } }`],
    ['an open quote in a command line', `mcpServers: ["b --token '${SECRET}"]`],
    ['a command line in a mapping', `mcpServers: { a: "b --token ${SECRET}" }`],
    ['servers as a command line', `mcpServers: b --token ${SECRET}`],
    ["another client's variable", `mcpServers: { a: { command: b, args: ["\${${SECRET}:}"] } }`],
    ['a value that looks like an alias', `mcpServers: { a: { command: b, env: { A: *${SECRET} } } }`],
    ['a value that looks like a tag', `mcpServers: { a: { command: b, env: { A: !${SECRET} x } } }`],
    ['a value that looks like a tag alone', `mcpServers: { a: { command: b, env: { A: !<${SECRET}> x } } }`],
    ['a value that looks like a handle', `mcpServers: { a: { command: b, env: { A: !${SECRET}!x y } } }`],
    ['a value that holds a colon', `mcpServers:\n  a:\n    env:\n      A: b: ${SECRET}`],
    ['a value that is not closed', `mcpServers: { a: { env: { A: "${SECRET}\n`],
    ['an unknown escape', `mcpServers: { a: { env: { A: "${SECRET}\\q" } } }`],
    [
      'a header that is there twice',
      `mcpServers: { a: { headers: { "X ${SECRET}": 1, "X ${SECRET}": 2 } } }`,
    ],
    ['a directive', `%TAG ${SECRET} x\n--- {}`],
    ['a directive that is there twice', `%TAG !${SECRET}! x\n%TAG !${SECRET}! x\n--- {}`],
  ])('%s', async (_, text) => {
    const error = await projectConfig(text, { env }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
    expect(visibleIn(error)).not.toContain(SECRET)
  })

  it('nor into a diagnostic or a label', async () => {
    const { servers, diagnostics } = await projectConfig(
      `
agents: {}
mcpServers:
  - uvx \${TOKEN}
  - \${URL}/mcp
  - python -c ${SECRET}
  - { command: a, headers: { X: ${SECRET} }, description: ${SECRET} }
  - { url: "https://\${TOKEN}", enabled: false, env: { A: ${SECRET} } }
  - { url: https://old, type: sse, headers: { X: ${SECRET} } }
`,
      { env },
    )
    expect(servers).toHaveLength(5)
    expect(diagnostics).toHaveLength(4)
    expect(JSON.stringify([diagnostics, servers.map(({ label }) => label)])).not.toContain(SECRET)
  })
})
