import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fromDist } from '../from-dist.ts'
import { compare, type Contestant, type Role } from '../measure/compare.ts'
import { timed } from '../programs/timed.ts'
import type { Benchmark } from '../report/types.ts'

const OURS = 'Skillway, sandboxed'
const COMMAND = ['/bin/sh', '-c', 'true']
const BARE_SANDBOX = [
  'bwrap',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--unshare-all',
  '--die-with-parent',
]

/** What it costs to start a command of a skill in its sandbox. */
export const sandbox: Benchmark = {
  name: 'sandbox',
  async run({ rounds }) {
    const { createScratch } =
      await fromDist<typeof import('../../src/sandbox/scratch.ts')>('sandbox/scratch.js')
    const { runCommand } =
      await fromDist<typeof import('../../src/sandbox/run-command.ts')>('sandbox/run-command.js')
    const scratch = await createScratch()
    const ours = contestant(OURS, 'skillway', async () => {
      const { exitCode, stderr } = await runCommand({ skillDir: tmpdir(), scratch, command: 'true' })
      if (exitCode !== 0) throw new Error(stderr.text)
    })
    try {
      const contestants = [
        ours,
        contestant('bwrap alone', 'limit', () => run([...BARE_SANDBOX, ...COMMAND])),
        contestant('no sandbox', 'limit', () => run(COMMAND)),
      ]
      return {
        comparisons: [
          {
            title: 'Start of a command',
            note: '`/bin/sh -c true`, from the call until its end is known.',
            measures: [{ key: 'ms', title: 'time', unit: 'ms' }],
            results: await compare(contestants, { rounds: rounds() * 2 }),
            reference: OURS,
          },
        ],
      }
    } finally {
      await scratch.dispose()
    }
  },
}

function contestant(name: string, role: Role, work: () => Promise<void>): Contestant {
  return { name, role, run: async () => ({ ms: (await timed(work)).ms }) }
}

async function run([program, ...args]: readonly string[]): Promise<void> {
  const [code] = (await once(spawn(program!, args, { stdio: 'ignore' }), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}
