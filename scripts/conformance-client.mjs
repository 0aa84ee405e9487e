// The official conformance suite's scenarios for hosts of the Skills extension, against Skillway's MCP source.
// Ends with 0, and says so, where the suite cannot be installed; with 1 where a scenario fails.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTester, SUITE_VERSION } from './conformance/tester.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CLIENT = 'node scripts/conformance/skills-client.mjs'
const SCENARIOS = ['no-prefetch', 'verify-digest', 'verify-size', 'verify-frontmatter'].map(
  (name) => `sep-2640-client-${name}`,
)

const home = mkdtempSync(join(tmpdir(), 'skillway-conformance-'))
try {
  process.exitCode = await main()
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function main() {
  const tester = await installTester(home)
  if ('missing' in tester) {
    console.log(`Not run: ${tester.missing}.`)
    return 0
  }
  console.log(
    `@modelcontextprotocol/conformance ${SUITE_VERSION}, scenarios for hosts of the Skills extension\n`,
  )
  let unexpected = 0
  for (const [title, command, expected] of [
    ['Skillway', CLIENT, 'SUCCESS'],
    ['Control: the same without verification, and loading what it lists', `${CLIENT} --careless`, 'FAILURE'],
  ]) {
    console.log(title)
    for (const scenario of SCENARIOS) {
      const checks = await checksOf(tester, scenario, command)
      for (const { id, status, errorMessage } of checks) {
        const isWire = id.startsWith('wire-schema')
        if (status !== (isWire ? 'SUCCESS' : expected)) unexpected++
        console.log(
          `  ${status}  ${scenario}: ${id}${errorMessage === undefined ? '' : ` (${errorMessage})`}`,
        )
      }
      if (checks.length === 0) unexpected++
    }
  }
  console.log(unexpected === 0 ? '\nAll as it should be' : `\n${unexpected} not as it should be`)
  return unexpected === 0 ? 0 : 1
}

/** What the suite found; it writes that into a folder of its own. */
async function checksOf(tester, scenario, command) {
  const results = mkdtempSync(join(home, 'results-'))
  const args = ['client', '--command', command, '--scenario', scenario, '--output-dir', results]
  const { output } = await tester.run(args, { cwd: ROOT })
  const file = readdirSync(results, { recursive: true }).find((path) => path.endsWith('checks.json'))
  if (file === undefined) throw new Error(`The suite did not run ${scenario}:\n${output}`)
  return JSON.parse(readFileSync(join(results, file), 'utf8'))
}
