import { SkillwayError } from '../errors.ts'
import { truncate } from '../text/truncate.ts'
import type { ToolAnswer } from './types.ts'

/** Characters of an error text at the most; a source may have sent a part of it. */
const MAX_TEXT = 4000

const NEXT_STEP: Partial<Record<SkillwayError['code'], string>> = {
  SKILL_NOT_FOUND: 'Call list_skills to see every skill, or search_skills to find one by what it does.',
}

/** A failure as an answer that the model can act on. What is not ours to explain is not shown: it may hold host paths. */
export function failureAnswer(error: unknown): ToolAnswer {
  const text =
    error instanceof SkillwayError ? explained(error) : 'Internal error: the call could not be completed'
  const code = error instanceof SkillwayError ? error.code : 'INTERNAL'
  return { content: [{ type: 'text', text: truncate(text, MAX_TEXT) }], isError: true, code }
}

function explained(error: SkillwayError): string {
  const next = NEXT_STEP[error.code] ?? error.hint
  return next === undefined ? error.message : `${error.message}\n${next}`
}
