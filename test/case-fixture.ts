import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import cases from './cases/cases.json' with { type: 'json' }

type Need = 'symlinks' | 'posix' | 'non-root' | 'case-sensitive-fs'

type SetupOp = { path: string } & (
  | { op: 'mkdir' }
  | { op: 'mkdirs'; count: number }
  | { op: 'mkdirDeep'; segment: string; depth: number }
  | { op: 'write'; text: string }
  | { op: 'chmod'; mode: string | number }
  | { op: 'mkfifo' }
  | { op: 'symlink'; target: string }
  | { op: 'replace'; find: string; repeat: string; bytes: number }
  | { op: 'generate'; bytes: number; fill: string }
  | { op: 'generateMany'; bytes: number; count: number }
  | { op: 'copy'; from: string; to: string }
)

/** One row of `cases.json`; its README says what each key means. */
export interface Case {
  id: string
  kind: string
  /** The fixture, below `test/cases`. */
  path: string
  what: string
  expected: Record<string, unknown>
  setup?: SetupOp[]
  links?: Record<string, string>
  needs?: Need[]
}

/** A case in a folder of its own, made ready; remove it when the test is done. */
export interface CaseFixture {
  /** The case's `path` in the copy. */
  path: string
  /** The copy of the whole group, which the paths of `setup` and `links` are relative to. */
  group: string
  remove(): void
}

const CASES = resolve(import.meta.dirname, 'cases')
/** Folders of a group that are empty on purpose and that version control cannot hold. */
const EMPTY_FOLDERS: Record<string, string[]> = { B113: ['root/empty'] }

/** The cases of these kinds, or all of them, in the order of `cases.json`. */
export function casesOf(...kinds: string[]): Case[] {
  return (cases as unknown as Case[]).filter((row) => kinds.length === 0 || kinds.includes(row.kind))
}

/** What the case needs and this machine has not; a test skips where it is not `undefined`. */
export function unmetNeed(row: Case): Need | undefined {
  return row.needs?.find((need) => !MET[need]())
}

/** Copies the case's group into a fresh folder, recreates its links and applies its `setup`. */
export function caseFixture(row: Case): CaseFixture {
  const name = row.path.split('/')[0]!
  const temporary = mkdtempSync(join(tmpdir(), `skillway-${row.id}-`))
  const group = join(temporary, name)
  mkdirSync(group)
  if (existsSync(join(CASES, name))) cpSync(join(CASES, name), group, { recursive: true })
  for (const path of EMPTY_FOLDERS[name] ?? []) mkdirSync(join(group, path), { recursive: true })
  for (const [path, target] of Object.entries(row.links ?? {})) link(join(group, path), target)
  for (const op of row.setup ?? []) apply(op, group)
  const path = join(temporary, row.path)
  return { path, group, remove: () => rmSync(temporary, { recursive: true, force: true }) }
}

const MET: Record<Need, () => boolean> = {
  symlinks: () => process.platform !== 'win32',
  posix: () => process.platform !== 'win32',
  'non-root': () => process.getuid?.() !== 0,
  'case-sensitive-fs': isCaseSensitive,
}

function isCaseSensitive(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'skillway-case-'))
  try {
    mkdirSync(join(folder, 'a'))
    mkdirSync(join(folder, 'A'))
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function link(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

function apply(op: SetupOp, group: string): void {
  if (op.op === 'copy') return copy(join(group, op.from), join(group, op.to))
  const path = join(group, op.path)
  if (relative(group, path).startsWith('..')) throw new Error(`setup leaves the fixture: ${op.path}`)
  mkdirSync(dirname(path), { recursive: true })
  switch (op.op) {
    case 'mkdir':
      return void mkdirSync(path, { recursive: true })
    case 'mkdirs':
      for (let n = 0; n < op.count; n++) mkdirSync(join(path, `d${n}`), { recursive: true })
      return undefined
    case 'mkdirDeep':
      return mkdirDeep(path, op.segment, op.depth)
    case 'write':
      return writeFileSync(path, op.text)
    case 'chmod':
      return chmodSync(path, typeof op.mode === 'string' ? Number.parseInt(op.mode, 8) : op.mode)
    case 'mkfifo':
      return void execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path])
    case 'symlink':
      return link(path, op.target)
    case 'replace':
      return replace(path, op.find, repeated(op.repeat, op.bytes))
    case 'generate':
      return writeFileSync(path, repeated(op.fill, op.bytes))
    case 'generateMany':
      mkdirSync(path, { recursive: true })
      for (let n = 0; n < op.count; n++) writeFileSync(join(path, `f${n}`), repeated('x', op.bytes))
      return undefined
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

/** Level by level from inside the last one, because the whole path may be longer than the system takes. */
function mkdirDeep(path: string, segment: string, depth: number): void {
  mkdirSync(path, { recursive: true })
  const script =
    'cd "$1" && i=0 && while [ $i -lt "$3" ]; do mkdir "$2" && cd "$2" && i=$((i+1)) || exit 1; done'
  execFileSync('sh', ['-c', script, 'sh', path, segment, String(depth)])
}

function replace(path: string, find: string, replacement: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').split(find).join(replacement))
}

function repeated(text: string, bytes: number): string {
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
}
