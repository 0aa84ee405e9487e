import { type Diagnostic, type DiagnosticCode, diagnostic } from '../../skill/diagnostic.ts'
import type { Refusal } from './open-inside.ts'

const FINDINGS: Record<Refusal, [code: DiagnosticCode, message: string, hint: string]> = {
  absent: ['FILE_UNREADABLE', 'The file vanished while it was read', 'Try again.'],
  broken: ['SYMLINK_BROKEN', 'The link leads to nothing, or in a circle', 'Mend or remove the link.'],
  escape: [
    'SYMLINK_ESCAPE',
    'The link leads out of what it may show, so it is not served',
    'Put a copy of the file in place of the link.',
  ],
  folder: ['NOT_A_FILE', 'A folder stands where a file is expected', 'Rename the folder.'],
  'linked-folder': [
    'SYMLINK_TO_FOLDER',
    'Links to folders inside a skill are not followed',
    'Refer to the files where they are, or copy them.',
  ],
  special: [
    'NOT_A_FILE',
    'Not a regular file (a FIFO, a socket or a device), so it is not served',
    'Remove it from the skill.',
  ],
  unreadable: [
    'FILE_UNREADABLE',
    'The file may not be read',
    'Give read permission to whoever runs Skillway.',
  ],
}

/** Why a file of a skill is not served. */
export function refusalDiagnostic(refusal: Refusal, path: string): Diagnostic {
  const [code, message, hint] = FINDINGS[refusal]
  return diagnostic(code, path, message, { hint })
}
