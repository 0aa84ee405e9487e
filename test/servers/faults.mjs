// The faults of fault-server.mjs: for each, what it does in place of an honest answer.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { entryOf, invalid, skillText, sumOf } from './honest-answers.mjs'

const MEBIBYTE = 1024 * 1024
const page = (skills, nextCursor) => ({
  result: {
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    skills,
    ...(nextCursor && { nextCursor }),
  },
})
const read = (contents) => ({ result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', contents } })
const numbered = (number, text = skillText) => {
  const name = `skill-${number}`
  return entryOf(name, { [name]: { 'SKILL.md': text(name) } })
}
const MODEL = numbered(0)
/** As `numbered`, without the cost of a digest. */
const renamed = (number) => JSON.parse(JSON.stringify(MODEL).replaceAll('skill-0', `skill-${number}`))
const withListing = (change) => ({
  'skills/list': (_, { next }) => {
    const body = next()
    change(body.result)
    return body
  },
})
const answersRead = (contentsFor) => ({ 'resources/read': ({ params }) => read(contentsFor(params.uri)) })
const found = (skill) => ({ result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', skill } })
const never = () => undefined

const OWN = 'GitHub://Acme/skills/refunds'
const ownFiles = { [`${OWN}/SKILL.md`]: skillText('refunds'), [`${OWN}/Q%26A.md`]: '# Q&A\n' }
const ownEntry = {
  uri: `${OWN}/SKILL.md`,
  frontmatter: { name: 'refunds', description: 'About refunds.' },
  resources: Object.entries(ownFiles).map(([uri, text]) => ({ uri, ...sumOf(text) })),
}
/** Writes until the other side is gone; what it cannot take does not pile up here. */
async function flood({ channel }, piece, pauseMs = 0) {
  for (;;) {
    if (channel.response?.destroyed) return
    const mayGoOn = channel.raw(piece)
    if (pauseMs > 0 || !mayGoOn) await delay(pauseMs || 1)
  }
}

export const faults = {
  none: {},

  // what a listing can hold
  'bad-entries': withListing((result) => {
    const good = result.skills[0]
    const twisted = (change) => {
      const copy = structuredClone(numbered(result.skills.length))
      change(copy)
      result.skills.unshift(copy)
    }
    twisted((entry) => delete entry.resources)
    twisted((entry) => (entry.resources = 'Dynamic'))
    twisted((entry) => (entry.resources[0].digest = entry.resources[0].digest.toUpperCase()))
    twisted((entry) => (entry.uri = 'skill://../SKILL.md'))
    result.skills.unshift(null, 'skill', [], {})
    result.skills.push(structuredClone(good))
  }),
  'endless-cursors': { 'skills/list': (_, { state }) => page([numbered(state.calls)], `c${state.calls}`) },
  'same-cursor': { 'skills/list': (_, { state }) => page([numbered(state.calls)], 'again') },
  'huge-cursor': { 'skills/list': () => page([numbered(1)], 'c'.repeat(MEBIBYTE)) },
  'deep-entry': {
    'skills/list': ({ id }, { channel, next }) => {
      const body = next()
      body.result.skills.unshift(
        { ...numbered(1), deep: '@' },
        { ...numbered(2), frontmatter: { name: '@', description: '@' } },
      )
      const text = JSON.stringify({ jsonrpc: '2.0', id, ...body })
      channel.raw(`${text.replaceAll('"@"', '['.repeat(50_000) + ']'.repeat(50_000))}\n`)
    },
  },
  'many-entries': {
    'skills/list': (_, { state }) =>
      page(Array.from({ length: state.options.entries }, (__, index) => renamed(index))),
  },
  'heavy-listing': {
    'skills/list': (_, { state }) => {
      const entry = numbered(state.calls)
      entry.frontmatter.compatibility = 'x'.repeat(10_000)
      return page([entry], `c${state.calls}`)
    },
  },
  'broken-page': {
    'skills/list': ({ params }, { state }) => {
      if (params.cursor === undefined) return page([numbered(1)], 'more')
      return state.transport === 'stdio'
        ? process.exit(3)
        : { error: { code: -32603, message: 'The index is broken' } }
    },
  },
  'counts-listings': {
    'skills/list': (_, { state }) => {
      state.listings = (state.listings ?? 0) + 1
      const { ttlMs = 0 } = state.options
      const body = page([numbered(state.listings)])
      body.result.ttlMs = ttlMs === 'huge' ? 1e308 : ttlMs
      if (ttlMs === 'none') delete body.result.ttlMs
      return body
    },
  },
  'changes-while-listing': {
    'skills/list': (_, { channel, state }) => {
      channel.send({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' })
      return page([numbered(state.calls)])
    },
  },
  'lists-once': {
    'skills/list': (_, { state, next }) => {
      state.listings = (state.listings ?? 0) + 1
      return state.listings === 1 ? next() : { error: { code: -32603, message: 'The index is broken' } }
    },
  },
  'no-cache-fields': withListing((result) => {
    delete result.ttlMs
    delete result.cacheScope
  }),
  'list-then-change': {
    skills: (state) => ({
      refunds: { 'SKILL.md': skillText('refunds') + (state.calls > state.options.after ? 'More.\n' : '') },
    }),
  },

  'lists-nothing': {
    about: ({ options }) => ({ instructions: options.instructions }),
    'skills/list': () => page([]),
  },
  'declares-nothing': { about: () => ({ capabilities: {} }), 'skills/list': () => page([numbered(1)]) },
  'own-scheme': {
    'skills/list': () => page([ownEntry]),
    'skills/get': ({ params }) => (params.uri === ownEntry.uri ? found(ownEntry) : invalid(params.uri)),
    'resources/read': ({ params }) => {
      const text = ownFiles[params.uri]
      return text === undefined ? invalid(params.uri) : read([{ uri: params.uri, text }])
    },
  },

  // answers that are none
  'never-answers': { 'skills/list': never },
  'reads-never-answer': { 'resources/read': never },
  drips: { 'skills/list': (_, context) => flood(context, ' ', 100) },
  'reads-drip': { 'resources/read': (_, context) => flood(context, ' ', 100) },
  stalls: { 'resources/read': (_, { channel }) => void channel.raw('{"jsonrpc":"2.0",') },
  endless: { 'skills/list': (_, context) => flood(context, 'x'.repeat(65_536)) },
  'reads-endless': { 'resources/read': (_, context) => flood(context, 'x'.repeat(65_536)) },
  html: {
    'skills/list': (_, { channel }) =>
      void wild(channel, 'text/html', '<html><body>Bad gateway</body></html>'),
  },
  'not-json': {
    'skills/list': (_, { channel }) => void wild(channel, 'application/json', '{"jsonrpc":"2.0", oops'),
  },
  'wrong-id': {
    'skills/list': (message, { channel, next }) =>
      void channel.send({ jsonrpc: '2.0', id: 'other', ...next() }),
  },
  'no-list': {
    'skills/list': () => ({
      result: { resultType: 'complete', ttlMs: 0, cacheScope: 'public', skills: 'none' },
    }),
  },
  'huge-error': {
    'skills/list': () => ({
      error: { code: -32603, message: `\u001b[2J\u202eevil ${'A'.repeat(10 * MEBIBYTE)}` },
    }),
  },

  // contents that are not the file
  'two-contents': answersRead((uri) => [
    { uri, text: 'one' },
    { uri, text: 'two' },
  ]),
  'no-contents': answersRead(() => []),
  'other-uri': answersRead(() => [{ uri: 'skill://other/SKILL.md', text: 'other' }]),
  'text-and-blob': answersRead((uri) => [{ uri, text: 'one', blob: 'b25l' }]),
  'neither-text-nor-blob': answersRead((uri) => [{ uri, mimeType: 'text/plain' }]),
  'bad-base64': answersRead((uri) => [{ uri, blob: 'b25=l!' }]),
  'lone-surrogate': answersRead((uri) => [{ uri, text: '\ud800' }]),
  'other-bytes': answersRead((uri) => [{ uri, text: 'other bytes' }]),
  'large-file': {
    'resources/read': async ({ id, params }, { channel }) => {
      channel.raw(
        `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","contents":[{"uri":"${params.uri}","text":"`,
      )
      for (let sent = 0; sent < 200 && !channel.response?.destroyed; sent++) {
        if (!channel.raw('x'.repeat(MEBIBYTE))) await delay(5)
      }
      channel.raw('"}]}}\n')
    },
  },
  'no-entry': { 'skills/get': () => found(undefined) },
  'bad-entry': {
    'skills/get': (_, { next }) => {
      const body = next()
      body.result.skill.resources.push(body.result.skill.resources[0])
      return body
    },
  },
  'other-skill': { 'skills/get': () => found(numbered(7)) },

  // what a server starts by itself
  'asks-back': {
    'skills/list': (message, { channel, state, answer, next }) => {
      state.pending = () => answer(next())
      for (const method of ['elicitation/create', 'sampling/createMessage', 'roots/list']) {
        channel.send({ jsonrpc: '2.0', id: `ask-${method}`, method, params: {} })
      }
      if (state.options.era === 'legacy') return undefined
      return next()
    },
    onAnswer: ({ error }, { state }) => {
      state.refusals = error === undefined ? -Infinity : (state.refusals ?? 0) + 1
      if (state.refusals === 3) state.pending()
    },
  },
  'input-required': {
    'resources/read': () => ({
      result: { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } },
    }),
  },
  'change-flood': {
    onNotification: ({ method }, { channel, state }) => {
      if (method !== 'notifications/initialized' || state.isFlooding) return
      state.isFlooding = true
      const notice = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' })}\n`
      setInterval(() => channel.raw(notice.repeat(1000)), 100)
    },
  },

  // processes
  'exits-at-probe': { 'server/discover': () => process.exit(1) },
  'silent-probe': { 'server/discover': never },
  'exits-at-start': {
    atStart: () => {
      process.stderr.write(`cannot open ${process.env.SECRET_TOKEN} in ${process.cwd()}/config.json\n`)
      process.exit(7)
    },
  },
  'never-ready': { initialize: never, 'server/discover': never },
  'exits-once': {
    'resources/read': (_, { next, state: { options } }) => {
      if (existsSync(options.file)) return next()
      writeFileSync(options.file, '')
      process.exit(9)
    },
  },
  'silent-at-first': {
    atStart: ({ options }) => {
      options.isFirst = !existsSync(options.file)
      writeFileSync(options.file, '')
    },
    'skills/get': (_, { next, state }) => (state.options.isFirst ? undefined : next()),
  },
  'ready-late': { atStart: ({ options }) => delay(options.ms) },
  stubborn: {
    isStubborn: true,
    atStart: ({ options }) => {
      const stay = "process.on('SIGTERM', () => undefined); setTimeout(() => undefined, 60_000)"
      const helper = spawn(process.execPath, ['-e', stay], { stdio: ['ignore', 'inherit', 'inherit'] })
      process.on('SIGTERM', () => undefined)
      setTimeout(() => process.exit(), 60_000)
      writeFileSync(options.file, `${process.pid} ${helper.pid}`)
    },
  },
  chatty: { atStart: () => void process.stdout.write('Server started on port 0\nWelcome!\n') },

  // HTTP alone
  redirect: {
    onRequest: (request, response, { options }) => {
      response.writeHead(307, { location: options.to }).end()
      return true
    },
  },
  'echoes-headers': {
    onRequest: (request, response) =>
      response.writeHead(500).end(`no ${request.headers.authorization}`) && true,
  },
  unauthorized: { onRequest: (_, response) => response.writeHead(401).end('who are you?') && true },
  'bad-gateway': { onRequest: (_, response) => response.writeHead(502).end('<html>') && true },
}

function wild(channel, type, text) {
  if (channel.response === undefined) return channel.raw(`${text}\n`)
  channel.response.writeHead(200, { 'content-type': type }).end(text)
}
