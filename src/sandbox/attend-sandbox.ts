import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { openFolder } from '../sources/directory/folder.ts'
import { hasCode } from '../trust/error-code.ts'
import { collectScratch } from './collect-scratch.ts'
import { enterSandbox, type Sandbox } from './enter-sandbox.ts'
import type { CommandLimits } from './limits.ts'
import { hasEnded, processTree } from './process-tree.ts'
import { sandboxUnavailable } from './sandbox-unavailable.ts'
import type { CommandResult, NotKept } from './types.ts'
import { watchUsage } from './watch-usage.ts'

/** How long the last processes may take to disappear once they are killed. */
const GONE_MS = 1000
const LOOK_AGAIN_MS = 2

export interface AttendedSandbox {
  /** True once the command has begun; false if the sandbox ended before. */
  entered: Promise<boolean>
  limitHit(): CommandResult['limitHit']
  /** Ends the sandbox and every process in it. */
  kill(): void
  /** Makes `folder` hold what the command left in its working folder. */
  collect(folder: string): Promise<NotKept[]>
  /** Lets go of the sandbox, once its last process has gone. */
  close(): Promise<void>
}

/** Lets the sandbox's command begin, watches what it uses, and keeps hold of its files beyond its end. */
export function attendSandbox(child: ChildProcess, limits: CommandLimits): AttendedSandbox {
  let sandbox: Sandbox | undefined
  let limitHit: CommandResult['limitHit'] = null
  let stopWatching: (() => void) | undefined

  const entering = enterSandbox(child).then((found) => {
    sandbox = found
    if (found === undefined) return false
    stopWatching = watchUsage({ ...found, limits }, (limit) => {
      limitHit = limit
      kill()
    })
    return true
  })
  const entered = entering.catch((error: unknown) => {
    kill()
    throw sandboxUnavailable(error)
  })
  entered.catch(() => undefined)

  function kill(): void {
    stopWatching?.()
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    // While it is still being built, its first process may not yet have asked to die with its parent.
    if (sandbox === undefined) child.kill('SIGSTOP')
    const first = sandbox === undefined ? processTree(child.pid).slice(1) : [sandbox.init]
    // From outside inwards, so that it is we who ended it and not the loss of what is inside.
    child.kill('SIGKILL')
    for (const pid of first) killProcess(pid)
  }

  return {
    entered,
    limitHit: () => limitHit,
    kill,
    async collect(folder) {
      if (sandbox === undefined) return []
      await untilGone(sandbox.init)
      const work = openFolder(`/proc/self/fd/${sandbox.folders[0]!.fd}`, 'descriptors')
      try {
        return await collectScratch(work, folder, limits)
      } finally {
        work.close()
      }
    },
    async close() {
      stopWatching?.()
      await entered.catch(() => undefined)
      if (sandbox === undefined) return
      await untilGone(sandbox.init)
      for (const held of sandbox.folders) await held.close()
    },
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** Process 1 of a sandbox ends last: the kernel lets it go when no other process is left in it. */
async function untilGone(init: number): Promise<void> {
  const end = performance.now() + GONE_MS
  while (!hasEnded(init) && performance.now() < end) await delay(LOOK_AGAIN_MS)
}
