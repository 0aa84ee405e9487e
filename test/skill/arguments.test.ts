import { describe, expect, it } from 'vitest'
import { substituteArguments, type ArgumentInput } from '../../src/skill/arguments.ts'

describe('what is no placeholder', () => {
  const ten = 'a b c d e f g h i j'

  it.each([
    'Budget $1,000 or $2.50 or $1,000,000.00',
    '$5k, $3M, $2bn, $1st, $2nd, $9x',
    '$HOME $PATH $_ $name ${x} ${1} $(1) $[1]',
    '$$ $$1 $$@ $$ARGUMENTS $$$$2',
    '$0 $00 $01 $007',
    '$12abc $1a $100 $1000000 $99999999999999999999',
    '$-1 $ 1 $! $? $# $* $',
    '^a$ ^(\\d+)$ [$] a$|b$ /x$/',
    '$ARGUMENTSX $ARGUMENTS_X $ARGUMENTS1 $arguments $Arguments $ARGUMENT',
    "$& $` $' $<x> %1 @ {{1}} {args}",
    '\\$HOME \\$0 \\$5k \\$ C:\\dir \\\\',
  ])('%j stays as it is', (body) => {
    expect(textOf(`${body} $1`, ten)).toBe(`${body} a`)
  })

  it('says nothing about money, and something about an argument that is not there', () => {
    expect(codesOf('$1,000 $2.50 $HOME $$ $5k $1', ten)).toEqual([])
    expect(codesOf('$100 $1', ten)).toEqual(['ARGUMENT_MISSING'])
  })

  it.each([
    ['Hello $1.', 'Hello a.'],
    ['$1, $2; $3!', 'a, b; c!'],
    ['$1.md', 'a.md'],
    ['$1_$2.md', 'a_b.md'],
    ['$1-$2/$3', 'a-b/c'],
    ['$1$2', 'ab'],
    ['($1)"$2"[$3]', '(a)"b"[c]'],
    ['把$1翻译成$2。', '把a翻译成b。'],
    ['处理$ARGUMENTS的文件', `处理${ten}的文件`],
    ['$ARGUMENTS.', `${ten}.`],
    ['v$1 x$2', 'va xb'],
    ['user$@x', `user${ten}x`],
    ['$10', 'j'],
  ])('%j is filled in: %j', (body, text) => {
    expect(textOf(body, ten)).toBe(text)
  })
})

describe('escapes', () => {
  it.each([
    ['\\$1 $1', '$1 v'],
    ['\\$@ $1', '$@ v'],
    ['\\$ARGUMENTS $1', '$ARGUMENTS v'],
    ['\\$9 $1', '$9 v'],
    ['\\\\$1 $1', '\\$1 v'],
    ['\\$1,000 $1', '\\$1,000 v'],
    ['`\\$1` $1', '`\\$1` v'],
  ])('%j gives %j', (body, text) => {
    expect(textOf(body, 'v')).toBe(text)
    expect(codesOf(body, 'v')).toEqual([])
  })

  it('ask for no argument, so that arguments are appended', () => {
    expect(textOf('Write \\$1.\n', 'v')).toBe('Write $1.\n\nARGUMENTS: v')
  })

  it('stay where no arguments are given, as all else does', () => {
    expect(textOf('\\$1 \\$@', undefined)).toBe('\\$1 \\$@')
  })
})

describe('code', () => {
  const body = 'Run `x $1` for $1:\n\n```sh\nawk "{print $1}" $ARGUMENTS\n```\n'

  it('is left alone', () => {
    expect(textOf(body, 'f')).toBe(body.replace('for $1', 'for f'))
  })

  it('is filled in where the skill declares its arguments', () => {
    expect(textOf(body, 'f', { declared: true })).toBe(body.replaceAll('$1', 'f').replace('$ARGUMENTS', 'f'))
  })

  it('B155: that alone asks for arguments gets them appended', () => {
    const awk = "Run:\n```sh\nawk '{print $1}' f\n```\n"
    expect(textOf(awk, 'file')).toBe(`${awk.trimEnd()}\n\nARGUMENTS: file`)
    expect(textOf(awk, 'file', { declared: true })).toBe("Run:\n```sh\nawk '{print file}' f\n```\n")
  })

  it('B165: a shell command in the text never holds an argument, and nothing is run', () => {
    expect(textOf('Files: !`ls $ARGUMENTS`', 'x; touch pwned')).toBe(
      'Files: !`ls $ARGUMENTS`\n\nARGUMENTS: x; touch pwned',
    )
  })

  it('counts no argument as missing', () => {
    expect(codesOf('`$9` $1', 'a')).toEqual([])
  })
})

