import { existsSync } from 'node:fs'

/** The command as one argument of the shell: bash where there is one, for that is what skills are written for. */
export function shellArgv(command: string): string[] {
  return [existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh', '-c', command]
}
