import { describe, expect, it } from 'vitest'
import { preparedFiles } from '../../src/serve/prepared-files.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const file = (text: string, path = 'a.md') => ({ path, bytes: bytesOf(text) })
const textIn = (json: Buffer) =>
  (JSON.parse(json.toString()) as { contents: [{ text: string }] }).contents[0].text

describe('a prepared file', () => {
  it('is the same answer as long as it has the same bytes', () => {
    const json = preparedFiles()
    const first = json('skill://x/a.md', file('one'))
    expect(textIn(first)).toBe('one')
    expect(json('skill://x/a.md', file('one'))).toBe(first)
    expect(textIn(json('skill://x/a.md', file('two')))).toBe('two')
    expect(textIn(json('skill://x/a.md', file('one')))).toBe('one')
  })

  it('is another answer under another path, which says what it is', () => {
    const json = preparedFiles()
    expect(json('skill://x/a', file('{}', 'a.json')).toString()).toContain('application/json')
    expect(json('skill://x/a', file('{}', 'a.md')).toString()).toContain('text/markdown')
  })

  it('does not follow bytes that its source changes in place', () => {
    const json = preparedFiles()
    const changing = { path: 'a.md', bytes: Buffer.from('one') }
    json('skill://x/a.md', changing)
    changing.bytes.write('two')
    expect(textIn(json('skill://x/a.md', changing))).toBe('two')
  })

  it('is forgotten when others were asked for more lately and there is no room, and a large one at once', () => {
    const json = preparedFiles(16_000)
    const uris = Array.from({ length: 40 }, (_, index) => `skill://x/${index}.md`)
    const text = 'x'.repeat(300)
    const first = uris.map((uri) => json(uri, file(text)))
    for (const uri of uris) {
      json(uri, file(text))
      json(uris[39]!, file(text))
    }
    expect(json(uris[39]!, file(text))).toBe(first[39])
    expect(json(uris[0]!, file(text))).not.toBe(first[0])
    const large = json('skill://x/large.md', file('x'.repeat(2000)))
    expect(json('skill://x/large.md', file('x'.repeat(2000)))).not.toBe(large)
    expect(json('skill://x/large.md', file('x'.repeat(2000)))).toEqual(large)
  })
})
