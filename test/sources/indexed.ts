import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { IndexStore } from '../../src/sources/directory/index-store.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { folderOfAll } from './folder-of.ts'
import { indexInMemory } from './index-in-memory.ts'

/** The coarsest clock that stamps allow for, and a little more, in milliseconds. */
export const SETTLED = 2200
/** A time that can be set to the nanosecond. */
export const LONG_AGO = new Date('2020-01-01')

export function open(path: string, index?: IndexStore) {
  return directorySource({ label: 'local', roots: [{ path, shown: 'skills' }], index })
}

/** All that a source says of its skills, as another process that shares the index would hear it. */
export async function everythingIn(path: string, index?: IndexStore) {
  const source = open(path, index)
  try {
    const { skills, diagnostics } = await source.list()
    const entries = []
    for (const { skillPath } of skills) entries.push(await source.get(skillPath))
    return { skills, diagnostics, entries }
  } finally {
    await source.close!()
  }
}

/** A folder whose stamps can be relied on. */
export async function settled(files: Record<string, string>): Promise<string> {
  const path = folderOfAll(files)
  for (const file of Object.keys(files)) utimesSync(join(path, file), LONG_AGO, LONG_AGO)
  await wait(SETTLED)
  return path
}

/** A folder whose index is complete. */
export async function indexed(files: Record<string, string>) {
  const path = await settled(files)
  const index = indexInMemory()
  await everythingIn(path, index)
  return { path, index }
}
