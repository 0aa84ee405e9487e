import type { Folder } from './folder.ts'

/** The folder that the segments lead to from `start`; closing it closes `start` and all between. */
export function folderBelow(start: Folder, segments: readonly string[]): Folder {
  const chain = [start]
  for (const name of segments) chain.push(chain.at(-1)!.folder(name))
  return {
    ...chain.at(-1)!,
    close() {
      for (const folder of chain.toReversed()) folder.close()
    },
  }
}
