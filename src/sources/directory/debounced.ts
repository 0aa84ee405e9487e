/** How long it must have been quiet before an event is passed on, and how long one is held back at the most. */
const QUIET = 100
const LONGEST = 600

/** Calls `action` once for a burst of calls of `trigger`. */
export function debounced(action: () => void): { trigger(): void; cancel(): void } {
  let quiet: NodeJS.Timeout | undefined
  let longest: NodeJS.Timeout | undefined

  function cancel(): void {
    clearTimeout(quiet)
    clearTimeout(longest)
    quiet = longest = undefined
  }

  function fire(): void {
    cancel()
    action()
  }

  return {
    trigger() {
      clearTimeout(quiet)
      quiet = setTimeout(fire, QUIET).unref()
      longest ??= setTimeout(fire, LONGEST).unref()
    },
    cancel,
  }
}
