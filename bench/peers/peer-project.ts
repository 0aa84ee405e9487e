import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder } from '../bench-folder.ts'

/** A project whose skills are those below `root`, where each peer looks for them, and a home without any. */
export function peerProject(root: string): { cwd: string; env: Record<string, string> } {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const cwd = benchFolder('projects', name)
  rmSync(cwd, { recursive: true, force: true })
  for (const client of ['.claude', '.agents']) {
    mkdirSync(join(cwd, client), { recursive: true })
    symlinkSync(root, join(cwd, client, 'skills'))
  }
  const home = benchFolder('projects', 'home')
  mkdirSync(home, { recursive: true })
  return { cwd, env: { HOME: home, DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1', NO_COLOR: '1', CI: '1' } }
}
