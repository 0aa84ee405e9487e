import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { write } from './folder-of.ts'
import { findings, open, place } from './place.ts'
import { skillFile } from './skill-file.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  watch(): never {
    throw Object.assign(new Error('no more watches'), { code: 'ENOSPC' })
  },
}))

it('folders that the system does not let us watch are looked at every second, and that is said', async () => {
  const { root } = place()
  const source = open(root)
  const told = vi.fn<() => void>()
  onTestFinished(source.watch!(told))
  await source.list()
  await vi.waitFor(async () => expect(await findings(source)).toEqual(['WATCH_FALLBACK_POLLING ']))
  const { skills } = await source.list()
  expect(skills).toMatchObject([{ description: 'Does one thing.' }])
  await sleep(100)
  told.mockClear()
  write(join(root, 's'), { 'SKILL.md': skillFile('s', 'Edited.') })
  await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 5000 })
  expect((await source.list()).skills).toMatchObject([{ description: 'Edited.' }])
  await source.close!()
  told.mockClear()
  write(join(root, 's'), { 'SKILL.md': skillFile('s', 'Closed.') })
  await sleep(1200)
  expect(told).not.toHaveBeenCalled()
})
