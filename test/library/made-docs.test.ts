import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

describe('docs/config-keys.md', () => {
  it('is what `npm run docs:config` makes of the schema, and every key is described', async () => {
    const script = resolve(ROOT, 'scripts/config-docs.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--stdout'])
    expect(await readFile(resolve(ROOT, 'docs/config-keys.md'), 'utf8')).toBe(stdout)
  })
})

describe('docs/api.md', () => {
  it('is what `npm run docs:api` makes of the doc comments, and every public name has one', async () => {
    const script = resolve(ROOT, 'scripts/api-docs.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--stdout'])
    expect(await readFile(resolve(ROOT, 'docs/api.md'), 'utf8')).toBe(stdout)
  })

  it('has every entry of the package', async () => {
    const { exports } = JSON.parse(await readFile(resolve(ROOT, 'package.json'), 'utf8')) as {
      exports: object
    }
    const entries = Object.keys(exports).filter((path) => !path.endsWith('.json'))
    const text = await readFile(resolve(ROOT, 'docs/api.md'), 'utf8')
    for (const path of entries) expect(text).toContain(`\n## \`${path.replace('.', 'skillway')}\`\n`)
  })
})
