import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from './run.ts'

let folder: string
const list = (env: Record<string, string>) => run(['list', '--no-defaults', '--source', 'local'], folder, env)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillway-compiled-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('what Node compiles', () => {
  const isKept = 'enableCompileCache' in nodeModule

  it(`is ${isKept ? 'kept in a private folder' : 'not kept by this Node'}`, async () => {
    const cache = join(folder, 'cache')
    expect(await list({ SKILLWAY_CACHE_DIR: cache })).toMatchObject({ code: 0, stderr: '' })
    const stats = lstatSync(join(cache, 'compiled'), { throwIfNoEntry: false })
    expect(stats && stats.mode & 0o777).toBe(isKept ? 0o700 : undefined)
  })

  it('is not kept where others may write, and the command works all the same', async () => {
    const compiled = join(folder, 'cache', 'compiled')
    mkdirSync(compiled, { recursive: true })
    chmodSync(compiled, 0o777)
    expect(await list({ SKILLWAY_CACHE_DIR: join(folder, 'cache') })).toMatchObject({ code: 0, stderr: '' })
    expect(lstatSync(compiled).nlink).toBe(2)
  })

  it('is not kept where the folder is not one, and the command works all the same', async () => {
    expect(await list({ SKILLWAY_CACHE_DIR: 'relative' })).toMatchObject({ code: 0, stderr: '' })
  })
})
