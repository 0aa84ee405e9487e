import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND_LIMITS } from '../../src/sandbox/limits.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../docs/commands.md'), 'utf8')
const KIB = 1024
const MIB = 1024 * KIB

describe('docs/commands.md', () => {
  it.each([
    ['time', `${COMMAND_LIMITS.timeMs / 1000} s, at the most 300 s`],
    ['output', `${COMMAND_LIMITS.outputBytes / KIB} KiB of stdout and of stderr`],
    ['memory', `${COMMAND_LIMITS.memoryBytes / MIB} MiB`],
    ['processes and threads', `${COMMAND_LIMITS.processes}`],
    ['files in `/work`, `/tmp`, `/dev/shm`', `${COMMAND_LIMITS.scratchBytes / MIB} MiB in each`],
    ['number of files in each', COMMAND_LIMITS.scratchFiles.toLocaleString('en')],
    ['commands at the same time', '2, and 32 waiting'],
  ])('gives the limit of %s as it is', (what, limit) => {
    expect(page).toContain(`\n| ${what} | ${limit} | `)
  })
})
