import { dirname } from 'node:path'
import type { Collection } from '../collection/collection.ts'
import { distPath, programPath } from '../from-dist.ts'
import { compare, type Contestant } from '../measure/compare.ts'
import { peerProject } from '../peers/peer-project.ts'
import { programOf } from '../peers/peers.ts'
import { reachOf } from '../report/reach.ts'
import type { BenchContext, Comparison, Reach } from '../report/types.ts'
import { walk } from '../programs/walk.ts'
import { skillwayHome } from '../skillway-home.ts'
import { acrossCollections, PROCESS_MEASURES } from './across-collections.ts'
import { peerContestant, programContestant } from './program-contestant.ts'

/** Peers that find name and description by pattern, without reading YAML. */
const BY_PATTERN = new Set(['openskills'])
const OURS = 'skillway list'

/** Names and descriptions of all skills, from process start to process end. */
export const names = acrossCollections('names', namesIn, reaches)

async function namesIn(collection: Collection, context: BenchContext): Promise<Comparison> {
  const { root } = collection
  const [first, again] = [skillwayHome('first'), skillwayHome('again')]
  const list = {
    args: [distPath('cli/main.js'), 'list', '--no-defaults', '--skills', root, '--json'],
    read: (stdout: string) => ({ skills: (JSON.parse(stdout) as { skills: unknown[] }).skills.length }),
  }
  const contestants = [
    programContestant('Skillway, library', 'skillway', { args: [programPath('skillway-names'), root] }),
    programContestant(OURS, 'skillway', { ...list, env: first.env, prepare: first.forget }),
    programContestant('skillway list, once more', 'skillway', { ...list, env: again.env }),
    ...peersFor(collection, context),
    programContestant('heads only', 'limit', { args: [programPath('bare-heads'), root] }),
    programContestant('Node alone', 'limit', { args: ['--eval', '0'], read: () => ({ skills: 0 }) }),
  ]
  return {
    title: `Names and descriptions, ${collection.name}`,
    note: 'Whole processes, files in the cache of the system. `skillway list` also checks, and prints all fields as JSON.',
    measures: [...PROCESS_MEASURES, { key: 'skills', title: 'skills found', unit: '' }],
    results: await compare(contestants, { rounds: context.rounds(collection) }),
    reference: OURS,
  }
}

function peersFor({ root }: Collection, { peers }: BenchContext): Contestant[] {
  const project = peerProject(root)
  const folders = (): string[] => skillFolders(root)
  return [
    peerContestant('openskills', peers.openskills, (folder) => ({
      ...project,
      args: [programOf(folder, 'openskills', 'openskills'), 'list'],
      read: (stdout) => ({ skills: Number(/\((\d+) total\)/.exec(stdout)?.[1] ?? NaN) }),
    })),
    peerContestant('skills-ref to-prompt', peers['skills-ref'], (folder) => ({
      ...project,
      args: [programOf(folder, 'skills-ref', 'skills-ref'), 'to-prompt', ...folders()],
      read: (stdout) => ({ skills: stdout.split('\n<skill>\n').length - 1 }),
    })),
    peerContestant('agent-skills list', peers['agent-skills-cli'], (folder) => ({
      ...project,
      args: [programOf(folder, 'agent-skills-cli', 'agent-skills'), 'list', '--json', '--paths', root],
      read: (stdout) => ({
        skills: (JSON.parse(stdout.slice(stdout.indexOf('{'))) as { count: number }).count,
      }),
    })),
    peerContestant('skills list', peers.skills, (folder) => ({
      ...project,
      args: [programOf(folder, 'skills', 'skills'), 'list', '--json'],
      read: (stdout) => ({ skills: (JSON.parse(stdout) as unknown[]).length }),
    })),
  ]
}

function skillFolders(root: string): string[] {
  const folders: string[] = []
  walk(root, ({ path, name }) => {
    if (name === 'SKILL.md') folders.push(dirname(path))
  })
  return folders
}

function reaches(comparison: Comparison): Reach[] {
  return [
    reachOf(comparison, {
      what: 'as fast as the fastest peer',
      rivals: ({ role }) => role === 'peer',
      atLeast: 2,
    }),
    reachOf(comparison, {
      what: 'as fast as the fastest peer that reads YAML',
      rivals: ({ role, name }) => role === 'peer' && !BY_PATTERN.has(name),
      atLeast: 10,
    }),
  ]
}
