import { fileAnswer } from './file-answer.ts'
import { toolInput } from './input.ts'
import { loadAnswer } from './load-answer.ts'
import type { ToolSession } from './skill-tools.ts'
import type { SkillTool } from './types.ts'

const DESCRIPTION = `Load the instructions of a skill and follow them. Do so before you start a task that a skill covers.
Give a skill's name or its skill:// URI; a URI such as skill://name/references/guide.md loads that file instead.`

/** `load_skill`: the instructions first, then where they come from. */
export function loadSkillTool(session: ToolSession, available?: string): Omit<SkillTool, 'annotations'> {
  return {
    name: 'load_skill',
    title: 'Load a skill',
    description: available === undefined ? DESCRIPTION : `${DESCRIPTION}\n\n${available}`,
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: {
          type: 'string',
          description: 'Skill name, or a skill:// URI of a skill or of a file in it.',
        },
        arguments: {
          type: 'string',
          description: 'Arguments of the skill as one string; quote an argument that has spaces.',
        },
      },
      required: ['skill_name'],
      additionalProperties: false,
    },
    async run(input, options = {}) {
      const fields = toolInput(input)
      const reference = fields.text('skill_name')
      const given = fields.optionalText('arguments')
      const { skill, filePath } = await session.catalog.resolve(reference, options)
      const held = filePath === undefined ? undefined : session.held.get(skill.uri)
      if (filePath !== undefined) {
        const file = await session.catalog.read(reference, { ...options, held })
        if (file.content.type !== 'text') {
          await session.onRead(file)
          return fileAnswer(file, undefined)
        }
      }
      const loaded = await session.catalog.load(reference, { ...options, held, arguments: given })
      await session.onLoad(loaded)
      if (filePath === undefined) session.held.set(loaded.uri, loaded.entry)
      return loadAnswer(loaded)
    },
  }
}
