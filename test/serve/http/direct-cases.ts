import { type Wire, wireOf } from './two-ways.ts'

/** What a server with `alpha`, its files and many more skills is asked, after another page was. */
export interface Case {
  title: string
  make(around: { port: number; secondPage: string }): Wire
}

const META = 'io.modelcontextprotocol'
const README = 'skill://alpha/SKILL.md'

export type Message = Record<string, unknown> & {
  params: Record<string, unknown> & { _meta: Record<string, unknown> }
}
/** The request with its message changed. */
export function changed(wire: Wire, change: (message: Message) => void, indent = ''): Wire {
  const message = JSON.parse(String(wire.body)) as Message
  change(message)
  return { ...wire, body: JSON.stringify(message, undefined, indent) }
}
const rewritten = (wire: Wire, from: string | RegExp, to: string): Wire => ({
  ...wire,
  body: String(wire.body).replace(from, to),
})
export const withHeader = (wire: Wire, name: string, ...values: string[]): Wire => ({
  ...wire,
  headers: [
    ...wire.headers.filter(([key]) => key !== name),
    ...values.map((value): [string, string] => [name, value]),
  ],
})
export const list = (cursor?: string, id?: unknown) =>
  wireOf('skills/list', cursor === undefined ? {} : { cursor }, id)
export const get = (uri = README) => wireOf('skills/get', { uri })
export const read = (uri = README, id?: unknown) => wireOf('resources/read', { uri }, id)
const meta = (key: string, value: unknown, wire = read()) =>
  changed(wire, ({ params }) => {
    if (value === undefined) delete params._meta[`${META}/${key}`]
    else params._meta[`${META}/${key}`] = value
  })
const param = (key: string, value: unknown, wire = read()) =>
  changed(wire, ({ params }) => Object.assign(params, { [key]: value }))
const body = (text: string | Buffer, wire = read()): Wire => ({ ...wire, body: text })

/** What a client may say that it can do. */
const ASKABLE = {
  elicitation: {},
  sampling: { tools: {} },
  roots: { listChanged: true },
  extensions: { a: { b: [1, null] } },
}

/** Requests that are answered directly. */
export const USUAL: Case[] = [
  { title: 'a page', make: () => list() },
  { title: 'the next page', make: ({ secondPage }) => list(secondPage) },
  {
    title: 'a page after the last skill',
    make: () => list(`1${Buffer.from('skill://zzz').toString('base64url')}`),
  },
  { title: 'an entry', make: () => get() },
  {
    title: 'an entry whose header names another',
    make: () => withHeader(get(), 'mcp-name', 'skill://beta/SKILL.md'),
  },
  { title: 'a skill file', make: () => read() },
  { title: 'text of many tongues', make: () => read('skill://alpha/references/tongues.md') },
  { title: 'text with a NUL', make: () => read('skill://alpha/references/words.md') },
  { title: 'an image', make: () => read('skill://alpha/assets/dot.png') },
  { title: 'bytes', make: () => read('skill://alpha/assets/noise.bin') },
  { title: 'an empty file', make: () => read('skill://alpha/assets/empty.txt') },
  { title: 'the list of files', make: () => read('skill://alpha/_manifest') },
  {
    title: 'a file whose name is encoded',
    make: () => read('skill://alpha/references/%C3%9Cn%C3%AF%20c%C3%B6d%C3%A9.md'),
  },
  { title: 'an id that is a text', make: () => read(README, 'é "1" \u2028 🚀') },
  { title: 'an id that is empty', make: () => list(undefined, '') },
  { title: 'an id of zero', make: () => read(README, 0) },
  { title: 'an id of minus zero', make: () => rewritten(read(), '"id":1', '"id":-0') },
  { title: 'an id in another notation', make: () => rewritten(read(), '"id":1', '"id":1.2e1') },
  { title: 'the largest id', make: () => read(README, Number.MAX_SAFE_INTEGER) },
  { title: 'no name of a client', make: () => meta('clientInfo', undefined) },
  {
    title: 'a client with a title',
    make: () => meta('clientInfo', { name: 'c', title: 'C', version: '1', other: [null, 1] }),
  },
  {
    title: 'a client that can be asked',
    make: () => meta('clientCapabilities', ASKABLE),
  },
  { title: 'the same client again', make: () => meta('clientCapabilities', ASKABLE, get()) },
  { title: 'spaces in the body', make: () => changed(read(), () => {}, '\n ') },
  { title: 'a key twice', make: () => rewritten(read(), '"uri":', '"uri":"skill://beta/SKILL.md","uri":') },
  {
    title: 'another order',
    make: () =>
      changed(read(), (message) => {
        const { method } = message
        delete message['method']
        message['method'] = method
      }),
  },
  {
    title: 'a type with a charset',
    make: () => withHeader(read(), 'content-type', 'Application/JSON; charset=utf-8'),
  },
  { title: 'no accepted type', make: () => withHeader(read(), 'accept') },
  { title: 'another accepted type', make: () => withHeader(read(), 'accept', 'text/html') },
  { title: 'a session', make: () => withHeader(read(), 'mcp-session-id', 'x') },
  { title: 'a token that nobody asked for', make: () => withHeader(read(), 'authorization', 'Bearer x') },
  {
    title: 'a body in chunks',
    make: () => {
      const wire = read()
      return body(
        `${Buffer.byteLength(wire.body).toString(16)}\r\n${String(wire.body)}\r\n0\r\n\r\n`,
        withHeader(wire, 'transfer-encoding', 'chunked'),
      )
    },
  },
]

