import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { benchFolder } from '../bench-folder.ts'
import { writeSkills } from './write-skills.ts'

/** A folder of skills to measure on. */
export interface Collection {
  name: string
  root: string
  skills: number
  files: number
  bytes: number
  /** Somebody wrote it. */
  isReal: boolean
}

/** Counts up when the generator changes, so that nobody measures on trees of another one. */
const GENERATION = 2
const SEED = 2640
/** A file that was written less than two seconds ago is not taken for unchanged; nobody's collection is that new. */
const SETTLED_MS = 2500

/** `count` skills like those that people publish, made once and kept between runs in the system's folder for such things. */
export async function generatedCollection(count: number): Promise<Collection> {
  const folder = benchFolder('trees', `${GENERATION}-${SEED}-${count}`)
  const about = join(folder, 'about.json')
  if (!existsSync(about)) {
    const partial = `${folder}.partial`
    for (const path of [folder, partial]) rmSync(path, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    const counts = writeSkills(join(partial, 'skills'), { count, seed: SEED })
    writeFileSync(join(partial, 'about.json'), JSON.stringify(counts))
    renameSync(partial, folder)
    await wait(SETTLED_MS)
  }
  const counts = JSON.parse(readFileSync(about, 'utf8')) as Pick<Collection, 'skills' | 'files' | 'bytes'>
  return {
    name: `${count.toLocaleString('en')} skills`,
    root: join(folder, 'skills'),
    isReal: false,
    ...counts,
  }
}
