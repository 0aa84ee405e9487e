// Skills that live in a database: a source of your own is an object with `list`, `get` and `read`.
import { createHash } from 'node:crypto'
import sqlite from 'node-sqlite3-wasm'
import { openCatalog, parseSkill, SkillwayError } from 'skillway'

const db = new sqlite.Database(':memory:')
db.exec('CREATE TABLE files (skill TEXT, path TEXT, content BLOB, PRIMARY KEY (skill, path))')
put(
  'refunds',
  'SKILL.md',
  '---\nname: refunds\ndescription: Refunds an order.\n---\nRefund order $1 as references/limits.md says.\n',
)
put('refunds', 'references/limits.md', 'At most 100 EUR without a manager.\n')
put('broken', 'SKILL.md', 'There is no frontmatter here.\n')

const catalog = await openCatalog({ sources: [databaseSource('shop', db)], defaults: false })
await show()
put('returns', 'SKILL.md', '---\nname: returns\ndescription: Takes a parcel back.\n---\nPrint a label.\n')
await show()
console.log((await catalog.load('refunds', { arguments: '4711' })).text.trim())
console.log((await catalog.read('skill://refunds/references/limits.md')).content.text.trim())
await catalog
  .read('skill://refunds/limits.md')
  .catch(({ code, message }) => console.log(`${code}: ${message}`))
await catalog.close()
db.close()

/** The skills in the table `files`, as a source of a catalog. */
function databaseSource(label, database) {
  let last = { version: undefined, listing: undefined }
  const files = (skill) =>
    database.all('SELECT path, content FROM files WHERE skill = ? ORDER BY path', [skill])

  return {
    label,
    kind: 'memory',
    list,
    async get(skillPath) {
      const { skills } = await list()
      const summary = skills.find((skill) => skill.skillPath === skillPath)
      if (summary === undefined) return undefined
      return { ...summary, files: files(skillPath).map(toFile), diagnostics: [] }
    },
    async read(skillPath, filePath) {
      const row = database.get('SELECT content FROM files WHERE skill = ? AND path = ?', [
        skillPath,
        filePath,
      ])
      if (row !== null) return row.content
      const hint = `It has ${files(skillPath)
        .map(({ path }) => path)
        .join(', ')}.`
      throw new SkillwayError(
        'REFERENCE_NOT_FOUND',
        `Reference not found: '${filePath}' in skill '${skillPath}'`,
        { hint },
      )
    },
  }

  async function list() {
    const { version } = database.get('SELECT total_changes() AS version')
    if (version !== last.version) last = { version, listing: listSkills() } // the same object while nothing changed
    return last.listing
  }

  function listSkills() {
    const listing = { skills: [], diagnostics: [] }
    for (const { skill, content } of database.all(
      "SELECT skill, content FROM files WHERE path = 'SKILL.md' ORDER BY skill",
    )) {
      const parsed = parseSkill(content, { path: `${skill}/SKILL.md`, folderName: skill })
      listing.diagnostics.push(...parsed.diagnostics)
      if (parsed.skill !== undefined) {
        const { body: _body, ...head } = parsed.skill
        listing.skills.push({ ...head, skillPath: skill })
      }
    }
    return listing
  }

  function toFile({ path, content }) {
    const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
    return { path, size: content.length, digest }
  }
}

function put(skill, path, text) {
  db.run('INSERT INTO files VALUES (?, ?, ?)', [skill, path, new TextEncoder().encode(text)])
}

async function show() {
  const { skills, diagnostics } = await catalog.list({ source: 'shop' })
  console.log(skills.map(({ uri, description }) => `${uri} - ${description}`).join('\n'))
  for (const { code, path, source } of diagnostics)
    if (source === 'shop') console.log(`${code} in ${path} of ${source}`)
}
