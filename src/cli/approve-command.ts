import type { Grant } from '../trust/approval-state.ts'
import type { CommonFlags } from './context.ts'
import { quotedWord } from './shell-word.ts'

/**
 * The command that approves exactly what has this fingerprint, for a person to copy. The path of a skill is its server's
 * choice, and must be no more than a word where the line is pasted.
 */
export function approveCommand(
  uri: string,
  { grant, fingerprint }: { grant: Grant; fingerprint: string },
  { config, agent }: CommonFlags,
): string {
  const options = [
    ...(config === undefined ? [] : ['--config', quotedWord(config)]),
    ...(agent === undefined ? [] : ['--agent', quotedWord(agent)]),
    ...(grant === 'load' ? [] : ['--grant', grant]),
  ]
  return ['skillway approve', quotedWord(uri), ...options, '--fingerprint', fingerprint].join(' ')
}
