import { oneLine } from '../text/one-line.ts'
import { quote } from '../text/quote.ts'

export type CommandPermission = { allowed: true } | { allowed: false; reason: string }

/** Names under which `allowed-tools` speaks of running commands. */
const SHELL_TOOL = /^(?:bash|shell|run_shell_command)(?:\((.*)\))?$/is
/** What makes more of a command than one program with arguments, wherever it stands; quotes are no excuse. */
const SHELL_SYNTAX = /[;&|<>()`$\\{}!\u0000-\u0008\u000a-\u001f\u007f]/

/**
 * Whether a skill's `allowed-tools` lets it run this command. It narrows what an approval permits and never adds to it:
 * without the field nothing is narrowed; with it, the command must fit an entry such as `Bash`, `Bash(git:*)` (`git` with any arguments) or
 * `Bash(npm test)` (these words and no others).
 */
export function commandAllowed(
  allowedTools: readonly string[] | undefined,
  command: string,
): CommandPermission {
  if (allowedTools === undefined) return { allowed: true }
  const rules = allowedTools.flatMap(shellRule)
  if (rules.includes('*')) return { allowed: true }
  if (rules.length === 0) return refused('its allowed-tools name no shell')
  if (SHELL_SYNTAX.test(command)) {
    return refused(
      'its allowed-tools permit single commands only, without ; & | < > ( ) { } $ ! \\ ` or line breaks',
    )
  }
  const words = wordsOf(command)
  if (rules.some((rule) => fits(rule, words))) return { allowed: true }
  return refused(`its allowed-tools permit only ${rules.map((rule) => quote(oneLine(rule))).join(', ')}`)
}

/** What stands between the parentheses; `*` for a shell without any. */
function shellRule(tool: string): string[] {
  const match = SHELL_TOOL.exec(tool.trim())
  if (match === null) return []
  const rule = match[1]?.trim() ?? '*'
  return [rule]
}

/** A rule without a star at its end is the whole command; a star anywhere else is a word like any other. */
function fits(rule: string, words: string[]): boolean {
  const isPrefix = /(?::| )\*$/.test(rule)
  const expected = wordsOf(isPrefix ? rule.slice(0, -2) : rule)
  if (expected.length === 0) return false
  const given = isPrefix ? words.slice(0, expected.length) : words
  return given.length === expected.length && expected.every((word, i) => word === given[i])
}

function wordsOf(text: string): string[] {
  return text.split(/[ \t]+/).filter(Boolean)
}

function refused(why: string): CommandPermission {
  return { allowed: false, reason: `The skill does not permit this command: ${why}` }
}
