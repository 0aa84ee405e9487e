import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const SERVER_DUTIES = 29
const HOST_DUTIES = 48

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
const DUTIES = [...numbered('S', SERVER_DUTIES), ...numbered('H', HOST_DUTIES)]

/** The rows of the page's tables: the duty, and the files that are named for it. */
const rows = [
  ...readFileSync(resolve(ROOT, 'docs/sep2640.md'), 'utf8').matchAll(/^\| ([SH]\d+) \|.*\| (.*) \|$/gm),
].map(([, duty, tests]) => ({
  duty: duty!,
  files: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
}))

describe('the page about the duties of SEP-2640', () => {
  it('has a row for every duty, each once and in order', () => {
    expect(rows.map(({ duty }) => duty)).toEqual(DUTIES)
  })

  it.each(rows.map(({ duty, files }) => [duty, files] as const))(
    'names for %s tests that are there and name it too',
    (duty, files) => {
      expect(files.length).toBeGreaterThan(0)
      for (const file of files) {
        expect(file).toMatch(/^test\/.*\.test\.ts$/)
        expect(existsSync(resolve(ROOT, file))).toBe(true)
        expect(readFileSync(resolve(ROOT, file), 'utf8')).toMatch(new RegExp(`\\b${duty}\\b`))
      }
    },
  )
})
