import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { benchFolder } from '../bench-folder.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { openSource } from '../programs/skills-in.ts'
import type { Benchmark } from '../report/types.ts'

const FILE = 'changing/references/guide.md'
/** Long enough for a stamp to be trusted. */
const SETTLED_MS = 2500

interface Edit {
  title: string
  /** Waits before the file is read for the first time. */
  settled: boolean
  change(path: string): void
}

const EDITS: readonly Edit[] = [
  { title: 'another size', settled: true, change: (path) => writeFileSync(path, 'Longer than it was.') },
  { title: 'same size', settled: true, change: (path) => writeFileSync(path, 'after ') },
  { title: 'same size, old time put back', settled: true, change: withOldTime },
  { title: 'same size, old time put back, right after it was written', settled: false, change: withOldTime },
]

/** Whether edits are seen that keep what programs usually look at. */
export const stamps: Benchmark = {
  name: 'stamps',
  async run() {
    const rows: string[][] = []
    for (const edit of EDITS) {
      rows.push([edit.title, await isSeen(edit, false), await isSeen(edit, true)])
    }
    return {
      facts: [
        {
          title: 'Edits of a file of six bytes',
          note: 'Whether the next `get` after the edit has the new digest.',
          columns: ['edit', 'unwatched', 'watched'],
          rows,
        },
      ],
    }
  },
}

async function isSeen({ settled, change }: Edit, watched: boolean): Promise<string> {
  const root = benchFolder('stamps', 'skills')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'changing/references'), { recursive: true })
  writeFileSync(join(root, 'changing/SKILL.md'), '---\nname: changing\ndescription: Changes.\n---\n')
  writeFileSync(join(root, FILE), 'before')
  if (settled) await wait(SETTLED_MS)
  const source = await openSource(root)
  const stop = watched ? source.watch!(() => {}) : () => {}
  const before = await digestIn(source)
  change(join(root, FILE))
  const after = await digestIn(source)
  stop()
  await source.close!()
  return before === after ? 'not seen' : 'seen at once'
}

async function digestIn(source: SkillSource): Promise<string | undefined> {
  await source.list()
  const entry = await source.get('changing')
  return entry?.files === 'dynamic'
    ? undefined
    : entry?.files.find(({ path }) => path === 'references/guide.md')?.digest
}

function withOldTime(path: string): void {
  const { atime, mtime } = statSync(path)
  writeFileSync(path, 'after ')
  utimesSync(path, atime, mtime)
}
