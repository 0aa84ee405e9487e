import type { Diagnostic } from '../skill/diagnostic.ts'
import { oneLine } from '../text/one-line.ts'
import { visible } from '../text/visible.ts'
import type { CommandIO } from './io.ts'

const COLOURS = { error: 'red', warning: 'yellow', info: 'dim' } as const

/** A diagnostic on one line, or two with its hint: `error  YAML_INVALID  broken/SKILL.md:3  message`. */
export function findingLine(finding: Diagnostic, paint: CommandIO['paint'], indent = ''): string {
  const { code, severity, message, path, line, hint } = finding
  const where = `${visible(path)}${line === undefined ? '' : `:${line}`}`
  const first = `${indent}${paint(COLOURS[severity], severity)} ${code} ${paint('bold', where)}: ${oneLine(message)}`
  return hint === undefined ? first : `${first}\n${indent}  ${paint('dim', oneLine(hint))}`
}
