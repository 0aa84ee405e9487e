import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitedArgv } from '../../src/sandbox/limited-argv.ts'

const LIMITS = { data: 1 << 28, fsize: 1 << 20, cpu: 7, core: 0, nofile: 100, nproc: 5000 }
const SHOWN: Record<string, string> = {
  'Max data size': '268435456',
  'Max file size': '1048576',
  'Max cpu time': '7',
  'Max core file size': '0',
  'Max open files': '100',
  'Max processes': '5000',
}

describe.runIf(process.platform === 'linux')('a command line with limits', () => {
  it.each([
    ['prlimit', true],
    ['a shell, where there is no prlimit', false],
  ])('is held to them by %s', (_by, prlimit) => {
    if (prlimit && !existsSync('/usr/bin/prlimit')) return
    expect(shownBy(limitedArgv(LIMITS, ['cat', '/proc/self/limits'], prlimit))).toEqual(SHOWN)
  })

  it.each([true, false])('hands its arguments over as they are (prlimit: %s)', (prlimit) => {
    const [program, ...args] = limitedArgv(LIMITS, ['printf', '%s|', 'a b', '$(id)', '"; id', ''], prlimit)
    expect(execFileSync(program!, args, { encoding: 'utf8' })).toBe('a b|$(id)|"; id||')
  })
})

function shownBy(argv: string[]): Record<string, string> {
  const text = execFileSync(argv[0]!, argv.slice(1), { encoding: 'utf8' })
  const rows = text.split('\n').map((line) => line.split(/ {2,}/))
  const limits = rows.filter(([name]) => name !== undefined && name in SHOWN)
  // Soft and hard must both hold.
  return Object.fromEntries(
    limits.map(([name, soft, hard]) => [name, soft === hard ? soft! : `${soft} of ${hard}`]),
  )
}
