import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { SkillwayError } from '../errors.ts'
import type { CommandContext } from './context.ts'

/**
 * Lets Node keep what it compiles for the next start, where it can (from 22.8). What lies there is run, so it is a private
 * folder or none.
 */
export async function keepCompiled({ env, home }: Pick<CommandContext, 'env' | 'home'>): Promise<void> {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache === undefined) return
  const [{ stateFolders }, { ensurePrivateFolder }] = await Promise.all([
    import('../trust/state-folders.ts'),
    import('../trust/private-folder.ts'),
  ])
  try {
    const folder = join(stateFolders({ env, home, platform: process.platform }).cache, 'compiled')
    await ensurePrivateFolder(folder)
    enableCompileCache(folder)
  } catch (error) {
    if (!(error instanceof SkillwayError)) throw error
  }
}
