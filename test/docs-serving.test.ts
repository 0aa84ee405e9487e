import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HTTP_LIMITS } from '../src/serve/http/types.ts'
import { LIMITS } from '../src/skill/limits.ts'
import { projectConfig } from './config/place.ts'
import { post } from './serve/http/requests.ts'
import { start } from './serve/http/start.ts'

const text = readFileSync(resolve(import.meta.dirname, '../docs/serving.md'), 'utf8')
const blocks = (language: string) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , block]) => block!)
const row = (about: string) => text.split('\n').find((line) => line.startsWith(`| ${about}`))
const grouped = (number: number) => number.toLocaleString('en-US')

describe('docs/serving.md', () => {
  it.each([
    ['body of a request', `${HTTP_LIMITS.bodyBytes / 1024 / 1024} MiB`],
    ['header lines', `${HTTP_LIMITS.headerBytes / 1024} KiB`],
    ['time until', `${HTTP_LIMITS.headersMs / 1000} s, ${HTTP_LIMITS.requestMs / 1000} s`],
    ['an idle connection', `${HTTP_LIMITS.keepAliveMs / 1000} s`],
    ['connections of', `${grouped(HTTP_LIMITS.connections.each)}, ${grouped(HTTP_LIMITS.connections.all)}`],
    ['subscriptions of', `${HTTP_LIMITS.streams.each}, ${grouped(HTTP_LIMITS.streams.all)}`],
    ['a published skill', `${LIMITS.skillFiles} files, ${LIMITS.skillBytes / 1024 / 1024} MiB`],
    ['a file that is read', `${LIMITS.fileBytes / 1024 / 1024} MiB`],
    ['shutdown', `${HTTP_LIMITS.drainMs / 1000} s`],
  ])('gives the limit of %s that the code has', (about, limit) => {
    expect(row(about)).toContain(`| ${limit}`)
  })

  it('shows configs that load', async () => {
    expect(blocks('yaml').length).toBeGreaterThan(0)
    for (const block of blocks('yaml'))
      await expect(projectConfig(block, { http: true })).resolves.toMatchObject({ http: { oauth: {} } })
  })

  it('shows a line of the log as it is', async () => {
    await using server = await start()
    await post(server.url, 'tools/list')
    await expect.poll(() => server.logs.length).toBe(1)
    const [example] = blocks('json')
    expect(Object.keys(JSON.parse(example!) as object)).toEqual(Object.keys(server.logs[0]!))
  })

  it('links only to what is there', () => {
    for (const [, target] of text.matchAll(/\]\((?!https:)([^)#]+)/g))
      expect(() => readFileSync(resolve(import.meta.dirname, '../docs', target!))).not.toThrow()
  })
})
