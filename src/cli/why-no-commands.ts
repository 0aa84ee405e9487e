import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/types.ts'
import { quote } from '../text/quote.ts'

/** Why commands cannot be run safely here, for the operator. */
export interface NoCommands {
  reason: string
  hint: string
}

/**
 * Says what is missing for commands: a temporary folder in which no skills are looked for, and a sandbox that works. What
 * a command writes, or a server sent, must never be found as a local skill (SEP-2640, cache location).
 */
export async function whyNoCommands({ roots }: Pick<Config, 'roots'>): Promise<NoCommands | undefined> {
  const noPlace = await whyNoPlace(roots)
  if (noPlace !== undefined) return noPlace
  const { detectSandbox } = await import('../sandbox/detect-sandbox.ts')
  const sandbox = await detectSandbox()
  return sandbox.available ? undefined : sandbox
}

/** The part of it that counts without a sandbox too. */
export async function whyNoPlace(roots: Config['roots']): Promise<NoCommands | undefined> {
  const { overlappingRoot } = await import('../trust/outside-roots.ts')
  const folder = join(tmpdir(), `skillway-${randomUUID()}`)
  const around = await overlappingRoot(
    folder,
    roots.map(({ path }) => path),
  )
  const root = roots.find(({ path }) => path === around)
  if (root === undefined) return undefined
  return {
    reason: `the temporary folder, in which they work, lies in the skills folder ${quote(root.shown)}.`,
    hint: 'Point TMPDIR to a folder in which no skills are looked for.',
  }
}
