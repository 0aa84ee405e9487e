// Skillway's tools in an agent of the real Mastra, which is too large to be a dependency. A scripted model makes the calls.
//   node scripts/interop-mastra.mjs [VERSION]
// Ends with 0, and says so, where Mastra cannot be installed or does not run on this Node; with 1 where anything does not fit.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MockLanguageModelV3 } from 'ai/test'
import { openCatalog } from 'skillway'
import { createSkillTools, mastraTools, skillsPrompt } from 'skillway/tools'
import { EXAMPLES } from './interop/interop-skills.mjs'
import { newReport } from './interop/report.mjs'
import { run } from './interop/run.mjs'

const home = mkdtempSync(join(tmpdir(), 'skillway-mastra-'))
try {
  process.exitCode = await main(process.argv[2] ?? 'latest')
} finally {
  rmSync(home, { recursive: true, force: true })
}
process.exit() // Mastra leaves timers behind.

async function main(version) {
  const mastra = await mastraOf(version).catch((error) => ({ missing: error.message }))
  if ('missing' in mastra) {
    console.log(`Not run: ${mastra.missing}`)
    return 0
  }
  console.log(`Skillway with @mastra/core ${mastra.version} on Node ${process.versions.node}\n`)
  const catalog = await openCatalog({ skills: [EXAMPLES], defaults: false })
  const report = newReport()
  await inAgent({ mastra, catalog, report })
  await byItself({ mastra, catalog, report })
  await catalog.close()
  return report.end()
}

/** Mastra, in a folder of its own. `npm` would take an old version for a Node that the present one does not name. */
async function mastraOf(version) {
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--force', '--no-audit', '--no-fund', '--silent']
  await run('npm', ['install', ...flags, `@mastra/core@${version}`], { cwd: home })
  const { resolve } = createRequire(join(home, 'package.json'))
  const [{ createTool }, { Agent }] = await Promise.all(
    ['@mastra/core/tools', '@mastra/core/agent'].map((name) => import(pathToFileURL(resolve(name)).href)),
  )
  const manifest = join(home, 'node_modules/@mastra/core/package.json')
  return { createTool, Agent, version: JSON.parse(readFileSync(manifest, 'utf8')).version }
}

/** What the model of an agent is shown, call by call. */
async function inAgent({ mastra, catalog, report }) {
  const calls = [
    [
      'load_skill with arguments',
      'load_skill',
      { skill_name: 'greeting', arguments: 'Alice Company formal' },
    ],
    ['a reference', 'read_reference_file', { skill_name: 'api-review', file_name: 'references/errors.md' }],
    ['an image', 'read_reference_file', { skill_name: 'brand-kit', file_name: 'assets/logo.png' }],
    ['a traversal is refused', 'load_skill', { skill_name: 'skill://api-review/../../../etc/passwd' }],
    ['a wrong type is refused, by Mastra', 'load_skill', { skill_name: 1 }],
    ['an unknown argument is refused, by Mastra', 'load_skill', { skill_name: 'greeting', args: 'Alice' }],
  ]
  const expected = [
    ['content', /^\s*Create a greeting for Alice from Company\.\nUse a formal tone\./],
    ['content', /^# Errors/],
    ['content', /image-data/],
    ['error-text', /^Security error: Path traversal detected in URI/],
    ['error-text', /skill_name: must be string/],
    ['error-text', /must NOT have additional properties/],
  ]
  const shown = []
  const agent = new mastra.Agent({
    id: 'helper',
    name: 'Helper',
    model: scripted(calls, shown),
    instructions: await skillsPrompt(catalog),
    tools: mastraTools(createSkillTools(catalog), mastra.createTool),
  })
  const answer = await agent.generate('Greet Alice.', { maxSteps: calls.length + 1 })
  for (const [index, [title]] of calls.entries()) {
    const [type, text] = expected[index]
    await report.check(title, () => {
      const { output } = shown[index]
      if (output.type !== type || !text.test(seen(output)))
        throw new Error(JSON.stringify(output).slice(0, 300))
    })
  }
  await report.check('the agent goes on to its last words', () => {
    if (answer.text !== 'Done.') throw new Error(answer.text)
  })
}

async function byItself({ mastra, catalog, report }) {
  const tools = mastraTools(createSkillTools(catalog), mastra.createTool)
  await report.check('a call whose signal is aborted is ended', async () => {
    const context = { abortSignal: AbortSignal.abort(new Error('Enough')) }
    const ended = await tools['load_skill']
      .execute({ skill_name: 'greeting' }, context)
      .catch(({ message }) => message)
    if (ended !== 'Enough') throw new Error(JSON.stringify(ended))
  })
  await report.check('tools carry their MCP annotations', () => {
    if (tools['load_skill'].mcp?.annotations?.readOnlyHint !== true) throw new Error('there are none')
  })
}

function seen({ type, value }) {
  if (type === 'error-text') return value
  return value[0].type === 'text' ? value[0].text : value[0].type
}

/** A model that makes these calls one by one and keeps what it is shown. */
function scripted(calls, shown) {
  return new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content)
      if (results.length > 0) shown[results.length - 1] = results.at(-1)
      const [, toolName, input] = calls[results.length] ?? []
      const last = toolName === undefined
      const call = {
        type: 'tool-call',
        toolCallId: `call_${results.length}`,
        toolName,
        input: JSON.stringify(input),
      }
      return {
        content: [last ? { type: 'text', text: 'Done.' } : call],
        finishReason: { unified: last ? 'stop' : 'tool-calls' },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
        warnings: [],
      }
    },
  })
}
