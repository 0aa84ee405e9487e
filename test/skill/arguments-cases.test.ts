import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { substituteArguments, type ArgumentInput } from '../../src/skill/arguments.ts'
import { casesOf, type Case } from '../case-fixture.ts'

const CASES = resolve(import.meta.dirname, '../cases')

interface ArgumentCase {
  template: string
  args: string
}

const argumentCases = casesOf('arguments', 'security')
  .filter(({ kind, id }) => kind === 'arguments' || id === 'B165')
  .map((row): [string, Case, ArgumentCase] => [
    `${row.id}: ${row.what}`,
    row,
    JSON.parse(readFileSync(join(CASES, row.path), 'utf8')) as ArgumentCase,
  ])

describe('the cases, in the dialect claude', () => {
  it.each(argumentCases)('%s', (_, { expected }, { template, args }) => {
    const result = substituteArguments(template, { arguments: args, dialect: 'claude', declared: false })
    expect(result.text).toBe(expectedText(expected))
    expect(result.diagnostics.map(({ code }) => code)).toEqual(expect.arrayContaining(codes(expected)))
  })
})

describe('the cases, one-based for the dialect bash', () => {
  it.each([
    ['B154', 'Budget is $1,000 or $100 or $2.50.', 'x y z', 'Budget is $1,000 or $100 or $2.50.'],
    [
      'B155',
      "Run:\n```sh\nawk '{print $1}' f\n```\n",
      'file',
      "Run:\n```sh\nawk '{print $1}' f\n```\n\nARGUMENTS: file",
    ],
    [
      'B156',
      'Say: $ARGUMENTS, $@ and $1.',
      "a$&b$$c$'d$`e",
      "Say: a$&b$$c$'d$`e, a$&b$$c$'d$`e and a$&b$$c$'d$`e.",
    ],
    ['B157', 'First $1, all $ARGUMENTS.', '$2 two', 'First $2, all $2 two.'],
    ['B158a', '[$1] [$2] [$ARGUMENTS]', '"two words" last', '[two words] [last] ["two words" last]'],
    ['B158b', '[$1] [$2]', "don't stop", "[don't] [stop]"],
    ['B160', 'Deploy $2 to $1', 'prod', 'Deploy $2 to prod'],
    ['B161', 'Literal \\$1 and $1 and C:\\dir', 'v', 'Literal $1 and v and C:\\dir'],
    ['B164', 'Do it.\n', 'fast', 'Do it.\n\nARGUMENTS: fast'],
    [
      'B165',
      'Files: !`ls $ARGUMENTS`',
      'x; touch pwned',
      'Files: !`ls $ARGUMENTS`\n\nARGUMENTS: x; touch pwned',
    ],
  ])('%s: %j with %j gives %j', (_, template, given, text) => {
    expect(textOf(template, given)).toBe(text)
  })
})

describe("AgentPool's table (section 2.1 and rows 55 to 65)", () => {
  it.each<[template: string, given: string | undefined, ours: string, why?: string]>([
    ['First: $1, Second: $2', 'hello world', 'First: hello, Second: world'],
    ['All: $@, Also: $ARGUMENTS', 'arg1 arg2 arg3', 'All: arg1 arg2 arg3, Also: arg1 arg2 arg3'],
    ['Args: $1, All: $@', undefined, 'Args: $1, All: $@'],
    ['$1 $2 $3', 'a b', 'a b $3'],
    ['$1 [$@] [$ARGUMENTS]', '', '$1 [] []'],
    ['$1 [$@]', '   ', '$1 [   ]'],
    ['$10 $11', 'a b c d e f g h i j k', 'j k', 'the first argument does not eat the prefix of the tenth'],
    ['cost $100 and $1', '5', 'cost $100 and 5', 'the same'],
    ['$1 $0 $* $# ${1} ${@}', 'a b', 'a $0 $* $# ${1} ${@}'],
    ['\\$1 $1', 'a', '$1 a', 'a backslash escapes'],
    ['$$1 $1', 'a', '$$1 a', '$$ is one thing, as in a shell'],
    ['$1', '$2 b', '$2', 'nothing that was put in is looked at again'],
    ['$@', '$1 z', '$1 z'],
    ['$@ $ARGUMENTS', '$ARGUMENTS', '$ARGUMENTS $ARGUMENTS'],
    ['$1|$2', '"Alice Smith" formal', 'Alice Smith|formal', 'quotes group'],
    ['$ARGUMENTSX $ARGUMENTS_X $1', 'v', '$ARGUMENTSX $ARGUMENTS_X v', 'a name ends where the word ends'],
    ['$01 $1', 'a', '$01 a'],
    ['`$1` $1', 'a', '`$1` a', 'code is left alone'],
    ['```\n$1\n```\n$1', 'a', '```\n$1\n```\na', 'code is left alone'],
    ['no placeholder', 'x y', 'no placeholder\n\nARGUMENTS: x y', 'arguments are never lost in silence'],
    ['$@', '  a   b ', '  a   b '],
  ])('%j with %j gives %j', (template, given, ours) => {
    expect(textOf(template, given)).toBe(ours)
  })

  it('row 62: fills in the greeting skill of the documentation', () => {
    const body = 'Create a greeting for $1 from $2.\nUse a $3 tone.\n'
    expect(textOf(body, 'Alice Company formal')).toBe(
      'Create a greeting for Alice from Company.\nUse a formal tone.\n',
    )
  })

  it('row 64: fills in the text of a reference in the same way', () => {
    expect(textOf('Guide for $1', 'ZED', { path: 'references/guide.md' })).toBe('Guide for ZED')
  })
})

function textOf(body: string, given: string | undefined, more: Partial<ArgumentInput> = {}): string {
  return substituteArguments(body, { arguments: given, declared: false, ...more }).text
}

function expectedText(expected: Record<string, unknown>): string {
  const output = String(expected['output'])
  return expected['appended'] === undefined
    ? output
    : `${output.trimEnd()}\n\n${String(expected['appended'])}`
}

function codes(expected: Record<string, unknown>): string[] {
  return (expected['diagnostics'] as string[] | undefined) ?? []
}
