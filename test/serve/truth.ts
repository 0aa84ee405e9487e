import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORE_SCHEMA, load } from 'js-yaml'

/** A skill as it is on disk, read without any code of the project. */
export interface TrueSkill {
  /** Path in the catalog, not encoded. */
  path: string
  frontmatter: Record<string, unknown>
  /** Bytes by path in the skill. */
  files: Map<string, Buffer>
  /** False: the server knows it but shows it in no listing. */
  isListed: boolean
  /** True: its entry has no digests. */
  isDynamic: boolean
}

/** A skill in a folder; `path` is where the catalog has it. */
export function trueSkill(folder: string, path: string, more: Partial<TrueSkill> = {}): TrueSkill {
  const files = new Map<string, Buffer>()
  readFolder(folder, '', files)
  return {
    path,
    frontmatter: frontmatterOf(files.get('SKILL.md')!.toString('utf8')),
    files,
    isListed: true,
    isDynamic: false,
    ...more,
  }
}

function readFolder(folder: string, prefix: string, files: Map<string, Buffer>): void {
  for (const child of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, child.name)
    if (child.isDirectory()) readFolder(path, `${prefix}${child.name}/`, files)
    else files.set(`${prefix}${child.name}`, readFileSync(path))
  }
}

function frontmatterOf(text: string): Record<string, unknown> {
  const [, yaml] = /^\ufeff?---\r?\n(.*?)\r?\n---\r?\n/s.exec(text)!
  return load(yaml!, { schema: CORE_SCHEMA }) as Record<string, unknown>
}

export function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** What lies directly in a folder of the catalog: names of files, and of folders with a slash behind them. */
export function trueChildren(skills: readonly TrueSkill[], folder: string): Set<string> {
  const children = new Set<string>()
  for (const { path, files } of skills) {
    for (const file of files.keys()) {
      const whole = `${path}/${file}`
      if (!whole.startsWith(`${folder}/`)) continue
      const [name, ...below] = whole.slice(folder.length + 1).split('/')
      children.add(below.length > 0 ? `${name}/` : name!)
    }
  }
  return children
}

/** Every folder of the catalog: those of skills, inside of them, and above them. */
export function trueFolders(skills: readonly TrueSkill[]): Set<string> {
  const folders = new Set<string>()
  for (const { path, files } of skills) {
    for (const file of files.keys()) {
      const segments = `${path}/${file}`.split('/')
      for (let length = 1; length < segments.length; length++)
        folders.add(segments.slice(0, length).join('/'))
    }
  }
  return folders
}

export const skillUri = (skill: TrueSkill) => uriOf(skill, 'SKILL.md')

export function uriOf({ path }: TrueSkill, file: string): string {
  return `skill://${`${path}/${file}`.split('/').map(encoded).join('/')}`
}

export function pathOf(skill: TrueSkill, uri: string): string {
  return decodeURIComponent(uri.slice(skillUri(skill).length - 'SKILL.md'.length))
}

export function encoded(segment: string, index: number): string {
  const kept = index === 0 ? /%(?:24|26|2B|2C|3B|3D)/g : /%(?:24|26|2B|2C|3A|3B|3D|40)/g
  return encodeURIComponent(segment).replace(kept, decodeURIComponent)
}

export function difference(seen: string[], expected: string[]): string {
  const extra = seen.filter((each, index) => !expected.includes(each) || seen.indexOf(each) !== index)
  const missing = expected.filter((each) => !seen.includes(each))
  return `extra ${JSON.stringify(extra.slice(0, 3))}, missing ${JSON.stringify(missing.slice(0, 3))}`
}
