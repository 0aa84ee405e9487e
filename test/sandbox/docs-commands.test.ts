import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMAND_LIMITS, LIMIT_BOUNDS } from '../../src/sandbox/limits.ts'

const config = readFileSync(resolve(import.meta.dirname, '../../docs/config.md'), 'utf8')
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

describe('docs/config.md', () => {
  it.each(['timeMs', 'outputBytes', 'memoryBytes', 'processes', 'scratchBytes'] as const)(
    'gives the bounds of limits.%s and what it is without the key',
    (name) => {
      const [least, most] = LIMIT_BOUNDS[name].map((bound) => bound.toLocaleString('en'))
      const row = config.split('\n').find((line) => line.startsWith(`| \`limits.${name}\` |`))
      expect(row).toMatch(name === 'timeMs' ? `${most} at the most |` : `${least} to ${most} |`)
      expect(row).toContain(` | ${COMMAND_LIMITS[name].toLocaleString('en')} |`)
    },
  )
})
