import { isReserved } from '../sandbox/command-env.ts'
import { quote } from '../text/quote.ts'
import type { Findings } from './findings.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import type { ShellInput } from './shell-schema.ts'

/** The `shell` section of one file, as it is written there. */
export interface FileShell {
  section: ShellInput
  /** Line of a key of the section. */
  lineOf(path: KeyPath): number
}

/** The `shell` section of a file; variables that could change what a command runs are refused. */
export function readShell(section: ShellInput, findings: Findings): FileShell {
  for (const [index, name] of (section.env ?? []).entries()) {
    if (!isReserved(name)) continue
    const at = ['shell', 'env', index]
    findings.refuse(
      at,
      `${formatKeyPath(at)}: no command is given ${quote(name)}, because it could change what the command runs`,
    )
  }
  return { section, lineOf: (path) => findings.position(['shell', ...path], 'key').line }
}
