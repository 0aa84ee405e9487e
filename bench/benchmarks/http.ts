import { join } from 'node:path'
import type { Collection } from '../collection/collection.ts'
import { fromDist, programPath } from '../from-dist.ts'
import { compare, type Contestant, type Role } from '../measure/compare.ts'
import { type HttpServerProcess, startServer } from '../measure/http-server.ts'
import { loadServer } from '../measure/load.ts'
import type { Call } from '../measure/rpc.ts'
import { openSource } from '../programs/skills-in.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Benchmark, Comparison } from '../report/types.ts'

const OURS = 'Skillway'
const SDK = 'SDK catalog'
/** The collection that is served, and how much of it is asked for. */
const SKILLS = 1000
const ASKED = 200
const SECONDS = 3

interface Question {
  title: string
  calls: Call[]
  /** Only Skillway answers it. */
  alone?: boolean
}

/** Answers over HTTP to 32 connections at once. */
export const http: Benchmark = {
  name: 'http',
  async run(context) {
    const collection =
      context.collections.find(({ skills }) => skills === SKILLS) ?? context.collections.at(-1)!
    const questions = await questionsOver(collection)
    const servers = await startServers(collection, context)
    try {
      const comparisons: Comparison[] = []
      for (const question of questions) comparisons.push(await answersTo(question, servers, context))
      const [pages, , reads] = comparisons
      const rivals = ({ name }: { name: string }): boolean => name === SDK
      return {
        comparisons,
        reaches: [
          reachOf(reads!, { what: 'rate of the catalog of the SDK', rivals, atLeast: 1.5 }),
          reachOf(reads!, { what: 'processor time of the SDK', rivals, atMost: 0.66, key: 'cpuMs' }),
          reachOf(pages!, { what: 'processor time of the SDK', rivals, atMost: 0.25, key: 'cpuMs' }),
        ],
      }
    } finally {
      for (const { server } of servers) await server.close()
    }
  },
}

async function questionsOver({ root, name }: Collection): Promise<Question[]> {
  const { formatSkillUri } = await fromDist<typeof import('../../src/index.ts')>('index.js')
  const { skills } = await (await openSource(root)).list()
  const asked = skills.filter(({ listable }) => listable).slice(0, ASKED)
  const calls = (method: string, params: (skillPath: string) => Record<string, unknown>): Call[] =>
    asked.map(({ skillPath }) => ({ method, params: params(skillPath) }))
  const uriOf = (skillPath: string): string => formatSkillUri(`${skillPath}/SKILL.md`)
  return [
    { title: `A page of skills/list over HTTP, ${name}`, calls: [{ method: 'skills/list', params: {} }] },
    { title: `skills/get over HTTP, ${name}`, calls: calls('skills/get', (path) => ({ uri: uriOf(path) })) },
    {
      title: `resources/read over HTTP, ${name}`,
      calls: calls('resources/read', (path) => ({ uri: uriOf(path) })),
    },
    {
      title: `load_skill over HTTP, ${name}`,
      calls: calls('tools/call', (path) => ({ name: 'load_skill', arguments: { skill_name: path } })),
      alone: true,
    },
  ]
}

interface Served {
  name: string
  role: Role
  server: HttpServerProcess
}

async function startServers({ root }: Collection, { peers }: BenchContext): Promise<Served[]> {
  const { skills } = await (await openSource(root)).list()
  const file = join(root, skills[0]!.skillPath, 'SKILL.md')
  const started: Served[] = [
    { name: OURS, role: 'skillway', server: await startServer(programPath('skillway-http'), [root]) },
  ]
  if (peers.sdk.skipped === undefined) {
    const server = await startServer(programPath('sdk-http'), [root, peers.sdk.folder])
    started.push({ name: SDK, role: 'peer', server })
  }
  const bare = programPath('bare-http')
  started.push(
    { name: 'read, hash and answer alone', role: 'limit', server: await startServer(bare, ['file', file]) },
    { name: 'ready bytes alone', role: 'limit', server: await startServer(bare, ['memory', '8000']) },
  )
  return started
}

async function answersTo(
  { title, calls, alone = false }: Question,
  servers: readonly Served[],
  { peers, rounds }: BenchContext,
): Promise<Comparison> {
  const contestants = servers
    .filter(({ role }) => !alone || role !== 'peer')
    .map(({ name, role, server }): Contestant => ({
      name,
      role,
      run: () => loadServer(server, calls, { autocannon: peers.autocannon, seconds: SECONDS }),
    }))
  return {
    title,
    note: '32 connections. Ready bytes are 8 KB each, whatever is asked; the file that is read and hashed is one `SKILL.md`.',
    measures: [
      { key: 'perSecond', title: 'answers', unit: '/s', better: 'higher' },
      { key: 'cpuMs', title: 'processor time each', unit: 'ms' },
      { key: 'p50', title: 'median wait', unit: 'ms' },
      { key: 'p99', title: '99th percentile', unit: 'ms' },
      { key: 'bytes', title: 'answer', unit: 'bytes' },
      { key: 'errors', title: 'errors', unit: '' },
    ],
    results: await compare(contestants, { rounds: Math.min(rounds(), 3) }),
    reference: OURS,
  }
}
