/** Leaders of the process groups that are to end with this process. */
const groups = new Set<number>()
let isArmed = false

/** Ends a process group: its leader and every process that it started and that has not left the group. */
export function killGroup(leader: number, signal: NodeJS.Signals): void {
  if (signal === 'SIGKILL') groups.delete(leader)
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Ends the group when this process ends without having ended it, at `process.exit` for one. */
export function reapOnExit(leader: number): void {
  groups.add(leader)
  if (isArmed) return
  isArmed = true
  process.once('exit', killAll)
}

function killAll(): void {
  for (const leader of groups) killGroup(leader, 'SIGKILL')
}

/** `EPERM`: what is left of the group runs as somebody else, or is a zombie on some systems. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')
}
