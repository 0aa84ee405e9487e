import type * as SdkNode from '@modelcontextprotocol/server/ext/skills/node'
import { importFrom } from './peers.ts'

/** All skills of a folder, as the official SDK loads them. */
export async function sdkCatalog(folder: string, root: string): ReturnType<typeof SdkNode.loadSkills> {
  const { loadSkills } = (await importFrom(
    folder,
    '@modelcontextprotocol/server/ext/skills/node',
  )) as typeof SdkNode
  return loadSkills(root, { onWarning: () => {} })
}
