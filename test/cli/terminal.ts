import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { CLI } from '../serve/connect.ts'

/** True where `script` of util-linux gives a program a terminal. */
export const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script')

interface Typing {
  answer: string
  cue?: RegExp
}

/** Runs the command line on a terminal, and types `answer` as soon as it asks something, or has said `cue`. */
export async function typed(args: string[], home: string, { answer, cue = /\[y\/N\] *\S*$/ }: Typing) {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ')
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    if (cue.test(output)) child.stdin.write(answer)
  })
  const [code] = await once(child, 'close')
  return { code, output: output.replaceAll('\r', '') }
}
