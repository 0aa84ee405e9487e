import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  double,
  integer,
  jsonValue,
  letrec,
  oneof,
  record,
  string,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import type { Config } from '../../src/config/types.ts'
import { SkillwayError } from '../../src/errors.ts'
import { place } from './place.ts'

const RUNS = { numRuns: 200 }

/** Texts that mean something to the checks, one a line. */
const TELLING = '${A}\n${B:-x}\n${\n~\n~/a\nhttps://a\ns3://b\nuvx a\nuvx "\nrequired\nsse\n\n '.split('\n')
const KEYS =
  'skills paths includeDefaults mcpServers mcp_servers maxSkills max_skills approval instruction agents tools ' +
  'command args env cwd url headers name type enabled disabled timeout timeoutMs'
const ODD_KEYS = 'constructor toString << hasOwnProperty 1'
/** Lines as people type them, right and wrong. */
const LINES = [
  'skills: |  paths:|    - a|mcpServers:|  a:|    command: b|    args: [|  ]|- x|"|\'|a: b: c|\t|---|...|%YAML 1.2',
  '&a|*a|!t|>|? |{|}|,|#|\0|\ufeff|<<: *a|  <<: {}|\r|: |@|`|<<: [{}, {}]|? [a]: b|? {a: b}|!!binary x|!!str 1',
].flatMap((part) => part.split('|'))

const word = oneof(string({ unit: 'binary', maxLength: 12 }), constantFrom(...TELLING))
const key = oneof(
  { weight: 10, arbitrary: constantFrom(...KEYS.split(' ')) },
  { weight: 1, arbitrary: constantFrom(...ODD_KEYS.split(' ')) },
  { weight: 1, arbitrary: word },
)
/** Anything that is made of our keys, so that the checks behind the schema are reached too. */
const { tree } = letrec<{ tree: unknown }>((tie) => ({
  tree: oneof(
    { maxDepth: 5, withCrossShrink: true },
    word,
    oneof(integer(), double(), constantFrom(null, true, false)),
    array(tie('tree'), { maxLength: 4 }),
    dictionary(key, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
  ),
}))
const server = record(
  {
    command: word,
    args: array(word, { maxLength: 3 }),
    env: dictionary(word, word, { maxKeys: 3, noNullPrototype: true }),
    cwd: word,
    url: word,
    headers: dictionary(word, word, { maxKeys: 3, noNullPrototype: true }),
    type: constantFrom('stdio', 'http', 'sse'),
    enabled: constantFrom(true, false),
    timeout: double(),
  },
  { requiredKeys: [] },
)
/** Files that are mostly right. */
const plausible = record(
  {
    skills: record({ paths: array(word, { maxLength: 4 }) }, { requiredKeys: [] }),
    mcpServers: oneof(array(oneof(word, server)), dictionary(word, server, { noNullPrototype: true })),
    agents: dictionary(word, tree, { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: [] },
)
const lines = array(constantFrom(...LINES)).map((parts) => parts.join('\n'))

describe('no config file', () => {
  it.each<[string, Arbitrary<string>]>([
    ['text', string({ unit: 'binary', maxLength: 200 })],
    ['lines', lines],
    ['JSON', jsonValue().map((value) => JSON.stringify(value))],
    ['trees of our keys', tree.map((value) => JSON.stringify(value) ?? '')],
    ['plausible files', plausible.map((value) => JSON.stringify(value))],
  ])(
    'of any content makes loading throw anything but a SkillwayError, or show where it lies: %s',
    async (_, texts) => {
      const where = place()
      await assert(
        asyncProperty(texts, async (text) => {
          writeFileSync(join(where.cwd, 'skillway.yaml'), text)
          const shown = await visibleIn(loadConfig({ ...where, env: { A: 'x' } }))
          expect(shown).not.toContain(where.home)
        }),
        RUNS,
      )
    },
  )

  it.each([
    ['open lists', '['.repeat(1_000_000)],
    ['open mappings', '{a: '.repeat(250_000)],
    ['nested items', '- '.repeat(500_000)],
    ['nested keys', '? '.repeat(500_000)],
    ['keys', Array.from({ length: 100_000 }, (_, i) => `k${i}:`).join('\n')],
    ['unknown keys', Array.from({ length: 19_000 }, (_, i) => `k${i}:`).join('\n')],
    ['one long key', `${'k'.repeat(1_000_000)}: 1`],
    ['one long value', `maxSkills: ${'1'.repeat(1_000_000)}`],
    ['one long text', `skills: { paths: ["${'\\'.repeat(1_000_000)}"] }`],
    ['one long command line', `mcpServers: ["${"'a' ".repeat(250_000)}"]`],
    ['many variables', `mcpServers: ["${'${A:-'.repeat(150_000)}"]`],
    ['many open variables', `skills: { paths: ["${'${'.repeat(450_000)}"] }`],
    ['one long address', `mcpServers: ["https://${'['.repeat(900_000)}"]`],
    ['one long label', `mcpServers: { "${'a-'.repeat(450_000)}": { command: a } }`],
    ['one long program', `mcpServers: ["${'-_'.repeat(450_000)}"]`],
    ['anchors', Array.from({ length: 18_000 }, (_, i) => `k${i}: &a${i} x`).join('\n')],
    ['line breaks', '\r\n'.repeat(500_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['a long tag', `!<${'a'.repeat(1_000_000)}> x`],
    ['quotes', `"${'""'.repeat(500_000)}`],
  ])('of one megabyte takes seconds: %s', async (_, text) => {
    const where = place({ 'home/project/skillway.yaml': text })
    const started = performance.now()
    const shown = await visibleIn(loadConfig(where))
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(shown.length).toBeLessThan(20_000)
  })
})

/** What somebody gets to see of a config that was loaded, or refused as it must be. */
async function visibleIn(loading: Promise<Config>): Promise<string> {
  try {
    const { roots, files, diagnostics, servers } = await loading
    const shownServers = servers.map(({ label, file }) => [label, file])
    return JSON.stringify([roots.map(({ shown }) => shown), files, diagnostics, shownServers])
  } catch (error) {
    if (error instanceof SkillwayError) return error.message
    throw error
  }
}
