import { HTTP_LIMITS } from './types.ts'

export interface StreamSlots {
  /** Takes a slot for the caller; `undefined` if the caller, or all together, have too many. Call the answer to give it back. */
  take(caller: string): (() => void) | undefined
  open(): number
}

/** Counts long-lived streams, so that one caller cannot take them all. */
export function streamSlots(): StreamSlots {
  const byCaller = new Map<string, number>()
  let all = 0
  return {
    open: () => all,
    take(caller) {
      const own = byCaller.get(caller) ?? 0
      if (own >= HTTP_LIMITS.streamsPerCaller || all >= HTTP_LIMITS.streams) return undefined
      byCaller.set(caller, own + 1)
      all++
      let taken = true
      return () => {
        if (!taken) return
        taken = false
        all--
        const left = byCaller.get(caller)! - 1
        if (left === 0) byCaller.delete(caller)
        else byCaller.set(caller, left)
      }
    },
  }
}
