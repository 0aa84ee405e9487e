import type { Grant } from '../trust/approval-state.ts'
import type { CommonFlags } from './context.ts'

/** The command that approves exactly what has this fingerprint, for a person to copy. */
export function approveCommand(
  uri: string,
  { grant, fingerprint }: { grant: Grant; fingerprint: string },
  { config, agent }: CommonFlags,
): string {
  const options = [
    ...(config === undefined ? [] : ['--config', shellWord(config)]),
    ...(agent === undefined ? [] : ['--agent', shellWord(agent)]),
    ...(grant === 'load' ? [] : ['--grant', grant]),
  ]
  return ['skillway approve', shellWord(uri), ...options, '--fingerprint', fingerprint].join(' ')
}

/** The path of a skill is its server's choice, and must be no more than a word where the line is pasted. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
