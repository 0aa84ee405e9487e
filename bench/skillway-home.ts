import { rmSync } from 'node:fs'
import { benchFolder } from './bench-folder.ts'

/** Where Skillway keeps things between two runs: a place of the benchmark's own. */
export function skillwayHome(name: string): { env: Record<string, string>; forget(): void } {
  const folder = benchFolder('state', name)
  return {
    env: { SKILLWAY_CACHE_DIR: `${folder}/cache`, SKILLWAY_STATE_DIR: `${folder}/state` },
    forget: () => rmSync(folder, { recursive: true, force: true }),
  }
}
