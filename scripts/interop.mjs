// Skillway with the real FastMCP and with the reference validator of the Agent Skills specification, both from PyPI.
//   node scripts/interop.mjs [VERSION-OF-FASTMCP]
// Ends with 0, and says so, where there is no Python or they cannot be installed; with 1 where anything does not fit.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareVerdicts } from './interop/compare-verdicts.mjs'
import { fastmcpServes } from './interop/fastmcp-serves.mjs'
import { fastmcpTakes } from './interop/fastmcp-takes.mjs'
import { interopSkills } from './interop/interop-skills.mjs'
import { pythonWith } from './interop/python.mjs'
import { newReport } from './interop/report.mjs'

const home = mkdtempSync(join(tmpdir(), 'skillway-interop-'))
process.env.SKILLWAY_STATE_DIR = join(home, 'state')
process.env.SKILLWAY_CACHE_DIR = join(home, 'cache')
try {
  process.exitCode = await main(process.argv[2])
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function main(version) {
  const python = await pythonWith(home, version)
  if ('missing' in python) {
    console.log(`Not run: ${python.missing}.`)
    return 0
  }
  const report = newReport()
  console.log(
    `Skillway with FastMCP ${python.versions.fastmcp} and skills-ref ${python.versions['skills-ref']}`,
  )
  // Before 4.2, FastMCP serves CRLF and names with % otherwise than its own manifest says.
  const skills = interopSkills(home, { arePlain: !python.serves.includes('extension') })
  await fastmcpServes({ python, skills, home, report })
  await fastmcpTakes({ python, skills, home, report })
  await compareVerdicts({ python, report })
  return report.end()
}
