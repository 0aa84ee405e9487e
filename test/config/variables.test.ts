import { describe, expect, it } from 'vitest'
import { expandVariables } from '../../src/config/variables.ts'

const env = { TOKEN: 's3cret', EMPTY: '', NESTED: '${TOKEN}', DOLLAR: '$&$1$$', UNSET: undefined }

describe('expandVariables', () => {
  it.each([
    ['plain text', 'plain text'],
    ['${TOKEN}', 's3cret'],
    ['Bearer ${TOKEN}!', 'Bearer s3cret!'],
    ['${TOKEN}${TOKEN}', 's3crets3cret'],
    ['${EMPTY}', ''],
    ['${EMPTY:-used}', 'used'],
    ['${MISSING:-used}', 'used'],
    ['${UNSET:-used}', 'used'],
    ['${MISSING:-}', ''],
    ['${MISSING:-a:-b $x}', 'a:-b $x'],
    ['${TOKEN:-unused}', 's3cret'],
    ['${NESTED}', '${TOKEN}'],
    ['${DOLLAR}', '$&$1$$'],
    ['$TOKEN, $1 and $$', '$TOKEN, $1 and $$'],
    ['$${TOKEN}', '${TOKEN}'],
    ['{TOKEN}', '{TOKEN}'],
  ])('reads %j as %j', (text, expected) => {
    expect(expandVariables(text, env)).toEqual({ text: expected })
  })

  it.each(['MISSING', 'UNSET', 'constructor', '__proto__', 'toString'])(
    'names the variable %s, which is not set',
    (name) => {
      expect(expandVariables(`x \${${name}}`, env)).toEqual({
        problem: `the environment variable ${name} is not set`,
      })
    },
  )

  it.each(['${', '${}', '${TOKEN', '${env:TOKEN}', '${1}', '${A B}', '${A:-${TOKEN}}', '${TOKEN-x}'])(
    'refuses %j and says what a variable looks like',
    (text) => {
      expect(expandVariables(text, env)).toEqual({
        problem:
          "'${' does not begin a variable here; write ${NAME} or ${NAME:-default}, and $${ for a plain ${",
      })
    },
  )
})
