import { parseSkill } from '../../src/skill/parse.ts'
import type { Parsed, SkillDocument } from '../../src/skill/types.ts'

/** Where the skills of these tests are said to stand. */
export const AT = { path: 'alpha/SKILL.md', folderName: 'alpha' }

/** A `SKILL.md` with these lines as its frontmatter. */
export function withFrontmatter(...lines: string[]): string {
  return ['---', ...lines, '---', 'Body', ''].join('\n')
}

/** A `SKILL.md` with a name and a description, and these lines of frontmatter behind them. */
export function withFields(...lines: string[]): string {
  return withFrontmatter('name: alpha', 'description: Does one small thing.', ...lines)
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function parseText(text: string): Parsed<SkillDocument> {
  return parseSkill(bytesOf(text), AT)
}

/** The codes of all that is said about a `SKILL.md`. */
export function codesOf({ diagnostics }: Parsed<unknown>): string[] {
  return diagnostics.map(({ code }) => code)
}

/** The first diagnostic with this code. */
export function findingOf(parsed: Parsed<unknown>, code: string) {
  return parsed.diagnostics.find((finding) => finding.code === code)
}
