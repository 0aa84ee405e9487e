import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { SkillwayError } from '../../errors.ts'
import { isListableName } from '../../skill/name.ts'
import { quote } from '../../text/quote.ts'
import { visible } from '../../text/visible.ts'
import { codeOf } from '../../trust/error-code.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { shellWord } from '../shell-word.ts'

/** `skillway new PATH`: a folder with a `SKILL.md` to fill in. What is there already is never touched. */
export async function newSkill(context: CommandContext, path: string): Promise<CommandResult> {
  const folder = resolve(context.cwd, path)
  const name = basename(folder)
  if (!isListableName(name)) {
    throw new SkillwayError('USAGE', `${quote(name)} is not a valid skill name`, {
      hint: 'Use up to 64 lowercase letters and digits, with single hyphens between them, such as pdf-forms.',
    })
  }
  const file = join(folder, 'SKILL.md')
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, template(name), { flag: 'wx' })
  } catch (cause) {
    throw await notMade(path, file, cause)
  }
  const shown = join(path, 'SKILL.md')
  return {
    json: { name, path: shown },
    text: `Created ${visible(shown)}\nFill it in, then run: skillway check ${shellWord(visible(path))}`,
  }
}

async function notMade(path: string, file: string, cause: unknown): Promise<SkillwayError> {
  const hint = 'Choose another folder.'
  const isThere = await lstat(file).then(
    () => true,
    () => false,
  )
  if (isThere) return new SkillwayError('USAGE', `${quote(path)} has a SKILL.md already`, { hint })
  return new SkillwayError('USAGE', `${quote(path)} cannot be made: ${codeOf(cause)}`, { cause, hint })
}

function template(name: string): string {
  return `---
name: ${name}
description: Say what this skill does and when to use it, with the words a task would be asked in.
---

# ${name}

Say step by step what to do. Keep it short, and put details that are seldom needed into files beside this one, such as
references/details.md, so that they are read only when they are needed.
`
}
