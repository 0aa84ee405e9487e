// The limit of answering: whatever is asked, bytes that are ready; or a file that is read and hashed for each answer.
import * as crypto from 'node:crypto'
import { readFileSync } from 'node:fs'
import { listenOnFreePort } from './serve-http.ts'

const [, , kind, pathOrSize] = process.argv
const ready = Buffer.from(
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(Number(pathOrSize) || 0) } }),
)

listenOnFreePort((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(kind === 'memory' ? ready : fileAnswer())
  })
})

function fileAnswer(): string {
  const bytes = readFileSync(pathOrSize!)
  crypto.hash('sha256', bytes)
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { contents: [{ text: bytes.toString() }] } })
}
