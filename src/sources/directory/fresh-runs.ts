/**
 * A function that runs `job` and gives every caller a result that was begun after its call: who calls while a run is going on
 * waits for the next one, which all who wait share.
 */
export function freshRuns(job: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start(): Promise<void> {
    next = undefined
    running = job().finally(() => {
      running = undefined
    })
    return running
  }

  return () => {
    if (next !== undefined) return next
    if (running === undefined) return start()
    next = running.then(start, start)
    return next
  }
}
