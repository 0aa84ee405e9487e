/** A function that runs asynchronous jobs one after the other, in the order of the calls. */
export function inTurn(): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = last.then(job, job)
    last = result.catch(() => undefined)
    return result
  }
}
