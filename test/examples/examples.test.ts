import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript } from '../library/run-script.ts'

const EXAMPLES = resolve(import.meta.dirname, '../../examples')
const names = readdirSync(EXAMPLES)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => file.replace(/\.mjs$/, ''))

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillway-examples-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

describe('the examples', () => {
  it.each(names)(
    'examples/%s.mjs prints exactly the text that is kept beside this test, from any folder',
    async (name) => {
      const { code, stdout, stderr } = await runScript([join(EXAMPLES, `${name}.mjs`)], { cwd })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(withoutSandbox(stdout)).toBe(await readFile(join(import.meta.dirname, `${name}.txt`), 'utf8'))
    },
    120_000,
  )
})

/** The demo runs a script where the machine has a sandbox; not every one has. */
function withoutSandbox(text: string): string {
  return text.replace(/# Run a script of a skill[\s\S]*?\n\n(?=Done)/, '')
}
