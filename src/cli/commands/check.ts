import { type Diagnostic, diagnostic } from '../../skill/diagnostic.ts'
import { visible } from '../../text/visible.ts'
import { checkFolder, type CheckResult } from '../check-folder.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { counted } from '../counted.ts'
import { findingLine } from '../finding-line.ts'
import { configOf } from '../open.ts'
import { withProgress } from '../progress.ts'

const NOTHING_TO_CHECK = "No folder of skills was found. Name one, as in 'skillway check ./skills'."

/** `skillway check PATH...`: what is wrong with skills and how to mend it. Without paths: every configured folder. */
export async function check(context: CommandContext, paths: string[]): Promise<CommandResult> {
  const { io, cwd } = context
  const checked: CheckResult[] = []
  const general: Diagnostic[] = []
  const configured = paths.length > 0 ? { folders: paths, missing: [] } : await configuredFolders(context)
  for (const shown of configured.missing) general.push(nothingThere(shown))
  for (const path of configured.folders) {
    const found = await withProgress(io, `Checking ${path}`, checkFolder(path, cwd))
    checked.push(...found.results)
    general.push(...found.general)
  }
  const all = [...general, ...checked.flatMap(({ diagnostics }) => diagnostics)]
  const errors = all.filter(({ severity }) => severity === 'error').length
  const warnings = all.filter(({ severity }) => severity === 'warning').length
  return {
    json: { results: checked, errors, warnings },
    text: report(checked, { errors, warnings }, context),
    notes:
      checked.length + general.length === 0
        ? [NOTHING_TO_CHECK]
        : general.map((finding) => findingLine(finding, io.paintNote)),
    exitCode: errors > 0 ? 1 : 0,
  }
}

/** The folders that are there, and those that should be; the clients' own need not. */
async function configuredFolders(context: CommandContext): Promise<{ folders: string[]; missing: string[] }> {
  const { roots } = await configOf(context)
  const { lstat } = await import('node:fs/promises')
  const exists = await Promise.all(
    roots.map(({ path }) =>
      lstat(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return {
    folders: roots.filter((_, index) => exists[index]).map(({ path }) => path),
    missing: roots.filter(({ optional }, index) => !exists[index] && !optional).map(({ shown }) => shown),
  }
}

function nothingThere(shown: string): Diagnostic {
  const hint = 'Create it, or correct the path in the config or behind --skills.'
  return diagnostic('NO_SKILLS_FOUND', shown, 'There is no such folder', { hint })
}

function report(
  results: readonly CheckResult[],
  counts: { errors: number; warnings: number },
  { io }: CommandContext,
): string {
  const lines = results.flatMap((result) => [
    `${verdict(result, io.paint)} ${visible(result.path)}${result.listable ? '' : io.paint('dim', ' (not listable)')}`,
    ...result.diagnostics.map((finding) => findingLine(finding, io.paint, '  ')),
  ])
  const { errors, warnings } = counts
  const good = results.filter(({ ok }) => ok).length
  lines.push(
    `${results.length} checked: ${good} follow the specification; ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
  )
  return lines.join('\n')
}

function verdict({ ok, diagnostics }: CheckResult, paint: CommandContext['io']['paint']): string {
  if (ok) return paint('green', 'ok  ')
  return diagnostics.some(({ severity }) => severity === 'error')
    ? paint('red', 'fail')
    : paint('yellow', 'warn')
}
