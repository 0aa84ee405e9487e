import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertOutsideRoots } from '../../src/trust/outside-roots.ts'
import { scratchFolders } from './scratch.ts'

const scratch = scratchFolders()

function home(): string {
  const folder = scratch()
  mkdirSync(join(folder, '.claude/skills/refunds'), { recursive: true })
  mkdirSync(join(folder, '.cache/skillway'), { recursive: true })
  symlinkSync('.claude', join(folder, 'linked'))
  symlinkSync(join(folder, '.cache/skillway'), join(folder, '.claude/cache-link'))
  symlinkSync('loop', join(folder, 'loop'))
  return folder
}

describe('state H8, H46: a folder for state or cache', () => {
  it.each([
    ['is a skills folder', '.claude/skills', '.claude/skills'],
    ['is in a skills folder', '.claude/skills/refunds/cache', '.claude/skills'],
    ['is in a skills folder and does not exist yet', '.claude/skills/a/b/c', '.claude/skills'],
    ['is in a skills folder by a link', 'linked/skills/cache', '.claude/skills'],
    ['is in a skills folder that is given by a link', '.claude/skills/cache', 'linked/skills'],
    ['is in a skills folder, with a name that begins with dots', '.claude/skills/..cache', '.claude/skills'],
    ['is in a skills folder by way of ..', '.cache/../.claude/skills/cache', '.claude/skills'],
    ['is a link away from the skills folder', '.cache/skillway', '.claude/cache-link'],
    ['holds a skills folder', '.claude', '.claude/skills'],
    ['is in a skills folder that does not exist yet', 'new/skills/cache', 'new/skills'],
  ])('is refused: it %s', async (_, folder, root) => {
    const at = home()
    await expect(assertOutsideRoots(join(at, folder), [join(at, root)])).rejects.toMatchObject({
      code: 'STATE_INVALID',
      message: expect.not.stringContaining(at),
      hint: expect.stringContaining('SKILLWAY_CACHE_DIR'),
    })
  })

  it.each([
    ['beside it', '.cache/skillway', '.claude/skills'],
    ['beside it, with the same beginning', '.claude/skills-cache', '.claude/skills'],
    ['away from a root that cannot be followed', '.cache/skillway', 'loop'],
    ['away from a root that does not exist', '.cache/skillway', 'none/skills'],
    ['with a name that begins with dots', '.claude/..cache', '.claude/skills'],
  ])('is fine %s', async (_, folder, root) => {
    const at = home()
    await expect(assertOutsideRoots(join(at, folder), [join(at, root)])).resolves.toBeUndefined()
  })

  it('is compared with every root', async () => {
    const at = home()
    const roots = ['none', '.claude/skills'].map((root) => join(at, root))
    await expect(assertOutsideRoots(join(at, '.claude/skills/x'), roots)).rejects.toThrow(
      /'skills' lie one in the other/,
    )
  })
})
