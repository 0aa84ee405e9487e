import { PassThrough } from 'node:stream'
import { array, assert, asyncProperty, integer, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captureOutput } from '../../src/sandbox/capture-output.ts'
import type { CapturedOutput } from '../../src/sandbox/types.ts'

describe('captured output', () => {
  it('is all of it where it fits, however it is cut into chunks', async () => {
    const text = 'Zoë \u{1f600}\u001b[31m\n'
    for (const size of [1, 2, 3, 100]) {
      expect(await capture(chunks(Buffer.from(text), size), 64)).toEqual({
        text,
        bytes: 15,
        truncated: false,
        malformed: false,
      })
    }
  })

  it.each([
    [10, 10, false],
    [11, 10, true],
    [0, 10, false],
  ])('of %i bytes with room for %i is truncated: %s', async (bytes, limit, truncated) => {
    expect(await capture([Buffer.alloc(bytes, 'x')], limit)).toMatchObject({ bytes, truncated })
  })

  it('never holds half a character where it is cut', async () => {
    for (let before = 0; before < 8; before++) {
      const text = 'x'.repeat(before) + '\u{1f600}é€'.repeat(20)
      const output = await capture(chunks(Buffer.from(text), 7), 41)
      expect(output).toMatchObject({ truncated: true, malformed: false })
      expect(output.text).not.toContain('\ufffd')
    }
  })

  it('says where bytes were no text, in the part that is kept', async () => {
    expect(await capture([Buffer.from([0x61, 0xff, 0x62])], 10)).toMatchObject({
      text: 'a\ufffdb',
      malformed: true,
    })
    expect(await capture([Buffer.from([0xe2, 0x82])], 10)).toMatchObject({ text: '\ufffd', malformed: true })
    const output = await capture(
      [Buffer.concat([Buffer.alloc(20, 'x'), Buffer.from([0xff]), Buffer.alloc(20, 'x')])],
      10,
    )
    expect(output).toMatchObject({ truncated: true, malformed: false })
  })

  it('accounts for every byte: what is kept, and what the line in between says', async () => {
    const parts = array(uint8Array({ maxLength: 40 }), { maxLength: 12 })
    await assert(
      asyncProperty(parts, integer({ min: 2, max: 64 }), async (written, limit) => {
        const all = Buffer.concat(written)
        const output = await capture(written, limit)
        expect(output).toMatchObject({ bytes: all.length, truncated: all.length > limit })
        expect(waysToRead(output.text, all, limit)).not.toEqual([])
      }),
    )
  })
})

/** Each gap in the bytes that the text could come from, given how many bytes may be missing. */
function waysToRead(text: string, all: Buffer, limit: number): number[] {
  if (all.length <= limit) return text === all.toString() ? [0] : []
  const [, head, missing, tail] = /^(.*)\n\[\.\.\. (\d+) bytes left out \.\.\.\]\n(.*)$/s.exec(text)!
  const gap = Number(missing)
  // Three bytes of a character may go with the gap on either side.
  if (gap < all.length - limit || gap > all.length - limit + 6) return []
  const starts = Array.from({ length: all.length - gap + 1 }, (_, start) => start)
  return starts.filter(
    (start) => all.subarray(0, start).toString() === head && all.subarray(start + gap).toString() === tail,
  )
}

async function capture(parts: Iterable<Uint8Array>, limit: number): Promise<CapturedOutput> {
  const stream = new PassThrough()
  const captured = captureOutput(stream, limit)
  for (const part of parts) stream.write(part)
  stream.end()
  await captured.ended
  return captured.result()
}

function chunks(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
}
