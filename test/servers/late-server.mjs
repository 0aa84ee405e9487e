// A server of the Skills extension over stdio that takes its time to come up: node late-server.mjs MS NAME...
// Its skills say which file it was started as, so that several can be told apart by links to this one.
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { honest } from './honest-answers.mjs'

const [, file, ms, ...names] = process.argv
const skills = Object.fromEntries(names.map((name) => [name, { 'SKILL.md': skillText(name) }]))

await delay(Number(ms))
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.id === undefined) return
  console.log(
    JSON.stringify({ jsonrpc: '2.0', id: message.id, ...honest(message, { era: 'modern', skills }) }),
  )
})

function skillText(name) {
  return `---\nname: ${name}\ndescription: About ${name}.\n---\nFrom ${basename(file, '.mjs')}.\n`
}
