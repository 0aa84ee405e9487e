// The limit of listing: the head of every SKILL.md is read and searched by pattern, nothing is checked.
import { closeSync, openSync, readSync } from 'node:fs'
import { walk } from './walk.ts'

const HEAD_BYTES = 4096
const room = Buffer.alloc(HEAD_BYTES)
const skills: { name: string; description: string }[] = []

walk(process.argv[2]!, ({ path, name }) => {
  if (name !== 'SKILL.md') return
  const descriptor = openSync(path, 'r')
  const head = room.toString('utf8', 0, readSync(descriptor, room, 0, HEAD_BYTES, 0))
  closeSync(descriptor)
  skills.push({ name: field(head, 'name'), description: field(head, 'description') })
})
process.stdout.write(`${JSON.stringify({ skills: skills.length })}\n`)

function field(head: string, name: string): string {
  const start = head.indexOf(`\n${name}:`) + name.length + 2
  return head.slice(start, head.indexOf('\n', start)).trim()
}
