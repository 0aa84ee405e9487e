import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import type { Config, LoadConfigOptions } from '../../src/config/types.ts'

export interface Place {
  /** The project's folder, with a `.git` in it. */
  cwd: string
  home: string
  env: Record<string, string | undefined>
}

/** A machine of its own for one test: `home/…` and `home/project/…`, which is a repository. */
export function place(files: Record<string, string | Uint8Array> = {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'skillway-config-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, 'home')
  const cwd = join(home, 'project')
  mkdirSync(join(cwd, '.git'), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return { cwd, home, env: {} }
}

/** The config of a machine with these files, without the clients' own folders. */
export function configOf(
  files: Record<string, string | Uint8Array>,
  options: Partial<LoadConfigOptions> = {},
): Promise<Config> {
  return loadConfig({ ...place(files), useDefaults: false, ...options })
}

/** What a project with this file says. */
export function projectConfig(text: string, options: Partial<LoadConfigOptions> = {}): Promise<Config> {
  return configOf({ 'home/project/skillway.yaml': text }, options)
}
