import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titled } from './titled.ts'

const SCRIPT = resolve(import.meta.dirname, '../examples/skills/csv-report/scripts/csv_report.py')
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0
const skipped = hasPython ? '' : ' (skipped: no python3 3.8 or newer on the PATH)'

const ORDERS = `order_id,region,amount,day
1,north,10.50,2026-01-02
2,south,0.1,2026-01-03
3,north,0.2,
4,east,7,2025-12-31
`
const ORDER_COLUMNS = `4 rows, 4 columns

| Column | Kind | Filled | Distinct | Lowest | Highest | Mean |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
| order_id | number | 4 | 4 | 1 | 4 | 2.5 |
| region | text | 4 | 3 | east | south |  |
| amount | number | 4 | 4 | 0.1 | 10.50 | 4.45 |
| day | date | 3 | 3 | 2025-12-31 | 2026-01-03 |  |
`
const HEAD = `| Column | Kind | Filled | Distinct | Lowest | Highest | Mean |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
`

describe.skipIf(!hasPython)(`csv_report.py${skipped}`, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'csv-report-'))
    writeFileSync(join(folder, 'orders.csv'), ORDERS)
    writeFileSync(join(folder, 'empty.csv'), '')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function run(args: string[], input: string | Uint8Array = '') {
    const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, ...args], { cwd: folder, input })
    return {
      status,
      stdout: stdout.toString('utf8'),
      stderr: stderr.toString('utf8').replaceAll('\r\n', '\n'),
    }
  }

  it.each(
    titled([
      { title: 'a plain file', args: [], table: '', heading: 'orders.csv' },
      {
        title: 'a title of one line',
        args: ['--title', 'Orders\nin\tJanuary'],
        table: '',
        heading: 'Orders in January',
      },
      {
        title: 'rows per group, largest first, ties in order of their names',
        args: ['--group-by', 'region'],
        heading: 'orders.csv',
        table:
          '\n## By region\n\n| region | Rows |\n| --- | ---: |\n| north | 2 |\n| east | 1 |\n| south | 1 |\n',
      },
      {
        title: 'exact sums per group (0.1 and 0.2 are not binary fractions)',
        args: ['--group-by', 'region', '--sum', 'amount'],
        heading: 'orders.csv',
        table: `
## By region

| region | Rows | Sum of amount |
| --- | ---: | ---: |
| north | 2 | 10.7 |
| east | 1 | 7 |
| south | 1 | 0.1 |
`,
      },
      {
        title: 'the rest of the groups as one line',
        args: ['--group-by', 'day', '--sum', 'amount', '--top', '2'],
        heading: 'orders.csv',
        table: `
## By day

| day | Rows | Sum of amount |
| --- | ---: | ---: |
| 2026-01-02 | 1 | 10.5 |
| 2025-12-31 | 1 | 7 |
| (2 more groups) | 2 | 0.3 |
`,
      },
    ]),
  )('reports %s', (_title, { args, heading, table }) => {
    const expected = `# ${heading}\n\n${ORDER_COLUMNS}${table}`
    expect(run(['orders.csv', ...args])).toEqual({ status: 0, stdout: expected, stderr: '' })
  })

  it.each(
    titled([
      {
        title: 'semicolons',
        input: 'a;b;c,d\n1;2;\n',
        row: '| a | number | 1 | 1 | 1 | 1 | 1 |\n| b | number | 1 | 1 | 2 | 2 | 2 |\n| c,d | empty | 0 | 0 |  |  |  |',
      },
      {
        title: 'tabs',
        input: 'a\tb\n\t2\n',
        row: '| a | empty | 0 | 0 |  |  |  |\n| b | number | 1 | 1 | 2 | 2 | 2 |',
      },
      {
        title: 'a BOM, CRLF and blank lines',
        input: '\uFEFFa,b\r\n\r\n1,x\r\n',
        row: '| a | number | 1 | 1 | 1 | 1 | 1 |\n| b | text | 1 | 1 | x | x |  |',
      },
      {
        title: 'quoted delimiters and line breaks',
        input: 'a\n"x, ""y""\nz"\n',
        row: '| a | text | 1 | 1 | x, "y" z | x, "y" z |  |',
      },
      { title: 'mixed kinds as text', input: 'a\n1\nx\n', row: '| a | text | 2 | 2 | 1 | x |  |' },
      {
        title: 'a day that does not exist as text',
        input: 'a\n2026-02-30\n',
        row: '| a | text | 1 | 1 | 2026-02-30 | 2026-02-30 |  |',
      },
      {
        title: 'signs and long decimals',
        input: 'a\n-2\n+1.125\n',
        row: '| a | number | 2 | 2 | -2 | +1.125 | -0.4375 |',
      },
      {
        title: 'digits beyond the exact range as text',
        input: `a\n${'9'.repeat(31)}\n`,
        row: `| a | text | 1 | 1 | ${'9'.repeat(31)} | ${'9'.repeat(31)} |  |`,
      },
      {
        title: 'Markdown and hidden characters without effect',
        input: 'a\n![x](y)|<b>\u202E\u001B[1m\n',
        row: '| a | text | 1 | 1 | !\\[x\\](y)\\|\\<b\\>��\\[1m | !\\[x\\](y)\\|\\<b\\>��\\[1m |  |',
      },
      {
        title: 'a long cell cut',
        input: `a\n${'é'.repeat(50)}\n`,
        row: `| a | text | 1 | 1 | ${'é'.repeat(39)}… | ${'é'.repeat(39)}… |  |`,
      },
      { title: 'a header without rows', input: 'a\n', row: '| a | empty | 0 | 0 |  |  |  |' },
    ]),
  )('reads %s', (_title, { input, row }) => {
    const { status, stdout, stderr } = run(['-'], input)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.slice(stdout.indexOf('| Column'))).toBe(`${HEAD}${row}\n`)
  })

  it.each(
    titled([
      {
        title: 'a missing file',
        args: ['nope.csv'],
        message: 'cannot read nope.csv: No such file or directory',
      },
      { title: 'an empty file', args: ['empty.csv'], message: 'the file is empty' },
      {
        title: 'an unknown column',
        args: ['orders.csv', '--group-by', 'town'],
        message: "the file has no column 'town'; it has: order_id, region, amount, day",
      },
      {
        title: 'a sum over text',
        args: ['orders.csv', '--group-by', 'day', '--sum', 'region'],
        message: "column 'region' cannot be summed: 'north' is not a number",
      },
      {
        title: 'a row with too many fields',
        input: 'a,b\n1,2\n1,2,3\n',
        message: 'line 3 has 3 fields, the header has 2',
      },
      {
        title: 'a row with too few fields',
        input: 'a,b\n1\n',
        message: 'line 2 has 1 field, the header has 2',
      },
      { title: 'two columns of one name', input: 'a,b,a\n', message: "two columns are named 'a'" },
      { title: 'a column without a name', input: 'a,,c\n', message: 'column 2 has no name' },
      {
        title: 'text after a closing quote',
        input: 'a,b\n"x"y,1\n',
        message: `line 2: ',' expected after '"'`,
      },
      {
        title: 'a quote that is never closed',
        input: 'a,b\n"x,1\n',
        message: 'line 2: unexpected end of data',
      },
      {
        title: 'another encoding',
        input: Buffer.from('a\nb\n\xE9\n', 'latin1'),
        message: 'standard input is not UTF-8 (line 3)',
      },
      {
        title: 'a binary file',
        input: 'a\0b\n',
        message: 'standard input holds NUL characters; it is not a text file',
      },
    ]),
  )('refuses %s with exit code 1 and one line that says why', (_title, { args, input, message }) => {
    expect(run(args ?? ['-'], input)).toEqual({
      status: 1,
      stdout: '',
      stderr: `csv_report.py: ${message}\n`,
    })
  })

  it.each(
    titled([
      { title: 'no file', args: [], message: 'the following arguments are required: file' },
      {
        title: '--sum without --group-by',
        args: ['orders.csv', '--sum', 'amount'],
        message: '--sum needs --group-by',
      },
      {
        title: 'a delimiter of two characters',
        args: ['orders.csv', '--delimiter', '||'],
        message: '--delimiter must be one character, or tab',
      },
      { title: '--top 0', args: ['orders.csv', '--top', '0'], message: '--top must be at least 1' },
    ]),
  )('answers %s with exit code 2 and the usage', (_title, { args, message }) => {
    const { status, stdout, stderr } = run(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^usage: csv_report\.py /)
    expect(stderr).toContain(message)
  })

  it.skipIf(process.platform === 'win32')('starts by itself, as its shebang and mode allow', () => {
    const { status, stdout } = spawnSync(SCRIPT, ['orders.csv'], { cwd: folder, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: `# orders.csv\n\n${ORDER_COLUMNS}` })
  })
})
