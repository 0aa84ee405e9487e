import { array, assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitCommandLine } from '../../src/config/command-line.ts'

describe('splitCommandLine', () => {
  it.each<[string, string[]]>([
    ['uvx mcp-server-with-skills', ['uvx', 'mcp-server-with-skills']],
    ['  uvx \t a\n b  ', ['uvx', 'a', 'b']],
    ['', []],
    ['   ', []],
    [`run "two words" 'and three words'`, ['run', 'two words', 'and three words']],
    [`run --name="a b"c`, ['run', '--name=a bc']],
    [`run '' ""`, ['run', '', '']],
    [`run "say \\"hi\\" \\\\ \\n"`, ['run', 'say "hi" \\ \\n']],
    [`run 'a\\b' 'say "hi"'`, ['run', 'a\\b', 'say "hi"']],
    [`run a\\ b \\"c\\" \\'d`, ['run', 'a b', '"c"', "'d"]],
    [String.raw`C:\tools\run.exe D:\x`, [String.raw`C:\tools\run.exe`, String.raw`D:\x`]],
    [
      'echo $HOME `id` $(id) ; rm * | cat > x',
      ['echo', '$HOME', '`id`', '$(id)', ';', 'rm', '*', '|', 'cat', '>', 'x'],
    ],
    ['run \\', ['run', '\\']],
  ])('splits %j', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words)
  })

  it.each([`run "open`, `run 'open`, `"`, `run 'it"s`, `run "a\\"`])(
    'finds no words in %j, a quote is open',
    (line) => {
      expect(splitCommandLine(line)).toBeUndefined()
    },
  )

  it('gives back every list of words that is written in single quotes', () => {
    const word = string({ unit: 'grapheme' }).filter((text) => !text.includes("'"))
    assert(
      property(array(word), (words) => {
        expect(splitCommandLine(words.map((text) => `'${text}'`).join(' '))).toEqual(words)
      }),
    )
  })
})
