import { SkillwayError } from '../errors.ts'

/** Bytes of a command; the kernel takes twice as many in one argument. */
const MAX_COMMAND_BYTES = 64 * 1024

/** Refuses a command that could not reach the shell as it was given. */
export function checkCommand(command: string): string {
  if (command.trim() === '') throw refused('it is empty')
  if (command.includes('\0')) throw refused('it holds a null byte')
  if (!command.isWellFormed()) throw refused('it is not valid Unicode')
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    throw refused(`it is longer than ${MAX_COMMAND_BYTES} bytes`)
  }
  return command
}

function refused(why: string): SkillwayError {
  return new SkillwayError('COMMAND_REFUSED', `The command is refused: ${why}`, {
    hint: 'Give one shell command as text; write long input to a file in the working folder.',
  })
}
