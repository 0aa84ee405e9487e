import { z } from 'zod'
import { VARIABLE_NAME } from '../sandbox/command-env.ts'
import { COMMAND_LIMITS, LIMIT_BOUNDS } from '../sandbox/limits.ts'
import type { ShellLimits } from './types.ts'
import { wholeNumber } from './whole-number.ts'

const MAX_VARIABLES = 100
const NO_NAME = 'is not the name of a variable; write the name alone, its value stays in the environment'

const flag = z.boolean('must be true or false')

/** What one command may use, where that is not the usual. */
export const shellLimitsSchema = z
  .strictObject(
    {
      timeMs: limit('timeMs').describe('How long a command may take, in milliseconds.'),
      outputBytes: limit('outputBytes').describe('Bytes that are kept of each of stdout and stderr.'),
      memoryBytes: limit('memoryBytes').describe('Memory of each process, and of all of them together.'),
      processes: limit('processes').describe('Processes and threads at any one time.'),
      scratchBytes: limit('scratchBytes').describe('Bytes in /work, and as much in /tmp and /dev/shm each.'),
    },
    'must be a mapping of limits to numbers',
  )
  .partial()

/** Whether skills run commands, and what those may reach and use. */
export const shellSchema = z
  .strictObject(
    {
      allow: flag
        .meta({ default: false })
        .describe('Offers run_shell_command over stdio where a sandbox works, as --allow-shell does.'),
      network: flag
        .meta({ default: false })
        .describe('Lets commands reach all that this machine reaches, its loopback included.'),
      env: z
        .array(z.string('must be text').regex(VARIABLE_NAME, NO_NAME), 'must be a list of names of variables')
        .max(MAX_VARIABLES, `must not hold more than ${MAX_VARIABLES}`)
        .describe('Names of variables of the server that commands get; none without it.'),
      limits: shellLimitsSchema.describe('What one command may use.'),
    },
    'must be a mapping',
  )
  .partial()
  .meta({ id: 'shell' })

export type ShellInput = z.infer<typeof shellSchema>

function limit(name: keyof ShellLimits): z.ZodNumber {
  return wholeNumber(...LIMIT_BOUNDS[name]).meta({ default: COMMAND_LIMITS[name] })
}
