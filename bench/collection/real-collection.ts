import { statSync } from 'node:fs'
import { walk } from '../programs/walk.ts'
import type { Collection } from './collection.ts'

/** A folder of skills that somebody wrote, as it is. */
export function realCollection(root: string): Collection {
  const collection = { name: 'real skills', root, skills: 0, files: 0, bytes: 0, isReal: true }
  walk(root, ({ path, name }) => {
    collection.files++
    collection.bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (name === 'SKILL.md') collection.skills++
  })
  return { ...collection, name: `${collection.skills.toLocaleString('en')} real skills` }
}
