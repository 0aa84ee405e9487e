import { withOrigin } from '../catalog/origin.ts'
import { fileAnswer } from './file-answer.ts'
import { toolInput } from './input.ts'
import type { ToolRun, ToolSession } from './tool-runs.ts'

/** `read_reference_file`: one file of a skill, as text, image or bytes. */
export function readReferenceFile(session: ToolSession): ToolRun {
  return async (input, options = {}) => {
    const fields = toolInput(input)
    const reference = fields.text('skill_name')
    const file = fields.text('file_name')
    const { skill } = await session.catalog.resolve(reference, options)
    const held = session.held.get(skill.uri)
    const read = await session.catalog.read(skill.uri, { ...options, file, held })
    await session.onRead(read)
    return fileAnswer(read, read.content.type === 'text' ? withOrigin(read, read.content.text) : undefined)
  }
}
