import type { Contestant, Role } from '../measure/compare.ts'
import { type ProgramOptions, runProgram } from '../measure/run-program.ts'
import type { Peer } from '../peers/peers.ts'

export interface Program extends ProgramOptions {
  args: string[]
  /** What must be so before each run; not measured. */
  prepare?: () => void
  /** What the output says, as numbers. Programs of ours print them as JSON. */
  read?: (stdout: string) => Record<string, number>
}

/** A program that takes part as a whole process: its time, its memory, and what it says. */
export function programContestant(name: string, role: Role, program: Program): Contestant {
  const { args, prepare, read = numbersIn, ...options } = program
  return {
    name,
    role,
    async run() {
      prepare?.()
      const { stdout, ...used } = await runProgram(args, options)
      return { ...used, ...read(stdout) }
    },
  }
}

/** The same for a program of a peer, if the peer is installed. */
export function peerContestant(name: string, peer: Peer, programIn: (folder: string) => Program): Contestant {
  if (peer.skipped === undefined) return programContestant(name, 'peer', programIn(peer.folder))
  const reason = `${peer.title}: ${peer.skipped}`
  return { name, role: 'peer', run: () => Promise.reject(new Error(reason)) }
}

function numbersIn(stdout: string): Record<string, number> {
  return JSON.parse(stdout) as Record<string, number>
}
