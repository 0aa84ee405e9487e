import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import type { Duplex, Readable } from 'node:stream'
import { hasCode } from '../trust/error-code.ts'
import { processTree } from './process-tree.ts'
import { SANDBOX_FDS, SANDBOX_PATHS } from './sandbox-profile.ts'

const { O_RDONLY, O_DIRECTORY } = constants
/** Commands wait for the server, not the server for them. */
const NICE = 5
const LOWEST_PRIORITY = 19

/** A sandbox that stands, seen from outside. */
export interface Sandbox {
  /** Process 1 in it, as this system numbers it. */
  init: number
  /** Its working folder, then its other writable folders. Held open they stay readable after the sandbox is gone. */
  folders: FileHandle[]
}

/**
 * Runs in the sandbox before the command: offers itself first should the machine run out of memory, fills the working
 * folder, says that it is ready, and waits until the folders are held open from outside. Then it becomes the command, which gets no descriptor but its three streams.
 */
export const ENTRY_SCRIPT = [
  '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
  `if [ -d ${SANDBOX_PATHS.before} ]; then cp -a ${SANDBOX_PATHS.before}/. ${SANDBOX_PATHS.scratch}/ || exit; fi`,
  `printf r >&${SANDBOX_FDS.handshake}`,
  `read -r go <&${SANDBOX_FDS.handshake} || exit`,
  `exec ${SANDBOX_FDS.handshake}>&-`,
  'exec "$@"',
].join('\n')

/** Waits until the sandbox stands and lets its command begin; `undefined` if it has ended before. */
export async function enterSandbox(child: ChildProcess): Promise<Sandbox | undefined> {
  const handshake = child.stdio[SANDBOX_FDS.handshake] as Duplex
  const [init, ready] = await Promise.all([
    initProcess(child.stdio[SANDBOX_FDS.status] as Readable),
    firstChunk(handshake),
  ])
  if (init === undefined || ready === undefined) return undefined
  const folders: FileHandle[] = []
  try {
    await assertApart(init)
    for (const path of [SANDBOX_PATHS.scratch, SANDBOX_PATHS.tmp, SANDBOX_PATHS.shm]) {
      folders.push(await open(`/proc/${init}/root${path}`, O_RDONLY | O_DIRECTORY))
    }
    for (const pid of processTree(init)) lowerPriority(pid)
  } catch (error) {
    for (const folder of folders) await folder.close()
    // Ended while we looked at it; if not, the command must not begin.
    handshake.destroy()
    if (hasCode(error, 'ENOENT', 'ESRCH')) return undefined
    throw error
  }
  handshake.end('\n')
  return { init, folders }
}

/** What lives in our own root folder is in no sandbox, whatever it says; its folders would be the host's. */
async function assertApart(init: number): Promise<void> {
  const [theirs, ours] = await Promise.all([stat(`/proc/${init}/root/`), stat('/')])
  if (theirs.dev === ours.dev && theirs.ino === ours.ino) {
    throw new Error('it held nothing back: its root folder is that of the host')
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, Math.min(LOWEST_PRIORITY, getPriority() + NICE))
  } catch {
    // A container may forbid it; the limits hold all the same.
  }
}

/** From what `--json-status-fd` writes first: `{"child-pid": 123, ...}`. */
async function initProcess(status: Readable): Promise<number | undefined> {
  const chunk = await firstChunk(status)
  const pid = chunk?.toString('latin1').match(/"child-pid":\s*(\d+)/)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

async function firstChunk(stream: Readable): Promise<Buffer | undefined> {
  stream.on('error', () => undefined)
  const data = once(stream, 'data').then(([chunk]: Buffer[]) => chunk)
  const closed = once(stream, 'close').then(() => undefined)
  return Promise.race([data, closed]).catch(() => undefined)
}
