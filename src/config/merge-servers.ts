import { isDeepStrictEqual } from 'node:util'
import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import { uniqueLabel } from './label.ts'
import type { NamedServer } from './read-servers.ts'
import type { Approval, ServerConfig } from './types.ts'

/** What a file says about servers. */
export interface FileServers {
  servers: NamedServer[]
  /** Of every server that does not say its own. */
  approval: Approval | undefined
}

export interface MergedServers {
  servers: ServerConfig[]
  diagnostics: Diagnostic[]
}

/**
 * The servers of all files, those of the first file first. A label that a file gives wins over the same label of a later
 * file; a made one gives way, unless both mean the same server. No file loosens the approval that another asks for.
 */
export function mergeServers(files: readonly FileServers[]): MergedServers {
  const servers: ServerConfig[] = []
  const diagnostics: Diagnostic[] = []
  for (const file of files) {
    const earlier = [...servers]
    for (const server of file.servers) {
      const approval = strictest(
        server.approval ?? file.approval,
        ...files.filter((other) => other !== file).map((other) => other.approval),
      )
      const same = earlier.find(({ label }) => label.toLowerCase() === server.label.toLowerCase())
      if (same === undefined) servers.push(resolved(server, server.label, approval))
      else if (isSameServer(server, same)) continue
      else if (server.isLabelGiven) diagnostics.push(shadowed(server, same))
      else servers.push(resolved(server, uniqueLabel(server.label, isTakenIn(servers, files)), approval))
    }
  }
  return { servers, diagnostics }
}

/** A command line alone says nothing about where it starts, so that it means the same server in every file. */
function isSameServer(server: NamedServer, other: ServerConfig): boolean {
  const cwd = server.isLabelGiven ? {} : { cwd: '' }
  return isDeepStrictEqual({ ...server.transport, ...cwd }, { ...other.transport, ...cwd })
}

function strictest(...approvals: readonly (Approval | undefined)[]): Approval {
  return approvals.includes('required') ? 'required' : 'none'
}

/** True also for labels that are still to come, so that a made label never takes a given one. */
function isTakenIn(
  servers: readonly ServerConfig[],
  files: readonly FileServers[],
): (label: string) => boolean {
  const all = [...servers, ...files.flatMap((file) => file.servers)]
  const taken = new Set(all.map(({ label }) => label.toLowerCase()))
  return (label) => taken.has(label.toLowerCase())
}

function resolved(server: NamedServer, label: string, approval: Approval): ServerConfig {
  const { isLabelGiven: _, ...rest } = server
  return { ...rest, label, approval }
}

function shadowed(server: NamedServer, winner: ServerConfig): Diagnostic {
  return diagnostic(
    'CONFIG_SHADOWED',
    server.file,
    `The server ${quote(server.label)} of ${server.file} is left out: ${winner.file} has another of that label`,
    { hint: 'Give one of the two another label.' },
  )
}
