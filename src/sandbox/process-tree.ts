import { readdirSync, readFileSync } from 'node:fs'

/** The process and all that descend from it. One that ends meanwhile is left out. */
export function processTree(root: number): number[] {
  const tree = [root]
  for (const pid of tree) tree.push(...childrenOf(pid))
  return tree
}

/** True once a process has ended, also where nobody has asked for its exit status yet. */
export function hasEnded(pid: number): boolean {
  const stat = readProc(`${pid}/stat`)
  return stat === '' || /\) [ZX]/.test(stat)
}

/** Bytes of memory that these processes hold and that are not files: shared pages count once. */
export function memoryOf(pids: number[], worthCounting: number): number {
  const upper = sum(pids.map((pid) => kibibytes(readProc(`${pid}/status`), ['RssAnon', 'RssShmem'])))
  if (upper < worthCounting) return upper
  return sum(pids.map((pid) => kibibytes(readProc(`${pid}/smaps_rollup`), ['Pss_Anon', 'Pss_Shmem'])))
}

function childrenOf(pid: number): number[] {
  const children = threadsOf(pid).map((thread) => readProc(`${pid}/task/${thread}/children`))
  return children.join(' ').split(' ').filter(Boolean).map(Number)
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'latin1')
  } catch (error) {
    if (isGone(error)) return ''
    throw error
  }
}

/** A process may end, or stop being ours to look at, between two looks. */
function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES' || code === 'EPERM'
}

function kibibytes(text: string, names: string[]): number {
  return sum(
    names.map((name) => Number(text.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0) * 1024),
  )
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
