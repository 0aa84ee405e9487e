import { decodeUtf8, lineOfBrokenUtf8 } from './decode-utf8.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { type HeadReading, notUtf8, readHead, type SkillFilePlace } from './read-head.ts'
import type { Parsed, SkillDocument } from './types.ts'
import { checkUnseenInBody } from './unseen-text.ts'

const CR = 0x0d
const LF = 0x0a

/**
 * Parses a whole `SKILL.md`: its frontmatter, what follows it, and all that there is to say about them.
 * Never throws, whatever the bytes are: a file that is no skill gives an error among the diagnostics.
 */
export function parseSkill(bytes: Uint8Array, at: SkillFilePlace): Parsed<SkillDocument> {
  return parseBelow(readHead(bytes, at, true)!, bytes, at)
}

/** Parses the rest of a `SKILL.md` whose head was read from these bytes, or from the first of them. */
export function parseBelow(head: HeadReading, bytes: Uint8Array, at: SkillFilePlace): Parsed<SkillDocument> {
  if (head.skill === undefined) return { skill: undefined, diagnostics: head.diagnostics }
  const body = bodyOf(bytes, head)
  if (body === undefined) {
    return { skill: undefined, diagnostics: [...head.diagnostics, notUtf8(at.path, lineOfBrokenUtf8(bytes))] }
  }
  const line = 'line' in head.body ? head.body.line : undefined
  const diagnostics = [...head.diagnostics, ...checkBody(body, at.path, line)]
  return { skill: { ...head.skill, body }, diagnostics }
}

function bodyOf(bytes: Uint8Array, { body }: HeadReading): string | undefined {
  if ('text' in body) return body.text
  // A head may end within the CRLF of its last line, where that is as far as heads are looked for.
  const isCut = bytes[body.start - 1] === CR && bytes[body.start] === LF
  return decodeUtf8(bytes.subarray(isCut ? body.start + 1 : body.start))
}

function checkBody(body: string, path: string, line: number | undefined): Diagnostic[] {
  if (body.trim() !== '') return checkUnseenInBody(body, path, line)
  const hint = 'Write below the frontmatter what a model shall do.'
  return [diagnostic('BODY_EMPTY', path, 'The skill has no instructions.', { line, hint })]
}
