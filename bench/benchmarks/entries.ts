import type { Collection } from '../collection/collection.ts'
import { programPath } from '../from-dist.ts'
import { compare } from '../measure/compare.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Comparison, Reach } from '../report/types.ts'
import { acrossCollections, PROCESS_MEASURES } from './across-collections.ts'
import { peerContestant, programContestant } from './program-contestant.ts'

const OURS = 'Skillway'
const BARE = 'read and hash alone'

/** Complete entries of all skills, with the digest of every file, from process start to process end. */
export const entries = acrossCollections('entries', entriesIn, reaches)

async function entriesIn(collection: Collection, context: BenchContext): Promise<Comparison> {
  const { root } = collection
  const { sdk, 'ext-skills': extSkills } = context.peers
  const contestants = [
    programContestant(OURS, 'skillway', { args: [programPath('skillway-entries'), root] }),
    peerContestant('@olaservo/ext-skills', extSkills, (folder) => ({
      args: [programPath('ext-skills-entries'), root, folder],
    })),
    peerContestant('SDK loadSkills', sdk, (folder) => ({ args: [programPath('sdk-entries'), root, folder] })),
    programContestant(BARE, 'limit', { args: [programPath('bare-hashes'), root] }),
  ]
  return {
    title: `Complete entries with digests, ${collection.name}`,
    note: 'Whole processes, files in the cache of the system. A file of a nested skill belongs to the enclosing one as well.',
    measures: [
      ...PROCESS_MEASURES,
      { key: 'skills', title: 'skills', unit: '' },
      { key: 'files', title: 'files', unit: '' },
    ],
    results: await compare(contestants, { rounds: context.rounds(collection) }),
    reference: OURS,
  }
}

function reaches(comparison: Comparison): Reach[] {
  return [
    reachOf(comparison, {
      what: 'time of a bare read and hash',
      rivals: ({ name }) => name === BARE,
      atMost: 1.5,
    }),
    reachOf(comparison, {
      what: 'as fast as the fastest peer',
      rivals: ({ role }) => role === 'peer',
      atLeast: 3,
    }),
    reachOf(comparison, {
      what: 'peak memory of the smallest peer',
      rivals: ({ role }) => role === 'peer',
      atMost: 1,
      key: 'rssMb',
    }),
  ]
}
