import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCommandQueue } from '../../src/sandbox/command-queue.ts'

describe('the queue of commands', () => {
  it('G14: lets two of a hundred run at once, in the order of the calls', async () => {
    const queue = createCommandQueue({ queueLimit: 100 })
    const order: number[] = []
    let running = 0
    let most = 0
    const runs = Array.from({ length: 100 }, (_, i) =>
      queue.run({}, async () => {
        most = Math.max(most, ++running)
        order.push(i)
        await delay(1)
        running--
        if (i % 10 === 0) throw new Error('failed')
        return i
      }),
    )
    const results = await Promise.allSettled(runs)
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    expect(order).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(most).toBe(2)
  })

  it('G14: refuses those that come when too many wait already', async () => {
    const queue = createCommandQueue({ concurrency: 1, queueLimit: 3 })
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => queue.run({}, () => delay(1))))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(96)
    expect(refused[0]!.reason).toMatchObject({
      code: 'COMMAND_REFUSED',
      message: expect.stringContaining('3 others'),
    })
  })

  it('lets others go first where a place is in use', async () => {
    const queue = createCommandQueue()
    const [here, there] = [{}, {}]
    const order: string[] = []
    const work = (name: string) => async () => {
      order.push(name)
      await delay(5)
    }
    await Promise.all([
      queue.run(here, work('first here')),
      queue.run(here, work('second here')),
      queue.run(there, work('first there')),
    ])
    expect(order).toEqual(['first here', 'first there', 'second here'])
  })

  it('forgets whoever cancels while waiting, and goes on', async () => {
    const queue = createCommandQueue({ concurrency: 1 })
    const cancel = new AbortController()
    const done: number[] = []
    const run = (i: number, signal?: AbortSignal) =>
      queue.run(
        {},
        async () => {
          await delay(5)
          done.push(i)
        },
        signal,
      )
    const runs = [run(0), run(1, cancel.signal), run(2)]
    cancel.abort()
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    await expect(run(3, cancel.signal)).rejects.toMatchObject({ code: 'ABORTED' })
    expect(done).toEqual([0, 2])
  })
})
