import { createCatalog } from '../../src/catalog/catalog.ts'
import { memorySource } from '../../src/sources/memory.ts'
import { createSkillTools } from '../../src/tools/skill-tools.ts'
import type { SkillTool } from '../../src/tools/types.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const PDF = Buffer.from('%PDF-1.4\n%\xff\xfe\n', 'latin1')

/** The tools of a new conversation over one skill that has a file of every kind. */
export function kindsOfFiles(): SkillTool[] {
  return createSkillTools(
    createCatalog([
      memorySource('mine', {
        kinds: {
          'SKILL.md': '---\nname: kinds\ndescription: Has a file of every kind.\n---\nHello $1.\n',
          'assets/dot.png': new Uint8Array(PNG),
          'assets/sheet.pdf': new Uint8Array(PDF),
          'assets/data.bin': new Uint8Array([0, 255, 1, 0]),
          'references/guide.md': 'Guide.\n',
        },
      }),
    ]),
  )
}

/** Calls that every adapter is tried with: a name, an input, and what a text of the answer must hold. */
export const CALLS = [
  ['a load with arguments', 'load_skill', { skill_name: 'kinds', arguments: 'Alice' }, 'Hello Alice.'],
  ['a text file', 'read_reference_file', { skill_name: 'kinds', file_name: 'references/guide.md' }, 'Guide.'],
  ['a traversal', 'load_skill', { skill_name: 'skill://kinds/../x' }, 'Security error: Path traversal'],
  ['no such skill', 'load_skill', { skill_name: 'nope' }, "Skill not found: 'nope'. Available: kinds"],
  ['a wrong argument', 'load_skill', { skill_name: 1 }, "Argument 'skill_name' must be a string"],
] as const

/** The input that reads a file of the skill. */
export const reading = (file: string) => ({ skill_name: 'kinds', file_name: `assets/${file}` })
