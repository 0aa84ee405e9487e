import { join } from 'node:path'
import { folderBelow } from './folder-below.ts'
import { openFolder, type Opening } from './folder.ts'
import { type Opened, openInside, type TopFolder } from './open-inside.ts'
import type { FoundSkill } from './scan-types.ts'

/** A skill's folder while it is read. */
export interface OpenSkill {
  own: TopFolder
  /** Where its anchor ends. */
  top: TopFolder
  /** A file of the skill; `SKILL.md` itself may be a link to a file elsewhere in its root. */
  open(path: readonly string[]): Opened
  close(): void
}

/** Opens the folder of a skill, from where its root or its link led to when it was found. */
export function openSkill({ anchor, inner, realPath }: FoundSkill, opening: Opening): OpenSkill {
  const top = {
    folder: folderBelow(openFolder(anchor.realPath, opening), anchor.below),
    realPath: join(anchor.realPath, ...anchor.below),
  }
  const folder = folderBelow(top.folder, inner)
  const own = { folder, realPath }
  return {
    own,
    top,
    open: (path) =>
      path.length === 1 && path[0] === 'SKILL.md'
        ? openInside(top, [...inner, ...path])
        : openInside(own, path),
    close: () => folder.close(),
  }
}