describe('arguments that nothing asks for', () => {
  it.each([
    ['Do it.\n', 'fast', 'Do it.\n\nARGUMENTS: fast'],
    ['Do it.  \n\n\n', 'fast', 'Do it.\n\nARGUMENTS: fast'],
    ['Do it.', ' fast ', 'Do it.\n\nARGUMENTS:  fast '],
    ['Do it.', '""', 'Do it.\n\nARGUMENTS: ""'],
    ['Do it.\n', '', 'Do it.\n'],
    ['Do it.\n', ' \n\u00a0', 'Do it.\n'],
    ['Do it.\n', undefined, 'Do it.\n'],
    ['Do $2.\n', 'fast', 'Do $2.\n'],
    ['Do $@.\n', 'fast', 'Do fast.\n'],
  ])('%j with %j gives %j', (body, given, text) => {
    expect(textOf(body, given)).toBe(text)
  })
})

describe('the dialect claude', () => {
  it.each([
    ['$0 and $1', 'a b', 'a and b'],
    ['$ARGUMENTS[0] $ARGUMENTS[1]', 'a b', 'a b'],
    ['$ARGUMENTS[2] $0', 'a b', '$ARGUMENTS[2] a'],
    ['$ARGUMENTS[01] $ARGUMENTS[x]', 'a', 'a[01] a[x]'],
    ['\\$ARGUMENTS[0] \\$0 $0', 'a', '$ARGUMENTS[0] $0 a'],
    ['$@ $0', 'a', '$@ a'],
    ['$00 $01 $0.10 $0', 'a', '$00 $01 $0.10 a'],
    ['$from to $to', 'Rome Oslo', 'Rome to Oslo'],
    ['$from-$to.md', 'Rome Oslo', 'Rome-Oslo.md'],
    ['$from_x $fromx $FROM $from', 'Rome', '$from_x $fromx $FROM Rome'],
    ['[$from] [$to]', 'Rome', '[Rome] []'],
    ['\\$from $from', 'Rome', '$from Rome'],
    ['$other $HOME $from', 'Rome', '$other $HOME Rome'],
    ['$issue-number $issue-number-x $issue', 'Rome Oslo 7', '7 7-x $issue'],
  ])('fills %j with %j: %j', (body, given, text) => {
    const names = ['from', 'to', 'issue-number']
    expect(textOf(body, given, { dialect: 'claude', names })).toBe(text)
  })

  it('tells of a named argument that is not there, and of one that has no name', () => {
    const input = { arguments: 'a', dialect: 'claude', declared: true, names: ['x', 'y'] } as const
    const { diagnostics } = substituteArguments('$x $y $4', { ...input, path: 'demo/SKILL.md' })
    expect(diagnostics).toEqual([
      {
        code: 'ARGUMENT_MISSING',
        severity: 'warning',
        message: 'No argument for $y, $4: 1 was given',
        path: 'demo/SKILL.md',
        hint: 'Give more arguments; in the skill, \\$y is plain text that asks for none.',
      },
    ])
  })

  it('takes the first of two arguments of one name, and no name that is a word of the grammar', () => {
    expect(textOf('$a $ARGUMENTS', '1 2 3', { dialect: 'claude', names: ['a', 'a', 'ARGUMENTS'] })).toBe(
      '1 1 2 3',
    )
  })

  it('has names and the index 0 to itself', () => {
    expect(textOf('$from $0 $1', 'a', { names: ['from'] })).toBe('$from $0 a')
  })
})

function textOf(body: string, given: string | undefined, more: Partial<ArgumentInput> = {}): string {
  return substituteArguments(body, { arguments: given, declared: false, ...more }).text
}

function codesOf(body: string, given: string | undefined, more: Partial<ArgumentInput> = {}): string[] {
  const { diagnostics } = substituteArguments(body, { arguments: given, declared: false, ...more })
  return diagnostics.map(({ code }) => code)
}
