import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long synchronous work may go on before others get a turn, in milliseconds. */
const SLICE = 10

/** Lets much small synchronous work share the event loop with everybody else. */
export interface Pace {
  /** True once the work of this turn has taken long enough. */
  isDue(): boolean
  /** Resolves in a later turn of the event loop. */
  breathe(): Promise<void>
}

export function createPace(): Pace {
  let started: number | undefined
  const isDue = (): boolean => {
    const now = performance.now()
    if (started !== undefined) return now - started > SLICE
    started = now
    setImmediate(() => {
      started = undefined
    })
    return false
  }
  return {
    isDue,
    async breathe() {
      do await nextTurn()
      while (isDue())
    },
  }
}
