import type { Collection } from '../collection/collection.ts'
import { distPath, programPath } from '../from-dist.ts'
import { compare, type Contestant } from '../measure/compare.ts'
import { firstAnswer as answerOf } from '../measure/first-answer.ts'
import type { Call } from '../measure/rpc.ts'
import type { Peer } from '../peers/peers.ts'
import { skillwayHome } from '../skillway-home.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Benchmark, Comparison } from '../report/types.ts'

const SKILLS_LIST: Call = { method: 'skills/list', params: {} }
const LIST_SKILLS: Call = { method: 'tools/call', params: { name: 'list_skills', arguments: {} } }
const OURS = 'Skillway, skills/list'
const FIRST_START = 'Skillway, skills/list, first start'
const EMPTY = 'SDK without skills, skills/list'

/** From the start of a server's process to its first answer, over stdio. */
export const firstAnswer: Benchmark = {
  name: 'first-answer',
  async run(context) {
    const comparisons: Comparison[] = []
    for (const collection of context.collections) comparisons.push(await answersOver(collection, context))
    const thousand = comparisons.filter((_, at) => context.collections[at]!.skills === 1000)
    return {
      comparisons,
      reaches: thousand.map((comparison) =>
        reachOf(comparison, {
          what: 'time of an empty server',
          rivals: ({ name }) => name === EMPTY,
          atMost: 1.5,
        }),
      ),
    }
  },
}

async function answersOver(collection: Collection, context: BenchContext): Promise<Comparison> {
  const { root } = collection
  const { sdk, 'ext-skills': extSkills } = context.peers
  const [first, again] = [skillwayHome('first'), skillwayHome('again')]
  const ours = [distPath('cli/main.js'), 'serve', '--no-defaults', '--skills', root]
  const contestants: Contestant[] = [
    { name: OURS, role: 'skillway', run: () => answerOf(ours, SKILLS_LIST, again.env) },
    { name: 'Skillway, list_skills', role: 'skillway', run: () => answerOf(ours, LIST_SKILLS, again.env) },
    {
      name: FIRST_START,
      role: 'skillway',
      async run() {
        first.forget()
        return await answerOf(ours, SKILLS_LIST, first.env)
      },
    },
    peerServer('@olaservo/ext-skills, skills/list', extSkills, (folder) => [
      'ext-skills-stdio',
      folder,
      root,
    ]),
    peerServer('SDK loadSkills, skills/list', sdk, (folder) => ['sdk-stdio', folder, root]),
    { ...peerServer(EMPTY, sdk, (folder) => ['sdk-stdio', folder]), role: 'limit' },
  ]
  return {
    title: `First answer over stdio, ${collection.name}`,
    note: 'From before the process starts until the answer is complete; the first start has no index of an earlier one. A page of `skills/list` has a hundred complete entries of ours, fifty of @olaservo/ext-skills.',
    measures: [
      { key: 'ms', title: 'time', unit: 'ms' },
      { key: 'bytes', title: 'answer', unit: 'bytes' },
    ],
    results: await compare(contestants, { rounds: context.rounds(collection) }),
    reference: OURS,
  }
}

function peerServer(name: string, peer: Peer, argsIn: (folder: string) => [string, ...string[]]): Contestant {
  if (peer.skipped !== undefined)
    return { name, role: 'peer', run: () => Promise.reject(new Error(peer.skipped)) }
  const [program, ...args] = argsIn(peer.folder)
  return { name, role: 'peer', run: () => answerOf([programPath(program), ...args], SKILLS_LIST) }
}
