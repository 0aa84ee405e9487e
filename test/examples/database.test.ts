import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import sqlite from 'node-sqlite3-wasm'
import type { SkillSource } from '../../src/index.ts'
import { sourceContract } from '../sources/contract.ts'

interface Example {
  sqliteSource(label: string, db: InstanceType<typeof sqlite.Database>): SkillSource
}

const example = resolve(import.meta.dirname, '../../examples/sources/sqlite-source.mjs')
const { sqliteSource } = (await import(pathToFileURL(example).href)) as Example

sourceContract('the database of the examples', async (folders) => {
  const db = new sqlite.Database(':memory:')
  db.exec('CREATE TABLE files (skill TEXT, path TEXT, content BLOB, PRIMARY KEY (skill, path))')
  for (const [skill, files] of Object.entries(folders)) {
    for (const [path, content] of Object.entries(files)) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      db.run('INSERT INTO files VALUES (?, ?, ?)', [skill, path, bytes])
    }
  }
  return sqliteSource('shop', db)
})
