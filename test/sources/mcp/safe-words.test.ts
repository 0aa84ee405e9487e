import { describe, expect, it } from 'vitest'
import { safeWords } from '../../../src/sources/mcp/safe-words.ts'

const words = safeWords({
  type: 'stdio',
  command: '/opt/tools/server',
  env: { TOKEN: 'sk-12345678', LONGER: 'sk-12345678-more', FLAG: '1', EMPTY: '', TWO: 'alpha beta-gamma' },
})
const overHttp = safeWords({
  type: 'http',
  url: 'https://us%40er:pa%2Fss@example.com/mcp?key=query-secret&n=1',
  headers: { Authorization: 'Bearer tok-abc', 'X-Key': 'k' },
})

describe('the words of a server, as they are shown (D33)', () => {
  it.each([
    ['plain words', 'plain words'],
    ['a\r\n  b\tc', 'a b c'],
    ['\u001b[2J\u202eevil\u200b.', '\\u{1b}[2J\\u{202e}evil\\u{200b}.'],
    ['key sk-12345678 and sk-12345678-more', 'key [hidden] and [hidden]'],
    ['alpha beta-gamma, beta-gamma, alpha', '[hidden], [hidden], [hidden]'],
    ['flag 1 of 1', 'flag 1 of 1'],
    ["Cannot find module '/home/me/app/server.mjs'", "Cannot find module '…/server.mjs'"],
    ['at file:///home/me/app/x.mjs:10:5', 'at …/x.mjs:10:5'],
    ['in C:\\Users\\me\\x.js', 'in …/x.js'],
    ['see https://example.com/docs/a and a/b/c and 1/2', 'see https://example.com/docs/a and a/b/c and 1/2'],
    ['', ''],
  ])('%j is %j', (given, shown) => {
    expect(words(given)).toBe(shown)
  })

  it('do not hold what came with the URL or the headers', () => {
    const said = 'Bearer tok-abc, tok-abc, query-secret, us@er, pa/ss, ?key=query-secret&n=1'
    expect(overHttp(said)).toBe('[hidden], [hidden], [hidden], [hidden], [hidden], ?[hidden]')
  })

  it('are short, whatever their length, and cost no more', () => {
    const started = performance.now()
    const shown = words(`${'a/b\\c '.repeat(1_000_000)}${'/x'.repeat(1_000_000)}`)
    expect(shown.length).toBeLessThanOrEqual(257)
    expect(shown.endsWith('…')).toBe(true)
    expect(words('/x'.repeat(5000)).length).toBeLessThan(300)
    expect(performance.now() - started).toBeLessThan(200)
  })

  it('are cut between characters', () => {
    expect(words('😀'.repeat(1000))).toBe(`${'😀'.repeat(256)}…`)
  })
})
