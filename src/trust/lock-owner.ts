import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Who holds a lock or wants it. */
export interface LockOwner {
  pid: number
  /** When that process started, as the system counts; tells it from a later one with the same number. */
  start: string
  /** Stands for the machine, its current run, and its set of process numbers. */
  host: string
  /** Different for every claim ever made. */
  nonce: string
}

const NAME = /^([1-9]\d{0,9})-(\d*)-([0-9a-f]{16})-([0-9a-f]{32})$/

/** This process, as the owner of one claim. */
export function newLockOwner(): LockOwner {
  return {
    pid: process.pid,
    start: startOf(process.pid) ?? '',
    host: thisHost(),
    nonce: randomBytes(16).toString('hex'),
  }
}

/** The owner as a part of a file name. */
export function lockOwnerName({ pid, start, host, nonce }: LockOwner): string {
  return [pid, start, host, nonce].join('-')
}

export function parseLockOwner(name: string): LockOwner | undefined {
  const [, pid, start, host, nonce] = NAME.exec(name) ?? []
  return nonce === undefined ? undefined : { pid: Number(pid), start: start!, host: host!, nonce }
}

/** `unknown` for a process that cannot be seen from here: on another machine, in another container, before a restart. */
export function livenessOf(owner: LockOwner): 'alive' | 'dead' | 'unknown' {
  if (owner.host !== thisHost()) return 'unknown'
  if (!processExists(owner.pid)) return 'dead'
  const start = startOf(owner.pid)
  return start === undefined || start === owner.start ? 'alive' : 'dead'
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Clock ticks from the machine's start to the process's; `ended` for one not yet buried; `undefined` where the system does not tell. */
function startOf(pid: number): string | undefined {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  if (stat === '') return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19]
}

let host: string | undefined

function thisHost(): string {
  host ??= createHash('sha256')
    .update(hostname())
    .update(textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')))
    .update(textOf(() => readlinkSync('/proc/self/ns/pid')))
    .digest('hex')
    .slice(0, 16)
  return host
}

function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
