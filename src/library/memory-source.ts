import type { SkillsInCode } from '../sources/memory.ts'
import type { SkillSource } from '../sources/types.ts'
import { sourceOnFirstUse } from './source-on-first-use.ts'

/**
 * Skills given in code. An object is live: what is changed in it later is seen by the next call. A function is asked in every
 * call, such as one that reads a database; where it fails, so does the call.
 */
export function memorySource(label: string, skills: SkillsInCode): SkillSource {
  const { list, get, read } = sourceOnFirstUse({ label, kind: 'memory' }, async () => {
    const real = await import('../sources/memory.ts')
    return real.memorySource(label, skills)
  })
  return { label, kind: 'memory', list, get, read }
}
