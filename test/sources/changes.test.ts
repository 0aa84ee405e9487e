import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import type { SkillFile } from '../../src/skill/types.ts'
import { write } from './folder-of.ts'
import { findings, open, pathsOf, place } from './place.ts'
import { skillFile } from './skill-file.ts'

describe('changes while somebody reads', () => {
  it('A18, A29: a file that grows all the time never gives a part or a mixture', async () => {
    const { root, skill } = place({ 'root/s/log.txt': '' })
    const source = open(root)
    const path = join(skill, 'log.txt')
    const timer = setInterval(() => appendFileSync(path, 'line\n'.repeat(10)), 0)
    onTestFinished(() => clearInterval(timer))
    for (let round = 0; round < 100; round++) {
      const { files } = (await source.get('s'))!
      const { size } = (files as SkillFile[]).find((file) => file.path === 'log.txt')!
      const text = Buffer.from(await source.read('s', 'log.txt')).toString()
      expect(size % 50).toBe(0)
      expect(text.length).toBeGreaterThanOrEqual(size)
      expect(text).toBe('line\n'.repeat(text.length / 5))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })

  it('A29: the digest of an entry is never older than the bytes, even within one tick of the clock', async () => {
    const { root, skill } = place()
    const source = open(root)
    for (let round = 0; round < 100; round++) {
      const text = String(round % 10)
      writeFileSync(join(skill, 'x.md'), text)
      const { files } = (await source.get('s'))!
      expect(files).toContainEqual({ path: 'x.md', size: 1, digest: digestOf(Buffer.from(text)) })
    }
  })

  it('A27: a root that is replaced is read anew', async () => {
    const { root } = place()
    const source = open(root)
    expect(await pathsOf(source)).toEqual(['s'])
    rmSync(root, { recursive: true })
    expect(await pathsOf(source)).toEqual([])
    expect(await findings(source)).toEqual(['ROOT_MISSING '])
    expect(await source.get('s')).toBeUndefined()
    write(root, { 's/SKILL.md': skillFile('s', 'Is another.') })
    expect(await source.get('s')).toMatchObject({ description: 'Is another.' })
  })
})
