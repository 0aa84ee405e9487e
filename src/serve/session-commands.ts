import { randomUUID } from 'node:crypto'
import type { Catalog } from '../catalog/types.ts'
import type { CommandRunner } from '../sandbox/command-runner.ts'
import { COMMAND_LIMITS } from '../sandbox/limits.ts'
import { createScratch, type Scratch } from '../sandbox/scratch.ts'
import { runShellCommandTool } from '../tools/run-shell-command.ts'
import type { CommandGround } from '../tools/skill-command.ts'
import type { SkillTool } from '../tools/types.ts'
import type { Approvals } from '../trust/approval-record.ts'
import { encodePath, decodePath } from './work-uri.ts'

/** Commands of skills, switched on by the operator. */
export interface ServedCommands {
  runner: CommandRunner
  approvals?: Approvals | undefined
  settings?: CommandGround['settings']
}

/** The commands of one connection, and the files that they leave. */
export interface SessionCommands {
  tool: SkillTool
  /** The bytes of a file that a command left; `undefined` for any other URI. */
  read(uri: string): Promise<{ path: string; bytes: Uint8Array } | undefined>
  /** Deletes the files. */
  close(): Promise<void>
}

export function sessionCommands(catalog: Catalog, commands: ServedCommands): SessionCommands {
  const base = `skillway-work://${randomUUID()}/`
  let scratch: Promise<Scratch> | undefined
  const { runner, settings = {} } = commands
  const conditions = {
    sandboxed: runner.sandboxed,
    network: settings.network === true || !runner.sandboxed,
    timeMs: settings.limits?.timeMs ?? COMMAND_LIMITS.timeMs,
  }
  const ground = async () => ({ ...commands, scratch: await (scratch ??= createScratch()) })
  return {
    tool: runShellCommandTool(catalog, {
      ground,
      uriOf: (path) => base + encodePath(path),
      conditions,
    }),
    async read(uri) {
      if (scratch === undefined || !uri.startsWith(base)) return undefined
      const path = decodePath(uri.slice(base.length))
      return path === undefined ? undefined : { path, bytes: await (await scratch).read(path) }
    },
    async close() {
      await (await scratch)?.dispose()
    },
  }
}
