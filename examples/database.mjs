// Skills that live in a database: a function that reads them is a source.
import sqlite from 'node-sqlite3-wasm'
import { openCatalog } from 'skillway'
import { sqliteSource } from './sources/sqlite-source.mjs'

const db = new sqlite.Database(':memory:')
db.exec('CREATE TABLE files (skill TEXT, path TEXT, content BLOB, PRIMARY KEY (skill, path))')
put(
  'refunds',
  'SKILL.md',
  skill('refunds', 'Refunds an order.', 'Refund order $1 as references/limits.md says.'),
)
put('refunds', 'references/limits.md', 'At most 100 EUR without a manager.\n')
put('broken', 'SKILL.md', 'There is no frontmatter here.\n')

const catalog = await openCatalog({ sources: [sqliteSource('shop', db)], defaults: false })
await show()
put('returns', 'SKILL.md', skill('returns', 'Takes a parcel back.', 'Print a label.'))
await show()
console.log((await catalog.load('refunds', { arguments: '4711' })).text.trim())
console.log((await catalog.read('skill://refunds/references/limits.md')).content.text.trim())
for (const reference of ['skill://refunds/limits.md', 'skill://refunds/../broken/SKILL.md']) {
  await catalog.read(reference).catch(({ code, message }) => console.log(`${code}: ${message}`))
}
await catalog.close()
db.close()

function put(name, path, text) {
  db.run('INSERT INTO files VALUES (?, ?, ?)', [name, path, new TextEncoder().encode(text)])
}

function skill(name, description, body) {
  return `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`
}

async function show() {
  const { skills, diagnostics } = await catalog.list({ source: 'shop' })
  for (const { uri, description } of skills) console.log(`${uri} - ${description}`)
  for (const { code, path, source } of diagnostics)
    if (source === 'shop') console.log(`${code} in ${path} of ${source}`)
}
