import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { openStateFile } from '../../src/trust/state-file.ts'
import { COUNTER, incremented } from './counter.ts'
import { counters } from './counters.ts'
import { watchedFs } from './watched-fs.ts'

const { scratch, written, opened } = counters()

describe('state H2: a file system that fails', () => {
  it.each(['ENOSPC', 'EROFS', 'EIO', 'EMFILE'])(
    'with %s at any step leaves the old or the new state, and says so',
    async (code) => {
      const steps = await stepsOfUpdate()
      expect(steps.length).toBeGreaterThan(15)
      const committed = steps.lastIndexOf('rename')
      for (let failing = 0; failing < steps.length; failing++) {
        const path = await written(1)
        let step = 0
        const fs = watchedFs((name) => {
          if (step++ === failing) throw Object.assign(new Error(`${code}: ${name}`), { code })
        })
        const outcome = await (
          await openStateFile({ path, format: COUNTER, fs })
        )
          .update(incremented)
          .catch(String)
        const { n } = await (await opened(path)).file.read()
        expect(n, `step ${failing}, ${steps[failing]}`).toBe(failing <= committed ? 1 : 2)
        const left = readdirSync(join(path, '..')).filter((name) => name.endsWith('.tmp'))
        expect(steps[failing] === 'unlink' ? [] : left, `step ${failing}, ${steps[failing]}`).toEqual([])
        expect(outcome).toBe(`SkillwayError: 'counter.json' could not be saved (${code})`)
      }
    },
  )

  it('and has no hard links costs the generation before and nothing else', async () => {
    const path = await written(1)
    const fs = watchedFs((step) => {
      if (step === 'link') throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    })
    expect((await (await openStateFile({ path, format: COUNTER, fs })).update(incremented)).n).toBe(2)
    expect(readdirSync(join(path, '..'))).toEqual(['counter.json'])
  })

  it('while reading counts as empty and says so', async () => {
    const path = await written(1)
    const findings: Diagnostic[] = []
    const file = await openStateFile({
      path,
      format: COUNTER,
      onDiagnostic: (finding) => findings.push(finding),
      fs: watchedFs(() => {
        throw Object.assign(new Error('EIO'), { code: 'EIO' })
      }),
    })
    expect((await file.read()).n).toBe(0)
    expect(findings.map(({ message }) => message)).toEqual([
      "'counter.json' counts as empty: it cannot be read (EIO)",
    ])
  })

  it('and cannot hold the folder is an error that names no path of the machine', async () => {
    const folder = scratch()
    writeFileSync(join(folder, 'file'), '')
    const path = join(folder, 'file', 'state', 'counter.json')
    const refusal = await openStateFile({ path, format: COUNTER }).catch(String)
    expect(refusal).toBe(
      "SkillwayError: The folder 'state' is not safe to keep state in: it cannot be looked at (ENOTDIR)",
    )
  })
})

/** Every step of one change, in order. */
async function stepsOfUpdate(): Promise<string[]> {
  const path = await written(1)
  const steps: string[] = []
  const file = await openStateFile({ path, format: COUNTER, fs: watchedFs((step) => steps.push(step)) })
  await file.update(incremented)
  return steps
}
