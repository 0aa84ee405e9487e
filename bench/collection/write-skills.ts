import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { frontmatter } from './frontmatter.ts'
import { markdown } from './prose.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { skillFolders } from './skill-folders.ts'
import { supportingFiles } from './supporting-files.ts'

/** The size of a `SKILL.md` in bytes: median and 90th percentile. */
const SKILL_FILE = { median: 7100, ninetieth: 18_000 }
/** Bodies are cut from one long text: writing each anew takes longer than writing all files. */
const POOL = 1024 * 1024

/** Writes skills below `root`; the same ones for the same seed and count. */
export function writeSkills(
  root: string,
  { count, seed }: { count: number; seed: number },
): { skills: number; files: number; bytes: number } {
  const random = seededRandom(seed)
  const pool = Buffer.from(markdown(random, POOL))
  const noise = Buffer.from(Array.from({ length: POOL }, () => random.below(256)))
  const written = { skills: count, files: 0, bytes: 0 }
  const put = (path: string, content: Buffer): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    written.files++
    written.bytes += content.length
  }
  for (const folder of skillFolders(random, count)) {
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    const head = Buffer.from(`${frontmatter(random, name)}\n# ${name}\n\n`)
    const size = random.size(SKILL_FILE.median, SKILL_FILE.ninetieth)
    put(join(root, folder, 'SKILL.md'), Buffer.concat([head, part(random, pool, size - head.length)]))
    for (const { path, bytes, binary } of supportingFiles(random)) {
      put(join(root, folder, path), part(random, binary ? noise : pool, bytes))
    }
  }
  return written
}

function part(random: SeededRandom, pool: Buffer, length: number): Buffer {
  const start = pool.indexOf('\n', random.below(pool.length / 3)) + 1
  return pool.subarray(start, start + Math.min(Math.max(length, 1), pool.length / 2))
}
