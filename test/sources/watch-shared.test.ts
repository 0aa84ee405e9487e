import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { announcesChanges } from '../../src/sources/directory/announces-changes.ts'
import { folderOf, write } from './folder-of.ts'
import { findings, open } from './place.ts'
import { skillFile } from './skill-file.ts'

const hasBindfs = existsSync('/dev/fuse') && spawnSync('bindfs', ['--version']).status === 0
const why = hasBindfs ? '' : ' (skipped: needs bindfs and /dev/fuse)'

/** A folder with one skill, and the same folder mounted: what changes in the one is in the other, and nobody there is told. */
function sharedFolder(): { far: string; mounted: string } {
  const base = folderOf({ 'far/s/SKILL.md': skillFile('s', 'First.'), 'mounted/.keep': '' })
  const [far, mounted] = [join(base, 'far'), join(base, 'mounted')]
  execFileSync('bindfs', ['-o', 'nonempty,attr_timeout=0,entry_timeout=0', far, mounted])
  onTestFinished(() => void execFileSync('umount', ['--lazy', mounted]))
  return { far, mounted }
}

describe.runIf(hasBindfs)(`folders that also change where the system does not see it${why}`, () => {
  it('are known by their file system', () => {
    const { far, mounted } = sharedFolder()
    expect([far, mounted, join(far, 'nowhere')].map(announcesChanges)).toEqual([true, false, true])
  })

  it.each([
    ['an edit', { 's/SKILL.md': skillFile('s', 'Edited.') }, ['Edited.']],
    ['a new skill', { 't/SKILL.md': skillFile('t', 'New.') }, ['First.', 'New.']],
    ['a new skill far down', { 'a/b/t/SKILL.md': skillFile('t', 'Deep.') }, ['Deep.', 'First.']],
  ])('%s is told soon, and seen by the next call', async (_, files, descriptions) => {
    const { far, mounted } = sharedFolder()
    const source = open(mounted)
    const told = vi.fn<() => void>()
    source.watch!(told)
    await source.list()
    await vi.waitFor(async () => expect(await findings(source)).toEqual(['WATCH_SHARED_FOLDER ']))
    told.mockClear()
    write(far, files)
    expect((await source.list()).skills.map(({ description }) => description)).toEqual(descriptions)
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 10_000 })
    await source.close!()
  })
})
