import type { Result } from '../measure/compare.ts'
import { type Spread, spreadOf } from '../measure/spread.ts'
import { advantageOver } from './reach.ts'
import type { Comparison, Facts, Findings, Measure, Reach } from './types.ts'

/** The findings as Markdown: how far Skillway is first, then every table, ratios before times. */
export function markdownOf({ reaches, comparisons, facts }: Findings): string {
  const parts = [
    ...(reaches.length === 0 ? [] : [reachTable(reaches)]),
    ...comparisons.map(comparisonTable),
    ...facts.map(factsTable),
  ]
  return `${parts.join('\n\n')}\n`
}

function reachTable(reaches: readonly Reach[]): string {
  const rows = reaches.map(({ what, goal, measured, unit, reached }) => [
    what,
    `${goal} ${unit}`,
    measured === undefined ? 'not measured' : shown(measured, unit),
    reached === undefined ? '' : reached ? 'reached' : 'missed',
  ])
  return section('Reach', undefined, table(['what', 'goal', 'measured', ''], rows))
}

function comparisonTable(comparison: Comparison): string {
  const { title, note, measures, results, reference } = comparison
  const header = ['', `${reference} is`, ...measures.map((measure) => measure.title)]
  const rows = results.map((result) => {
    if (result.failure !== undefined) return [result.name, `not measured: ${oneLine(result.failure)}`]
    const advantage = result.name === reference ? undefined : advantageOver(comparison, result)
    const cells = measures.map((measure) => cell(result, measure))
    return [nameOf(result), advantage === undefined ? '' : shown(advantage, '×'), ...cells]
  })
  return section(title, note, table(header, rows))
}

function factsTable({ title, note, columns, rows }: Facts): string {
  return section(title, note, table(columns, rows))
}

function nameOf({ name, role }: Result): string {
  if (role === 'limit') return `_${name}_`
  return role === 'skillway' ? `**${name}**` : name
}

function cell({ samples }: Result, { key, unit }: Measure): string {
  const spread = spreadOf(samples.flatMap((sample) => sample[key] ?? []))
  return spread === undefined ? '' : shown(spread, unit)
}

/** The median, and the range where it says anything. */
function shown({ median, low, high }: Spread, unit: string): string {
  const [middle, from, to] = [digits(median), digits(low), digits(high)]
  const suffix = unit === '' || unit === '×' ? unit : ` ${unit}`
  return from === to ? `${middle}${suffix}` : `${middle}${suffix} (${from}–${to})`
}

function digits(value: number): string {
  const size = Math.abs(value)
  if (Number.isInteger(value) || size >= 1000) return Math.round(value).toLocaleString('en')
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3)
}

function section(title: string, note: string | undefined, body: string): string {
  return [`## ${title}`, ...(note === undefined ? [] : [note]), body].join('\n\n')
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${header.map((_, at) => cells[at] ?? '').join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 200)
}
