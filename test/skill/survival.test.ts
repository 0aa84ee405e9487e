import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Case, caseFixture, casesOf } from '../case-fixture.ts'
import { withFields } from './skill-text.ts'

const PARSER = pathToFileURL(resolve(import.meta.dirname, '../../dist/skill/parse.js')).href

/** Parses what comes in on stdin as often as it is told, and answers with what it found and what it cost. */
const SCRIPT = `
  import { readFileSync } from 'node:fs'
  const { parseSkill } = await import(${JSON.stringify(PARSER)})
  const bytes = readFileSync(0)
  const rssBefore = process.memoryUsage.rss()
  const codes = new Set()
  for (let n = 0; n < Number(process.argv[1]); n++) {
    const { skill, diagnostics } = parseSkill(bytes, { path: 'x/SKILL.md', folderName: 'x' })
    codes.add(skill ? 'loaded' : diagnostics.map(({ code }) => code).join())
  }
  const grownMb = (process.memoryUsage.rss() - rssBefore) / 2 ** 20
  console.log(JSON.stringify({ codes: [...codes], grownMb }))
`

function parseInOwnProcess(bytes: Uint8Array, times: number): { codes: string[]; grownMb: number } {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', SCRIPT, String(times)],
    { input: bytes, encoding: 'utf8', timeout: 15_000 },
  )
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
  return JSON.parse(stdout) as { codes: string[]; grownMb: number }
}

const repeated = casesOf('frontmatter', 'name').filter(({ expected }) => 'processSurvives' in expected)

describe('a process of its own', () => {
  it.for(repeated)('$id: survives $what', (row) => {
    const { codes } = parseInOwnProcess(bytesOf(row), row.expected['repeat'] as number)
    expect(codes).toEqual([row.expected['error']])
  })

  it.each([
    ['C4: 20,000 nested lists', `a: ${'['.repeat(20_000)}`, 'YAML_DEPTH_LIMIT'],
    ['C4: 10,000 nested maps', `a: ${'{a: '.repeat(10_000)}`, 'YAML_DEPTH_LIMIT'],
    ['C4: 20,000 dashes', `a:\n  ${'- '.repeat(20_000)}`, 'YAML_DEPTH_LIMIT'],
    ['C4: 20,000 question marks', `a:\n  ${'? '.repeat(20_000)}`, 'YAML_DEPTH_LIMIT'],
    ['C3: a cycle', 'a: &a {b: [*a]}', 'YAML_ALIAS_LIMIT'],
    [
      'C1: a wide value behind aliases',
      `a: &a [${'x,'.repeat(9000)}]\nb: [*a, *a, *a, *a]`,
      'YAML_ALIAS_LIMIT',
    ],
  ])('survives %s, 50 times over', (_what, lines, code) => {
    const { codes, grownMb } = parseInOwnProcess(Buffer.from(withFields(lines)), 50)
    expect(codes).toEqual([code])
    expect(grownMb).toBeLessThan(128)
  })
})

function bytesOf(row: Case): Uint8Array {
  const fixture = caseFixture(row)
  try {
    return readFileSync(join(fixture.path, 'SKILL.md'))
  } finally {
    fixture.remove()
  }
}
