import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXAMPLES } from './interop-skills.mjs'
import { CLI, run } from './run.mjs'

const CASES = fileURLToPath(new URL('../../test/cases', import.meta.url))
const VALIDATE = `
import json, sys
from pathlib import Path
from skills_ref.validator import validate
def problems(path):
    try:
        return validate(Path(path))
    except Exception as error:
        return [repr(error)]
print(json.dumps([problems(path) for path in sys.argv[1:]]))`

const STRICT_YAML = 'its YAML parser takes a part of YAML only'
const STRINGS = 'its YAML parser reads every value as text'
const NO_LINKS = 'it does not follow links'
/** Where the two do not agree, and what skills-ref does there. */
const KNOWN = new Map([
  ['release-notes', 'it refuses fields beyond the six of the specification, such as argument-hint'],
  ['B020/tab-sep', STRICT_YAML],
  ['B031/flow-meta', STRICT_YAML],
  ['B033/al-ias', STRICT_YAML],
  ['B022/123', STRINGS],
  ['B024/true', STRINGS],
  ['B038/big-int', STRINGS],
  ['B030/json-meta', 'it does not check metadata'],
  ['B030/null-meta', 'it does not check metadata'],
  ['B043/list-tools', 'it does not check allowed-tools'],
  ['B079/surrogate', 'it does not look for text that is not valid Unicode'],
  ['B037/proto', 'it refuses unknown fields, this one is left out and said so'],
  ['B056/bom', 'it refuses a byte order mark'],
  ['B147/raw-digest', 'it refuses a byte order mark'],
  ['B131/dangling', NO_LINKS],
  ['B133/root/leaver', NO_LINKS],
])

/** `skillway check` and skills-ref look at the same folders. */
export async function compareVerdicts({ python, report }) {
  report.section('skillway check and skills-ref on the same skills')
  for (const [title, root] of [
    ['the examples', EXAMPLES],
    ['the fixtures of failures from the field', CASES],
  ]) {
    await report.check(title, async () => {
      const { verdicts, differing } = await verdictsOn(root, python)
      const unknown = differing.filter((path) => !KNOWN.has(path))
      if (unknown.length > 0) throw new Error(`they differ on ${unknown.join(', ')}`)
      return `${verdicts - differing.length} of ${verdicts} alike, and ${differing.length} otherwise for known reasons`
    })
  }
  for (const [reason, paths] of reasons()) report.note(`${paths.join(', ')}: ${reason}`)
}

async function verdictsOn(root, python) {
  const checked = await run(process.execPath, [CLI, 'check', root, '--json']).catch(
    ({ cause }) => cause.stdout,
  )
  const { results } = JSON.parse(checked)
  const args = ['-c', VALIDATE, ...results.map(({ path }) => path)]
  const problems = JSON.parse(await run(python.command, args, { env: python.env }))
  const differing = results.filter(({ ok }, index) => ok !== (problems[index].length === 0))
  return { verdicts: results.length, differing: differing.map(({ path }) => relative(root, path)) }
}

/** Reasons with the skills that they hold for. */
function reasons() {
  const paths = new Map()
  for (const [path, reason] of KNOWN) paths.set(reason, [...(paths.get(reason) ?? []), path])
  return paths
}
