// A server that speaks FastMCP's provider protocol over stdio: node fastmcp-server.mjs ROOT [JSON]
//   manifest: "objects" (FastMCP), "names" (AgentPool's documentation) or "none" (plain resources)
//   supporting: "template" (default) or "resources"; code: the error code for an unknown resource; hidden: [skill]
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const [root, more = '{}'] = process.argv.slice(2)
const {
  manifest = 'objects',
  supporting = 'template',
  code = -32002,
  describe = true,
  hidden = [],
} = JSON.parse(more)
const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { resources: { listChanged: true } },
    serverInfo: { name: 'fastmcp', version: '2.14.0' },
  }),
  'resources/list': () => ({ resources: skillNames().filter(isShown).flatMap(resourcesOf) }),
  'resources/templates/list': () => ({
    resourceTemplates: skillNames().map((skill) => ({
      uriTemplate: `skill://${encodeURIComponent(skill)}/{path*}`,
      name: `${skill}_files`,
      mimeType: 'application/octet-stream',
    })),
  }),
  'resources/read': ({ uri }) => ({ contents: [contentAt(uri)] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answerTo(method, params) }))
})

function answerTo(method, params) {
  if (answers[method] === undefined)
    return { error: { code: -32601, message: `Method not found: ${method}` } }
  try {
    return { result: answers[method](params) }
  } catch (error) {
    return { error: { code: error.code ?? -32603, message: error.message } }
  }
}

function isShown(skill) {
  return !hidden.includes(skill)
}

function skillNames() {
  return readdirSync(root)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

function resourcesOf(skill) {
  const base = `skill://${encodeURIComponent(skill)}`
  const _meta = (is_manifest) => ({ fastmcp: { skill: { name: skill, is_manifest } } })
  const main = {
    uri: `${base}/SKILL.md`,
    name: `${skill}/SKILL.md`,
    description: describe ? descriptionOf(skill) : '',
    mimeType: 'text/markdown',
    _meta: _meta(false),
  }
  const list = {
    uri: `${base}/_manifest`,
    name: `${skill}/_manifest`,
    description: `File listing for ${skill}`,
    mimeType: 'application/json',
    _meta: _meta(true),
  }
  const others = filesOf(skill).filter((path) => path !== 'SKILL.md')
  return [
    main,
    ...(manifest === 'none' ? [] : [list]),
    ...(supporting === 'template'
      ? []
      : others.map((path) => ({ uri: fileUri(skill, path), name: `${skill}/${path}` }))),
  ]
}

function fileUri(skill, path) {
  return `skill://${[skill, ...path.split('/')].map(encodeURIComponent).join('/')}`
}

function descriptionOf(skill) {
  const text = readFileSync(join(root, skill, 'SKILL.md'), 'utf8')
  return (/^description: (.*)$/m.exec(text)?.[1] ?? `Skill: ${skill}`).slice(0, 200)
}

function filesOf(skill) {
  const folder = join(root, skill)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function contentAt(uri) {
  const [skill, ...segments] = uri.slice('skill://'.length).split('/').map(decodeURIComponent)
  const path = segments.join('/')
  if (!uri.startsWith('skill://') || !skillNames().includes(skill) || path === '') throw unknown(uri)
  if (path === '_manifest' && manifest !== 'none') {
    return { uri, mimeType: 'application/json', text: JSON.stringify(manifestOf(skill), null, 2) }
  }
  if (!filesOf(skill).includes(path)) throw unknown(uri)
  const bytes = readFileSync(join(root, skill, path))
  return /\.(md|txt|json)$/.test(path)
    ? { uri, mimeType: 'text/plain', text: bytes.toString('utf8') }
    : { uri, mimeType: 'application/octet-stream', blob: bytes.toString('base64') }
}

function manifestOf(skill) {
  const files = filesOf(skill)
  if (manifest === 'names') return { name: skill, version: '1.0.0', description: descriptionOf(skill), files }
  return {
    skill,
    files: files.map((path) => {
      const bytes = readFileSync(join(root, skill, path))
      return { path, size: bytes.length, hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}` }
    }),
  }
}

function unknown(uri) {
  return Object.assign(new Error(`Unknown resource: ${uri}`), { code })
}
