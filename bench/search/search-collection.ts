import { fromDist } from '../from-dist.ts'
import { OFFICE_SKILLS } from './office-skills.ts'
import type { Catalog } from '../../src/catalog/types.ts'

/** The examples of this project, the office's skills, and others that no query means, among which they must be found. */
export async function searchCatalog(others: string): Promise<Catalog> {
  const { createCatalog, directorySource, memorySource } =
    await fromDist<typeof import('../../src/index.ts')>('index.js')
  const examples = new URL('../../../examples/skills', import.meta.url).pathname
  const office = Object.entries(OFFICE_SKILLS).map(([name, description]) => [
    name,
    { 'SKILL.md': `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n# ${name}\n` },
  ])
  return createCatalog([
    directorySource({ label: 'examples', roots: [{ path: examples, shown: 'examples' }] }),
    memorySource('office', Object.fromEntries(office)),
    directorySource({ label: 'others', roots: [{ path: others, shown: 'others' }] }),
  ])
}
