import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A path in the folder that benchmarks keep between runs; the folder above it exists. */
export function benchFolder(...path: string[]): string {
  const folder = join(tmpdir(), 'skillway-bench', ...path)
  mkdirSync(dirname(folder), { recursive: true })
  return folder
}
