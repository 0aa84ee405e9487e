import { withOrigin } from '../catalog/origin.ts'
import { fileAnswer } from './file-answer.ts'
import { toolInput } from './input.ts'
import type { ToolSession } from './skill-tools.ts'
import type { SkillTool } from './types.ts'

/** `read_reference_file`: one file of a skill, as text, image or bytes. */
export function readReferenceFileTool(session: ToolSession): Omit<SkillTool, 'annotations'> {
  return {
    name: 'read_reference_file',
    title: 'Read a file of a skill',
    description:
      'Read a file that belongs to a skill, such as references/guide.md; load_skill names the files.',
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'Skill name or skill:// URI.' },
        file_name: {
          type: 'string',
          description: "The file's path in the skill, such as references/guide.md.",
        },
      },
      required: ['skill_name', 'file_name'],
      additionalProperties: false,
    },
    async run(input, options = {}) {
      const fields = toolInput(input)
      const reference = fields.text('skill_name')
      const file = fields.text('file_name')
      const { skill } = await session.catalog.resolve(reference, options)
      const held = session.held.get(skill.uri)
      const read = await session.catalog.read(skill.uri, { ...options, file, held })
      await session.onRead(read)
      return fileAnswer(read, read.content.type === 'text' ? withOrigin(read, read.content.text) : undefined)
    },
  }
}
