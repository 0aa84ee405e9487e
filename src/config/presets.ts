import { join } from 'node:path'
import { projectFolders } from './project-folders.ts'
import { shownFrom, shownInHome } from './shown-path.ts'
import type { ConfigRoot } from './types.ts'
import { userFolder } from './user-folder.ts'

/** Where a client keeps skills. */
interface Preset {
  /** Relative to a folder of the project. */
  project: readonly string[]
  /** `~/` is the home folder, `$config/` where programs keep what the user set, `$codex/` is `$CODEX_HOME`. */
  user: readonly string[]
}

/** The clients' own folders. Where two folders hold a skill of the same name, the one that stands first here wins. */
export const PRESETS = {
  claude: { project: ['.claude/skills'], user: ['~/.claude/skills'] },
  agents: { project: ['.agents/skills'], user: ['~/.agents/skills', '$config/agents/skills'] },
  codex: {
    project: ['.agents/skills', '.codex/skills'],
    user: ['~/.agents/skills', '$codex/skills', '$codex/skills/.system', '/etc/codex/skills'],
  },
  cursor: { project: ['.agents/skills', '.cursor/skills'], user: ['~/.agents/skills', '~/.cursor/skills'] },
  github: {
    project: ['.github/skills', '.claude/skills', '.agents/skills'],
    user: ['~/.copilot/skills', '~/.agents/skills', '~/.claude/skills'],
  },
  opencode: {
    project: ['.opencode/skills', '.claude/skills', '.agents/skills'],
    user: ['$config/opencode/skills', '~/.claude/skills', '~/.agents/skills'],
  },
  gemini: {
    project: ['.agents/skills', '.gemini/skills'],
    user: ['~/.agents/skills', '~/.gemini/skills'],
  },
  goose: {
    project: ['.agents/skills', '.goose/skills', '.claude/skills'],
    user: ['~/.agents/skills', '~/.claude/skills', '$config/goose/skills'],
  },
} as const satisfies Record<string, Preset>

export interface DefaultRootsOptions {
  cwd: string
  home: string
  env: Record<string, string | undefined>
}

/**
 * The folders in which the clients of this machine keep skills, each once: those of the project before the user's, from
 * the working folder up to the root of its repository, and in each folder in the order of the table. None has to exist.
 */
export async function defaultRoots(options: DefaultRootsOptions): Promise<ConfigRoot[]> {
  const presets: Preset[] = Object.values(PRESETS)
  const { inRepository } = await projectFolders(options)
  const project = inRepository.flatMap((folder) =>
    presets.flatMap((preset) => preset.project.map((path) => projectRoot(folder, path, options))),
  )
  const user = presets.flatMap((preset) => preset.user.map((path) => userRoot(path, options)))
  return eachOnce([...project, ...user])
}

/** `roots` without those whose folder stands before them. */
export function eachOnce(roots: readonly ConfigRoot[]): ConfigRoot[] {
  const seen = new Set<string>()
  return roots.filter(({ path }) => !seen.has(path) && seen.add(path))
}

function projectRoot(folder: string, relativePath: string, { cwd }: DefaultRootsOptions): ConfigRoot {
  const path = join(folder, relativePath)
  return { path, shown: shownFrom(cwd, path), optional: true }
}

function userRoot(pattern: string, { home, env }: DefaultRootsOptions): ConfigRoot {
  const [first, ...rest] = pattern.split('/')
  const base = {
    '~': home,
    $config: userFolder({ home, env }),
    $codex: env['CODEX_HOME'] || join(home, '.codex'),
  }[first!]
  const path = base === undefined ? pattern : join(base, ...rest)
  return { path, shown: base === undefined ? rest.join('/') : shownInHome(home, path), optional: true }
}
