// A server of the Skills extension over stdio that says what a file tells it to say, read anew for every answer:
//   node scripted-server.mjs SCRIPT.json
//   {"listed": {skill: {path: text}}, "served": the same where the bytes are others, "asked": file where calls are noted,
//    "about": what it says of itself,
//    "twists": {skill: {"frontmatter": {...}, "size": {path: more}, "order": "reversed", "resources": "dynamic"}}}
import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { honest } from './honest-answers.mjs'

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id === undefined) return
  console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answerTo(message) }))
})

function answerTo(message) {
  const {
    listed,
    served = listed,
    twists = {},
    about,
    asked,
  } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
  const isRead = message.method === 'resources/read'
  appendFileSync(asked, `${message.method} ${message.params?.uri ?? ''}\n`)
  const body = honest(message, { era: 'modern', skills: isRead ? served : listed, about })
  const { skills, skill } = body.result ?? {}
  for (const entry of skills ?? (skill === undefined ? [] : [skill]))
    twist(entry, twists[entry.frontmatter.name])
  return body
}

function twist(entry, { frontmatter = {}, size = {}, order, resources } = {}) {
  Object.assign(entry.frontmatter, frontmatter)
  for (const file of entry.resources)
    file.size += size[file.uri.slice(entry.uri.length - 'SKILL.md'.length)] ?? 0
  if (order === 'reversed') entry.resources.reverse()
  if (resources !== undefined) entry.resources = resources
}
