import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { livenessOf, lockOwnerName, newLockOwner, parseLockOwner, type LockOwner } from './lock-owner.ts'
import { removeIfThere } from './replace-file.ts'
import type { StateFs } from './state-fs.ts'

export interface StateLock {
  /** Refuses to go on if somebody took the lock away, as may happen to a process that was stopped for long. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

export interface LockOptions {
  fs: StateFs
  /** After this time a holder that cannot be seen from here counts as dead; after twice this time waiting ends. Default 10 s. */
  patienceMs?: number | undefined
}

/** A claim as its file's name tells it. */
interface Claim {
  name: string
  owner: LockOwner
}

/**
 * Takes the lock that one process at a time can have. Each wanting process puts down a claim, a file created
 * exclusively whose name tells process, start of the process and a nonce, and then looks for other claims of living
 * processes: only who finds none has the lock. Of two that claim at once at least one sees the other. No name is ever
 * used twice, so what a dead process left can be removed by anybody, without a race.
 *
 * @throws SkillwayError `STATE_INVALID` if others keep it too long
 */
export async function takeLock(path: string, { fs, patienceMs = 10_000 }: LockOptions): Promise<StateLock> {
  // By a clock that nobody can set.
  const deadline = performance.now() + 2 * patienceMs
  const others = otherClaims(path, { fs, patienceMs })
  for (let wait = 1; ; wait = Math.min(wait * 2, 16)) {
    let living = await others()
    if (living === undefined) {
      const claim = await putDown(path, fs)
      living = await others(claim)
      if (living === undefined) return heldLock(path, claim, fs)
      await removeIfThere(fs, join(dirname(path), claim))
    }
    if (performance.now() > deadline) throw busy(path, living)
    await sleep(Math.random() * wait)
  }
}

async function putDown(path: string, fs: StateFs): Promise<string> {
  const claim = `${basename(path)}.${lockOwnerName(newLockOwner())}`
  const handle = await fs.open(join(dirname(path), claim), 'wx', 0o600)
  await handle.close()
  return claim
}

/** Finds a claim of a living process other than one's own, and removes those of dead ones. */
function otherClaims(path: string, { fs, patienceMs }: { fs: StateFs; patienceMs: number }) {
  const firstSeen = new Map<string, number>()
  const isGone = ({ name, owner }: Claim): boolean => {
    const liveness = livenessOf(owner)
    if (liveness !== 'unknown') return liveness === 'dead'
    const since = firstSeen.get(name) ?? performance.now()
    firstSeen.set(name, since)
    return performance.now() - since > patienceMs
  }
  return async (own?: string): Promise<LockOwner | undefined> => {
    let living: LockOwner | undefined
    for (const claim of await claimsOf(path, fs)) {
      if (claim.name === own) continue
      if (isGone(claim)) await removeIfThere(fs, join(dirname(path), claim.name))
      else living = claim.owner
    }
    return living
  }
}

async function claimsOf(path: string, fs: StateFs): Promise<Claim[]> {
  const start = `${basename(path)}.`
  return (await fs.readdir(dirname(path))).flatMap((name) => {
    const owner = name.startsWith(start) ? parseLockOwner(name.slice(start.length)) : undefined
    return owner === undefined ? [] : [{ name, owner }]
  })
}

function heldLock(path: string, claim: string, fs: StateFs): StateLock {
  return {
    async assertHeld() {
      if ((await claimsOf(path, fs)).some(({ name }) => name === claim)) return
      throw new SkillwayError(
        'STATE_INVALID',
        `${quote(basename(path))} was taken by another process meanwhile`,
        {
          hint: 'Nothing was changed. Try again.',
        },
      )
    },
    release: () => removeIfThere(fs, join(dirname(path), claim)),
  }
}

function busy(path: string, { pid }: LockOwner): SkillwayError {
  return new SkillwayError(
    'STATE_INVALID',
    `${quote(basename(path))} has been held by process ${pid} for too long`,
    {
      hint: 'Wait for that process or end it, then try again.',
    },
  )
}
