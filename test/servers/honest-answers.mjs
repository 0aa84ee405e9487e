// What a server with nothing wrong answers, so that a fault is the only thing that differs.
import { createHash } from 'node:crypto'

const SKILLS = { refunds: { 'SKILL.md': skillText('refunds'), 'references/guide.md': '# Guide\n' } }

export function honest({ method, params = {} }, { era, skills = SKILLS, about: more = {} }) {
  const complete = (result) => ({ result: era === 'modern' ? { resultType: 'complete', ...result } : result })
  const cached = (result) =>
    complete(era === 'modern' ? { ttlMs: 0, cacheScope: 'private', ...result } : result)
  const about = {
    capabilities: { resources: { listChanged: true }, extensions: { 'io.modelcontextprotocol/skills': {} } },
    serverInfo: { name: 'trusted-server', version: '1.0.0' },
    ...more,
  }
  const answers = {
    initialize: () => ({ result: { protocolVersion: '2025-11-25', ...about } }),
    'server/discover': () =>
      era === 'modern' ? cached({ supportedVersions: ['2026-07-28'], ...about }) : unknown(method),
    'skills/list': () => cached({ skills: Object.keys(skills).map((name) => entryOf(name, skills)) }),
    'skills/get': () => {
      const name = Object.keys(skills).find((one) => params.uri === `skill://${one}/SKILL.md`)
      return name === undefined
        ? invalid(`No skill at ${params.uri}`)
        : cached({ skill: entryOf(name, skills) })
    },
    'resources/list': () => cached({ resources: [] }),
    'resources/read': () => {
      const [name, ...path] = params.uri.slice('skill://'.length).split('/')
      const text = skills[name]?.[path.join('/')]
      return text === undefined
        ? invalid(`No file at ${params.uri}`)
        : cached({ contents: [{ uri: params.uri, text }] })
    },
  }
  return answers[method]?.() ?? unknown(method)
}

export function entryOf(name, skills = SKILLS) {
  const resources = Object.entries(skills[name]).map(([path, text]) => ({
    uri: `skill://${name}/${path}`,
    ...sumOf(text),
  }))
  return { uri: `skill://${name}/SKILL.md`, frontmatter: { name, description: `About ${name}.` }, resources }
}

export function sumOf(text) {
  return {
    digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    size: Buffer.byteLength(text),
  }
}

export function skillText(name) {
  return `---\nname: ${name}\ndescription: About ${name}.\n---\n\n# ${name}\n`
}

export function invalid(message) {
  return { error: { code: -32602, message } }
}

function unknown(method) {
  return { error: { code: -32601, message: `Method not found: ${method}` } }
}
