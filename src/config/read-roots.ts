import { isAbsolute } from 'node:path'
import { expandRequired, type FileContext } from './file-context.ts'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { resolvePath } from './resolve-path.ts'
import { shownAsWritten, shownInHome } from './shown-path.ts'
import type { ConfigRoot } from './types.ts'

/** The folders of `skills.paths`, in order. A file of AgentPool may name addresses too, which are noted. */
export function readRoots(
  paths: readonly string[],
  { isAgentPool }: { isAgentPool: boolean },
  context: FileContext,
): ConfigRoot[] {
  return paths.flatMap((written, index) => {
    const at = ['skills', 'paths', index]
    if (!/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(written)) return readRoot(written, at, context)
    const message = `${formatKeyPath(at)} is an address; skills are read from folders`
    if (isAgentPool) context.findings.note('CONFIG_KEY_IGNORED', at, `Passed over: ${message}`)
    else context.findings.refuse(at, `${message} and from the servers in mcpServers`)
    return []
  })
}

function readRoot(written: string, at: KeyPath, context: FileContext): ConfigRoot[] {
  const { folder, home, findings, file } = context
  const expanded = expandRequired(written, at, context)
  if (expanded === undefined) return []
  const { path, problem } = resolvePath(expanded, { folder, home })
  if (path === undefined) {
    findings.refuse(at, `${formatKeyPath(at)} ${problem}`)
    return []
  }
  const isOfUserFolder = file.origin === 'user' && !isAbsolute(written) && !/^(?:~|\$\{)/.test(written)
  const shown = isOfUserFolder ? shownInHome(home, path) : shownAsWritten(written)
  return [{ path, shown, optional: false }]
}
