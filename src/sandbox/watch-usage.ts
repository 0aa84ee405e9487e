import { statfsSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { CommandLimits } from './limits.ts'
import { memoryOf, processTree } from './process-tree.ts'

const INTERVAL_MS = 100

export interface Watched {
  /** Process 1 of the sandbox, as this system numbers it. */
  init: number
  /** The folders that the sandbox can write to, each a file system of its own. */
  folders: FileHandle[]
  limits: CommandLimits
}

/**
 * Looks ten times a second for what no resource limit holds: the memory of all processes together, and the number of
 * files, which cost the kernel memory even when they are empty. Returns how to stop.
 */
export function watchUsage(watched: Watched, onExcess: (limit: 'memory' | 'files') => void): () => void {
  const timer = setInterval(() => {
    const limit = excess(watched)
    if (limit === undefined) return
    clearInterval(timer)
    onExcess(limit)
  }, INTERVAL_MS)
  return () => clearInterval(timer)
}

function excess({ init, folders, limits }: Watched): 'memory' | 'files' | undefined {
  const { memoryBytes, scratchFiles } = limits
  try {
    if (folders.some((folder) => filesIn(folder) > scratchFiles)) return 'files'
    return memoryOf(processTree(init), memoryBytes) > memoryBytes ? 'memory' : undefined
  } catch {
    // The server may be out of descriptors or memory itself; the next look is soon.
    return undefined
  }
}

function filesIn(folder: FileHandle): number {
  const { files, ffree } = statfsSync(`/proc/self/fd/${folder.fd}`)
  return files - ffree
}
