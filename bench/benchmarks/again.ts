import { dirname, relative } from 'node:path'
import type { Collection } from '../collection/collection.ts'
import { programPath } from '../from-dist.ts'
import { compare } from '../measure/compare.ts'
import { walk } from '../programs/walk.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Benchmark, Comparison } from '../report/types.ts'
import { peerContestant, programContestant } from './program-contestant.ts'

const OURS = 'Skillway'
const BARE = 'lstat alone; one skill read and hashed'

/** All entries again, when nothing has changed since, and when one skill has. */
export const again: Benchmark = {
  name: 'again',
  async run(context) {
    const found: { unchanged: Comparison; edited: Comparison }[] = []
    for (const collection of context.collections) found.push(await againIn(collection, context))
    const large = found.filter((_, at) => context.collections[at]!.skills >= 1000)
    const isBare = ({ name }: { name: string }): boolean => name === BARE
    return {
      comparisons: found.flatMap(({ unchanged, edited }) => [unchanged, edited]),
      reaches: large.flatMap(({ unchanged, edited }) => [
        reachOf(unchanged, { what: 'time of a bare lstat of all files', rivals: isBare, atMost: 2 }),
        reachOf(unchanged, {
          what: 'as fast as the fastest peer',
          rivals: ({ role }) => role === 'peer',
          atLeast: 10,
        }),
        reachOf(edited, { what: 'time of a bare read and hash of that skill', rivals: isBare, atMost: 10 }),
      ]),
    }
  },
}

async function againIn(
  collection: Collection,
  context: BenchContext,
): Promise<{ unchanged: Comparison; edited: Comparison }> {
  const { root } = collection
  const { sdk, 'ext-skills': extSkills } = context.peers
  const args = [root, aSkillOf(root)]
  const contestants = [
    programContestant(OURS, 'skillway', { args: [programPath('skillway-again'), ...args] }),
    peerContestant('@olaservo/ext-skills', extSkills, (folder) => ({
      args: [programPath('ext-skills-again'), ...args, folder],
    })),
    peerContestant('SDK reload', sdk, (folder) => ({ args: [programPath('sdk-again'), ...args, folder] })),
    programContestant(BARE, 'limit', { args: [programPath('bare-again'), ...args] }),
  ]
  const results = await compare(contestants, { rounds: context.rounds(collection), warmUps: 0 })
  const shared = { results, reference: OURS }
  return {
    unchanged: {
      ...shared,
      title: `Asked again, nothing changed, ${collection.name}`,
      note: 'In the same process: every file and folder is looked at. The listing alone looks at folders and at each `SKILL.md`, and while somebody watches at nothing.',
      measures: [
        { key: 'againMs', title: 'all entries', unit: 'ms' },
        { key: 'listMs', title: 'listing alone', unit: 'ms' },
        { key: 'watchedMs', title: 'listing, watched', unit: 'ms' },
      ],
    },
    edited: {
      ...shared,
      title: `One skill edited, ${collection.name}`,
      note: 'From the edit until its new entry is there, in the same process, unwatched.',
      measures: [{ key: 'editMs', title: 'new entry', unit: 'ms' }],
    },
  }
}

/** The path of some skill that has a few files; in a collection below folders, its path has several segments. */
function aSkillOf(root: string): string {
  const files = new Map<string, number>()
  const skills: string[] = []
  walk(root, ({ path, name }) => {
    const folder = relative(root, dirname(path))
    files.set(folder, (files.get(folder) ?? 0) + 1)
    if (name === 'SKILL.md') skills.push(folder)
  })
  const outermost = skills.toSorted((a, b) => a.split('/').length - b.split('/').length)
  return outermost.find((skill) => files.get(skill)! >= 2) ?? outermost[0]!
}
