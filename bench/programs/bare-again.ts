// The limit of asking again: lstat of the files that were read before. Of an edit: one skill's files are read and hashed.
import * as crypto from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { medianMs } from './timed.ts'
import { walk } from './walk.ts'

const [, , root, edited] = process.argv
const paths: string[] = []
walk(root!, ({ path }) => paths.push(path))
const againMs = await medianMs(() => paths.forEach((path) => lstatSync(path)), 5)
const editMs = await medianMs(
  () => walk(join(root!, edited!), ({ path }) => crypto.hash('sha256', readFileSync(path))),
  5,
)
process.stdout.write(`${JSON.stringify({ againMs, editMs })}\n`)
