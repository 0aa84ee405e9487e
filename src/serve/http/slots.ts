import type { CallerLimits } from './types.ts'

export interface Slots {
  /** Takes a slot for the caller; `undefined` if the caller, or all together, have too many. Call the answer to give it back. */
  take(caller: string): (() => void) | undefined
  taken(): number
}

/** Counts what is held for long, such as connections and streams, so that one caller cannot take it all. */
export function callerSlots(limits: CallerLimits): Slots {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    taken: () => all,
    take(caller) {
      const own = byCaller.get(caller) ?? 0
      if (own >= limits.each || all >= limits.all) return undefined
      byCaller.set(caller, own + 1)
      all++
      let held = true
      return () => {
        if (!held) return
        held = false
        all--
        const left = byCaller.get(caller)! - 1
        if (left === 0) byCaller.delete(caller)
        else byCaller.set(caller, left)
      }
    },
  }
}
