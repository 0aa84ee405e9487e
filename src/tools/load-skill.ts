import { fileAnswer } from './file-answer.ts'
import { toolInput } from './input.ts'
import { loadAnswer } from './load-answer.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'

/** `load_skill`: the instructions first, then where they come from. */
export function loadSkill(session: ToolSession): ToolRun {
  return async (input, options = {}) => {
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
    options.signal?.throwIfAborted()
    if (filePath === undefined) session.held.set(loaded.uri, loaded.entry)
    return loadAnswer(loaded)
  }
}
