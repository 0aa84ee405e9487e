import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSkillHead } from '../../src/skill/parse-head.ts'
import { factsOf } from '../../src/sources/directory/folder-facts.ts'
import { rowsFromBytes, rowsToBytes } from '../../src/sources/directory/index-bytes.ts'
import {
  contentsRows,
  fromContentsRows,
  fromHeadRows,
  headRows,
} from '../../src/sources/directory/index-rows.ts'
import { createPace } from '../../src/sources/directory/pace.ts'

const pace = createPace()
const time = fc.double({ min: 0, max: 2e12, noNaN: true })
const stamp = fc.record({
  device: fc.nat(),
  inode: fc.maxSafeNat(),
  size: fc.maxSafeNat(),
  modified: time,
  changed: time,
  settled: fc.constant(true),
})
const name = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }).filter((text) => !/[/\0]/.test(text))
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`)
const child = fc.record({ name, kind: fc.constantFrom('file', 'folder', 'link', 'special') })
/** Fields that YAML reads in all ways it has, numbers without an end and zeros with a sign among them. */
const field = fc.oneof(
  fc.json(),
  fc.constantFrom('.inf', '-0', '1e400', '.nan', '0x1F', '~', '2026-01-01'),
  fc.string(),
)
const document = fc
  .array(field, { maxLength: 5 })
  .map((fields) => fields.map((value, index) => `f${index}: ${value}\n`).join(''))
  .map((fields) => Buffer.from(`---\nname: alpha\ndescription: One.\n${fields}---\nBody.\n`))

/** What was kept, as a later process reads it. */
async function again(rows: Iterable<unknown>): Promise<unknown[]> {
  return (await rowsFromBytes(await rowsToBytes(rows, pace), pace))!
}

it('folders and heads are kept as they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      path,
      path,
      stamp,
      fc.array(child),
      document,
      async (place, other, was, children, bytes) => {
        const at = { path: 'alpha/SKILL.md', folderName: 'alpha' }
        const { skill, diagnostics, body } = parseSkillHead(bytes, { ...at, complete: true })!
        const witnesses = [place, `${place}/SKILL.md`, other].map((seen) => ({ path: seen, stamp: was }))
        const head = {
          at,
          parsed: { skill, diagnostics },
          body: 'start' in body ? body : undefined,
          witnesses,
        }
        const memory = {
          folders: new Map([
            [place, factsOf(place, { stamp: was, children, complete: children.length > 2 })],
          ]),
          heads: new Map([[place, head]]),
        }
        expect(fromHeadRows(await again(headRows(memory)))).toEqual(memory)
      },
    ),
  )
})

it('the files of skills are kept as they are', async () => {
  const files = fc.array(fc.record({ path: name, size: fc.nat(), digest: fc.string() }))
  await fc.assert(
    fc.asyncProperty(path, path, stamp, files, fc.boolean(), async (place, other, was, list, flag) => {
      const contents = {
        files: list,
        diagnostics: [],
        complete: flag,
        witnesses: [place, other].map((seen) => ({ path: seen, stamp: was })),
        skillFile: flag ? was : undefined,
        listable: !flag,
        head: undefined,
      }
      const kept = new Map([[place, { shownPath: 'alpha', contents }]])
      expect(fromContentsRows(await again(contentsRows(kept)))).toEqual(kept)
    }),
  )
})
