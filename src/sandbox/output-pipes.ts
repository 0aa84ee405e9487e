import { execFile } from 'node:child_process'
import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { PROGRAMS } from './command-env.ts'

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants

/** What carries a command's output here. */
export interface OutputPipes {
  stdout: Socket
  stderr: Socket
  /** Starts a command that writes to them: the ends to write to, for its descriptors 1 and 2, are open only meanwhile. */
  giveTo<T>(start: (ends: OutputEnds) => T): T
}

export type OutputEnds = [stdout: number, stderr: number]

/**
 * Pipes of the kernel's own kind, at paths that begin with `place`. Those that Node makes are sockets, and a script that
 * writes to `/dev/stderr` cannot open a socket.
 */
export async function openOutputPipes(place: string): Promise<OutputPipes> {
  const paths = [`${place}.stdout`, `${place}.stderr`] as const
  if (!existsSync(paths[1])) {
    await promisify(execFile)('mkfifo', ['-m', '0666', ...paths], { env: { PATH: PROGRAMS } })
  }
  const [stdout, stderr] = paths.map(openPipe) as [OpenPipe, OpenPipe]
  return {
    stdout: stdout.source,
    stderr: stderr.source,
    giveTo(start) {
      try {
        return start([stdout.end, stderr.end])
      } catch (error) {
        for (const { source } of [stdout, stderr]) source.destroy()
        throw error
      } finally {
        for (const { end } of [stdout, stderr]) closeSync(end)
      }
    },
  }
}

interface OpenPipe {
  source: Socket
  end: number
}

/** The end to read from comes first: without it the other could not be opened. */
function openPipe(path: string): OpenPipe {
  const reading = openSync(path, O_RDONLY | O_NONBLOCK)
  const end = openSync(path, O_WRONLY)
  return { source: new Socket({ fd: reading, readable: true, writable: false }), end }
}
