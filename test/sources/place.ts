import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Opening } from '../../src/sources/directory/folder.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { skillFile } from './skill-file.ts'
import { folderOf } from './folder-of.ts'

export const SECRET = 'secret-of-the-host'

/** A folder `root` with one skill `s`, beside a file and a skill with a secret. */
export function place(files: Record<string, string | Uint8Array> = {}): {
  base: string
  root: string
  skill: string
} {
  const base = folderOf({
    'root/s/SKILL.md': skillFile('s', 'Does one thing.'),
    'outside/secret.txt': SECRET,
    'outside/SKILL.md': skillFile('outside', SECRET),
    ...files,
  })
  return { base, root: join(base, 'root'), skill: join(base, 'root/s') }
}

/** A source over one root, closed when the test is done. */
export function open(root: string, opening: Opening = 'descriptors'): SkillSource {
  return openAll([{ path: root, shown: 'root' }], opening)
}

export function openAll(
  roots: { path: string; shown: string; optional?: boolean }[],
  opening: Opening = 'descriptors',
): SkillSource {
  const source = directorySource({ label: 'local', roots, opening })
  onTestFinished(() => source.close!())
  return source
}

/** What the source's listing, or the entry of a skill, has to say, as `CODE path`. */
export async function findings(source: SkillSource, skillPath?: string): Promise<string[]> {
  const { diagnostics } = skillPath === undefined ? await source.list() : (await source.get(skillPath))!
  return diagnostics.map(({ code, path }) => `${code} ${path}`)
}

export async function filesOf(source: SkillSource, skillPath = 's'): Promise<string[]> {
  return ((await source.get(skillPath))!.files as { path: string }[]).map(({ path }) => path)
}

export async function pathsOf(source: SkillSource): Promise<string[]> {
  return (await source.list()).skills.map(({ skillPath }) => skillPath)
}

/** The error that a reading must end in. */
export async function failure(
  reading: Promise<unknown>,
): Promise<{ code: string; message: string; hint?: string }> {
  const outcome = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(outcome).toBeInstanceOf(Error)
  return outcome as { code: string; message: string }
}