/** Requests that are left to the SDK, all but one of which it refuses or answers in another way. */
export const UNUSUAL: Case[] = [
  { title: 'a URI of nothing', make: () => read('skill://none/SKILL.md') },
  { title: 'a folder', make: () => read('skill://alpha/references') },
  { title: 'a URI with dot segments', make: () => read('skill://beta/../alpha/SKILL.md') },
  { title: 'a URI in other letters', make: () => read('SKILL://alpha/SKILL.md') },
  { title: 'a name for a URI', make: () => read('alpha') },
  { title: 'an empty URI', make: () => get('') },
  { title: 'a URI of 5,000 letters', make: () => read(`skill://${'a'.repeat(5000)}`) },
  { title: 'an entry of a file', make: () => get('skill://alpha/references/guide.md') },
  { title: 'a URI that is a list', make: () => param('uri', [README], get()) },
  { title: 'no URI', make: () => changed(get(), ({ params }) => delete params['uri']) },
  { title: 'an empty cursor', make: () => list('') },
  { title: 'a forged cursor', make: () => list('1garbage*') },
  { title: 'a cursor of null', make: () => param('cursor', null, list()) },
  { title: 'a cursor for a file', make: () => param('cursor', 'x') },
  { title: 'a URI for a list', make: () => param('uri', README, list()) },
  { title: 'another parameter', make: () => param('other', 1) },
  { title: 'answers to questions', make: () => param('inputResponses', {}) },
  {
    title: 'a parameter named __proto__',
    make: () => rewritten(read(), '"uri":', '"__proto__":{"a":1},"uri":'),
  },
  {
    title: 'a token of progress',
    make: () =>
      changed(read(), ({ params }) => {
        params._meta['progressToken'] = 7
      }),
  },
  {
    title: 'a trace',
    make: () =>
      changed(read(), ({ params }) => {
        params._meta['traceparent'] = '00-1-1-00'
      }),
  },
  { title: 'a level of the log', make: () => meta('logLevel', 'debug') },
  {
    title: 'a key of _meta named __proto__',
    make: () => rewritten(read(), '"_meta":{', '"_meta":{"__proto__":{},'),
  },
  { title: 'no capabilities', make: () => meta('clientCapabilities', undefined) },
  { title: 'capabilities that are a list', make: () => meta('clientCapabilities', []) },
  {
    title: 'a capability that is none',
    make: () => meta('clientCapabilities', { roots: { listChanged: 'yes' } }),
  },
  {
    title: 'a number without bounds where others said null',
    make: () => rewritten(meta('clientCapabilities', ASKABLE), 'null', '1e999'),
  },
  { title: 'a client without a version', make: () => meta('clientInfo', { name: 'c' }) },
  { title: 'no revision', make: () => meta('protocolVersion', undefined) },
  { title: 'another revision', make: () => meta('protocolVersion', '2026-07-29') },
  {
    title: 'a revision to come, in body and header',
    make: () => withHeader(meta('protocolVersion', '2027-01-01'), 'mcp-protocol-version', '2027-01-01'),
  },
  {
    title: 'another revision in the header',
    make: () => withHeader(read(), 'mcp-protocol-version', '2025-11-25'),
  },
  { title: 'no revision in the header', make: () => withHeader(read(), 'mcp-protocol-version') },
  {
    title: 'the revision twice',
    make: () => withHeader(read(), 'mcp-protocol-version', '2026-07-28', '2026-07-28'),
  },
  { title: 'no method in the header', make: () => withHeader(read(), 'mcp-method') },
  { title: 'another method in the header', make: () => withHeader(read(), 'mcp-method', 'skills/get') },
  { title: 'no name in the header', make: () => withHeader(read(), 'mcp-name') },
  {
    title: 'another name in the header',
    make: () => withHeader(read(), 'mcp-name', 'skill://beta/SKILL.md'),
  },
  { title: 'a name twice', make: () => withHeader(read(), 'mcp-name', README, README) },
  {
    title: 'a name that is encoded',
    make: () => withHeader(read(), 'mcp-name', `=?base64?${Buffer.from(README).toString('base64')}?=`),
  },
  { title: 'a name that is badly encoded', make: () => withHeader(read(), 'mcp-name', '=?base64?***?=') },
  { title: 'a notification', make: () => changed(read(), (message) => delete message['id']) },
  { title: 'an id of null', make: () => read(README, null) },
  { title: 'an id that is a fraction', make: () => read(README, 1.5) },
  { title: 'an id without bounds', make: () => rewritten(read(), '"id":1', '"id":1e999') },
  {
    title: 'another key',
    make: () =>
      changed(read(), (message) => {
        message['other'] = 1
      }),
  },
  {
    title: 'a result',
    make: () =>
      changed(read(), (message) => {
        message['result'] = {}
      }),
  },
  {
    title: 'another version of JSON-RPC',
    make: () =>
      changed(read(), (message) => {
        message['jsonrpc'] = '1.0'
      }),
  },
  {
    title: 'a batch',
    make: () => {
      const wire = read()
      return body(`[${String(wire.body)}]`, wire)
    },
  },
  {
    title: 'half a body',
    make: () => {
      const wire = read()
      return body(String(wire.body).slice(0, -5), wire)
    },
  },
  { title: 'an empty body', make: () => body('') },
  {
    title: 'a byte order mark',
    make: () => {
      const wire = read()
      return body(`\ufeff${String(wire.body)}`, wire)
    },
  },
  { title: 'a body that is long', make: () => meta('clientInfo', { name: 'n'.repeat(9000), version: '1' }) },
  { title: 'no type', make: () => withHeader(read(), 'content-type') },
  { title: 'another type', make: () => withHeader(read(), 'content-type', 'text/plain') },
  { title: 'two types', make: () => withHeader(read(), 'content-type', 'application/json', 'text/plain') },
  {
    title: "the server's own page",
    make: ({ port }) => withHeader(read(), 'origin', `http://127.0.0.1:${port}`),
  },
  { title: 'another verb', make: () => ({ ...read(), verb: 'PUT' }) },
]
