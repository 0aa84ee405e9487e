import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import { everythingIn, indexed, open, SETTLED } from './indexed.ts'
import { skillFile } from './skill-file.ts'

/** Writes files over and over as fast as it can: always as long, so that only their stamps can tell. */
const EDITOR = `
const { writeFileSync } = require('node:fs')
const { workerData, parentPort } = require('node:worker_threads')
const end = Date.now() + workerData.duration
let count = 0
while (Date.now() < end) {
  const digit = String(count++ % 10)
  for (const { file, text } of workerData.files) writeFileSync(file, text.replaceAll('#', digit))
}
parentPort.postMessage(count)
`

it('edits that race with processes that share an index are all seen in the end', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `skill-${index}`)
  const texts = Object.fromEntries(
    names.flatMap((name) => [
      [`${name}/SKILL.md`, skillFile(name, 'Edit number #.')],
      [`${name}/data.txt`, 'number #'],
    ]),
  )
  const { path, index } = await indexed(texts)
  const files = Object.entries(texts).map(([file, text]) => ({ file: join(path, file), text }))
  const editor = new Worker(EDITOR, { eval: true, workerData: { files, duration: 1500 } })
  const done = { edits: 0 }
  let opened = 0
  editor.once('message', (count: number) => (done.edits = count))
  do {
    const source = open(path, index)
    const { skills } = await source.list()
    for (const { skillPath } of skills) await source.get(skillPath).catch(unlessBusy)
    await source.close!()
    opened++
    await wait(5)
  } while (done.edits === 0)
  expect(done.edits).toBeGreaterThan(10)
  expect(opened).toBeGreaterThan(10)
  for (const pause of [0, SETTLED]) {
    await wait(pause)
    const seen = await everythingIn(path, index)
    expect(seen).toEqual(await everythingIn(path))
    for (const entry of seen.entries) expect(entry!.files).toEqual(filesOf(path, entry!.skillPath))
  }
}, 30_000)

function unlessBusy(error: { code?: string }): void {
  if (error.code !== 'SOURCE_UNAVAILABLE') throw error as Error
}

function filesOf(path: string, name: string) {
  return ['SKILL.md', 'data.txt'].map((file) => {
    const bytes = readFileSync(join(path, name, file))
    return { path: file, size: bytes.length, digest: digestOf(bytes) }
  })
}
