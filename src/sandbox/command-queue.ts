import { SkillwayError } from '../errors.ts'
import { aborted } from './supervise.ts'

export interface CommandQueueOptions {
  /** Commands that run at the same time. Default 2. */
  concurrency?: number | undefined
  /** Commands that may wait; one more is refused. Default 32. */
  queueLimit?: number | undefined
}

export interface CommandQueue {
  /**
   * Does the work when its turn comes: in the order of the calls, except that what shares a `place` with running work
   * lets others go first.
   *
   * @throws SkillwayError `COMMAND_REFUSED` if too many wait, `ABORTED`
   */
  run<T>(place: object, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

interface Waiting {
  place: object
  start: () => void
}

/** Keeps many commands from running at once. */
export function createCommandQueue({
  concurrency = 2,
  queueLimit = 32,
}: CommandQueueOptions = {}): CommandQueue {
  const running = new Set<object>()
  const waiting: Waiting[] = []

  function startNext(): void {
    const next = running.size < concurrency ? waiting.findIndex(({ place }) => !running.has(place)) : -1
    if (next === -1) return
    const [{ place, start }] = waiting.splice(next, 1) as [Waiting]
    running.add(place)
    start()
    startNext()
  }

  function turn(place: object, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = { place, start }
      function start(): void {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      function giveUp(): void {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(aborted())
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      waiting.push(entry)
      startNext()
    })
  }

  return {
    async run(place, work, signal) {
      if (signal?.aborted) throw aborted()
      if (waiting.length >= queueLimit) throw full(queueLimit)
      await turn(place, signal)
      try {
        return await work()
      } finally {
        running.delete(place)
        startNext()
      }
    },
  }
}

function full(queueLimit: number): SkillwayError {
  return new SkillwayError(
    'COMMAND_REFUSED',
    `The command was not run: ${queueLimit} others are waiting already`,
    {
      hint: 'Try again when some of them have ended.',
    },
  )
}
