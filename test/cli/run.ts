import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CLI } from '../serve/connect.ts'

export interface Run {
  code: number | null
  stdout: string
  stderr: string
  bytes: Buffer
}

/** Runs the built command line as a process. Its home is the working directory, so that nothing of this machine is seen. */
export async function run(args: string[], cwd: string, env: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, XDG_CONFIG_HOME: `${cwd}/.config`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out: Buffer[] = []
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const [code] = await once(child, 'close')
  const bytes = Buffer.concat(out)
  return { code, stdout: bytes.toString(), stderr, bytes }
}
