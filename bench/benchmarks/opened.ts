import type { Collection } from '../collection/collection.ts'
import { programPath } from '../from-dist.ts'
import { compare } from '../measure/compare.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Comparison, Reach } from '../report/types.ts'
import { skillwayHome } from '../skillway-home.ts'
import { acrossCollections, PROCESS_MEASURES } from './across-collections.ts'
import { peerContestant, programContestant } from './program-contestant.ts'

const BARE = 'lstat alone'

/** Complete entries of all skills in a new process, when nothing has changed since another one ended. */
export const opened = acrossCollections('opened', openedIn, reaches)

async function openedIn(collection: Collection, context: BenchContext): Promise<Comparison> {
  const { root } = collection
  const { sdk, 'ext-skills': extSkills } = context.peers
  const { env, forget } = skillwayHome('opened')
  forget()
  const contestants = [
    programContestant('Skillway', 'skillway', { args: [programPath('skillway-opened'), root], env }),
    peerContestant('@olaservo/ext-skills', extSkills, (folder) => ({
      args: [programPath('ext-skills-entries'), root, folder],
    })),
    peerContestant('SDK loadSkills', sdk, (folder) => ({ args: [programPath('sdk-entries'), root, folder] })),
    programContestant(BARE, 'limit', { args: [programPath('bare-lstats'), root] }),
  ]
  return {
    title: `Opened again, nothing changed, ${collection.name}`,
    note: 'Whole processes that end with all entries. Skillway has kept an index; every file is looked at. Peers keep nothing.',
    measures: [...PROCESS_MEASURES, { key: 'skills', title: 'skills', unit: '' }],
    results: await compare(contestants, { rounds: context.rounds(collection) }),
    reference: 'Skillway',
  }
}

function reaches(comparison: Comparison): Reach[] {
  return [
    reachOf(comparison, {
      what: 'time of a bare lstat of the same files',
      rivals: ({ name }) => name === BARE,
      atMost: 2,
    }),
    reachOf(comparison, {
      what: 'as fast as the fastest peer',
      rivals: ({ role }) => role === 'peer',
      atLeast: 10,
    }),
  ]
}
