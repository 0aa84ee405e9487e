import type { DirectorySourceOptions } from '../sources/directory/source.ts'
import type { SkillsInCode } from '../sources/memory.ts'
import type { SkillSource } from '../sources/types.ts'
import { sourceOnFirstUse } from './source-on-first-use.ts'

/**
 * The skills in folders on disk. Every answer is true to the disk when it is given: what was read before is used again only
 * if the system's stamps show that it is the same. While somebody watches, an unchanged listing comes from memory.
 */
export function directorySource(options: DirectorySourceOptions): SkillSource {
  const { label } = options
  return sourceOnFirstUse({ label, kind: 'directory' }, async () => {
    const real = await import('../sources/directory/source.ts')
    return real.directorySource(options)
  })
}

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
