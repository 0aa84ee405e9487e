import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeInSandbox, useSandbox } from './sandbox-fixture.ts'

const SUMMARISE = `#!/usr/bin/env python3
"""Sums the amounts of a CSV file by customer."""
import csv, json, os, sys
from collections import Counter

rates = json.load(open(os.path.join(os.environ["SKILL_DIR"], "data/rates.json")))
sums = Counter()
with open(sys.argv[1], newline="") as source:
    for row in csv.DictReader(source):
        sums[row["customer"]] += float(row["amount"]) * rates[row["currency"]]
with open(sys.argv[2], "w") as target:
    json.dump({name: round(total, 2) for name, total in sorted(sums.items())}, target)
print(f"{len(sums)} customers")
`
const RENDER = `import { readFileSync, writeFileSync } from 'node:fs'
const [source, target] = process.argv.slice(2)
const rows = Object.entries(JSON.parse(readFileSync(source, 'utf8')))
writeFileSync(target, rows.map(([name, total]) => '| ' + name + ' | ' + total.toFixed(2) + ' |\\n').join(''))
`

describeInSandbox('a skill with scripts', () => {
  const box = useSandbox({
    'scripts/summarise.py': SUMMARISE,
    'scripts/render.mjs': RENDER,
    'data/rates.json': '{"EUR": 1, "USD": 0.9}',
  })

  it.runIf(existsSync('/usr/bin/python3') && existsSync('/usr/bin/node'))(
    'turns an input file into a report, in two commands of one session',
    async () => {
      const rows = 'customer,amount,currency\\nZoë,10.50,EUR\\nAda,100,USD\\nZoë,4.5,EUR\\n'
      await box.run(`printf '${rows}' > sales.csv`)
      const sums = await box.run('/skill/scripts/summarise.py sales.csv sums.json')
      expect([sums.exitCode, sums.stdout.text, sums.stderr.text]).toEqual([0, '2 customers\n', ''])
      const report = await box.run('node "$SKILL_DIR/scripts/render.mjs" sums.json report.md')
      expect([report.exitCode, report.stderr.text]).toEqual([0, ''])
      expect(Buffer.from(await box.scratch.read('report.md')).toString()).toBe(
        '| Ada | 90.00 |\n| Zoë | 15.00 |\n',
      )
    },
  )
})
