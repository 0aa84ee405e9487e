// The limit of complete entries: every file is read into the same memory and hashed, nothing is parsed or checked.
import * as crypto from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { walk } from './walk.ts'

let room = new Uint8Array(64 * 1024)
const digests = new Map<string, string>()
let skills = 0

walk(process.argv[2]!, ({ path, name }) => {
  const descriptor = openSync(path, 'r')
  const { size } = fstatSync(descriptor)
  if (size > room.length) room = new Uint8Array(size * 2)
  const length = readSync(descriptor, room, 0, size, 0)
  closeSync(descriptor)
  digests.set(path, crypto.hash('sha256', room.subarray(0, length), 'hex'))
  if (name === 'SKILL.md') skills++
})
process.stdout.write(`${JSON.stringify({ skills, files: digests.size })}\n`)
