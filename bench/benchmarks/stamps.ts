import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { IndexPart, IndexStore } from '../../src/sources/directory/index-store.ts'
import { benchFolder } from '../bench-folder.ts'
import { fromDist } from '../from-dist.ts'
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
      const seen = [await isSeen(edit, false), await isSeen(edit, true), await isSeenLater(edit)]
      rows.push([edit.title, ...seen])
    }
    return {
      facts: [
        {
          title: 'Edits of a file of six bytes',
          note: 'Whether the next `get` after the edit has the new digest.',
          columns: ['edit', 'unwatched', 'watched', 'by the next process, from the index'],
          rows,
        },
      ],
    }
  },
}

async function isSeen(edit: Edit, watched: boolean): Promise<string> {
  const root = await newFolder(edit)
  const source = await openSource(root)
  const stop = watched ? source.watch!(() => {}) : () => {}
  const before = await digestIn(source)
  edit.change(join(root, FILE))
  const after = await digestIn(source)
  stop()
  await source.close!()
  return before === after ? 'not seen' : 'seen at once'
}

async function isSeenLater(edit: Edit): Promise<string> {
  const root = await newFolder(edit)
  const { directorySource } = await fromDist<typeof import('../../src/sources/directory/source.ts')>(
    'sources/directory/source.js',
  )
  const parts = new Map<IndexPart, Uint8Array>()
  const index: IndexStore = {
    minSkills: 0,
    read: async (part) => parts.get(part),
    write: async (part, bytes) => void parts.set(part, bytes),
  }
  const digestNow = async (): Promise<string | undefined> => {
    const source = directorySource({ label: 'local', roots: [{ path: root, shown: 'skills' }], index })
    const digest = await digestIn(source)
    await source.close!()
    return digest
  }
  const before = await digestNow()
  edit.change(join(root, FILE))
  return before === (await digestNow()) ? 'not seen' : 'seen at once'
}

async function newFolder({ settled }: Edit): Promise<string> {
  const root = benchFolder('stamps', 'skills')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'changing/references'), { recursive: true })
  writeFileSync(join(root, 'changing/SKILL.md'), '---\nname: changing\ndescription: Changes.\n---\n')
  writeFileSync(join(root, FILE), 'before')
  if (settled) await wait(SETTLED_MS)
  return root
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
