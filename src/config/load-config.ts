import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'
import { chooseHttp } from './choose-http.ts'
import type { ChosenShell } from './choose-shell.ts'
import type { FoundFile } from './file-context.ts'
import { findConfigFiles } from './find-config-files.ts'
import { FOLDERS_LABEL } from './label.ts'
import { mergeServers } from './merge-servers.ts'
import { defaultRoots, eachOnce } from './presets.ts'
import { configError } from './problem.ts'
import type { FileSettings, ReadFile } from './read-config-file.ts'
import type { Config, ConfigRoot, LoadConfigOptions } from './types.ts'

const DEFAULT_MAX_SKILLS = 20

/**
 * Finds the config files, checks them and puts them together: the project's keys win over the user's, lists are joined
 * with the project's first. Nothing is opened, started or asked.
 *
 * @throws SkillwayError `CONFIG_INVALID` with every problem of every file, `USAGE` for an agent that no file has
 */
export async function loadConfig(options: LoadConfigOptions): Promise<Config> {
  const found = await findConfigFiles(options)
  const read = await readAll(found.files, options)
  const problems = read.flatMap((file) => file.problems)
  if (problems.length > 0) throw configError(problems)
  const settings = read.flatMap((file) => file.settings ?? [])
  const merged = mergeServers(settings)
  const sections = read.flatMap(({ settings: own }, index) =>
    own?.http === undefined ? [] : [{ file: found.files[index]!.shown, http: own.http }],
  )
  const chosen = chooseHttp(sections, [FOLDERS_LABEL, ...merged.servers.map(({ label }) => label)])
  const commands = await shellOf(read, found.files, options)
  return {
    roots: await rootsOf(settings, options),
    servers: merged.servers,
    maxSkills: maxSkillsOf(settings, options.agent),
    ...(chosen.http === undefined ? {} : { http: chosen.http }),
    ...(commands === undefined ? {} : { shell: commands.shell }),
    files: found.files.map(({ shown }) => shown),
    diagnostics: [
      ...found.diagnostics,
      ...read.flatMap((file) => file.diagnostics),
      ...merged.diagnostics,
      ...chosen.diagnostics,
      ...(commands?.diagnostics ?? []),
    ],
  }
}

/** The schema is loaded only where there is a file to check: it costs more than all the rest of a start. */
async function readAll(files: readonly FoundFile[], options: LoadConfigOptions): Promise<ReadFile[]> {
  if (files.length === 0) return []
  const { readConfigFile } = await import('./read-config-file.ts')
  return Promise.all(files.map((file) => readConfigFile(file, options)))
}

async function shellOf(
  read: readonly ReadFile[],
  files: readonly FoundFile[],
  { allowShell }: LoadConfigOptions,
): Promise<ChosenShell | undefined> {
  const sections = read.flatMap(({ settings }, index) => {
    const { shown, origin } = files[index]!
    return settings?.shell === undefined ? [] : [{ ...settings.shell, file: shown, origin }]
  })
  if (sections.length === 0 && allowShell !== true) return undefined
  const { chooseShell } = await import('./choose-shell.ts')
  return chooseShell(sections, { allowShell })
}

async function rootsOf(settings: readonly FileSettings[], options: LoadConfigOptions): Promise<ConfigRoot[]> {
  const roots = settings.flatMap((file) => file.roots)
  const wanted = settings.find((file) => file.includeDefaults !== undefined)?.includeDefaults ?? true
  const defaults = wanted && options.useDefaults !== false ? await defaultRoots(options) : []
  return eachOnce([...roots, ...defaults])
}

function maxSkillsOf(settings: readonly FileSettings[], agent: string | undefined): number {
  const chosen = settings.find(({ agents }) => agents.isChosen)
  if (agent !== undefined && chosen === undefined) throw noSuchAgent(agent, settings)
  const all = [chosen?.agents.maxSkills, ...settings.map((file) => file.maxSkills)]
  return all.find((maxSkills) => maxSkills !== undefined) ?? DEFAULT_MAX_SKILLS
}

function noSuchAgent(agent: string, settings: readonly FileSettings[]): SkillwayError {
  const names = settings.flatMap(({ agents }) => agents.names)
  const hint =
    names.length === 0
      ? 'No config file has agents; leave --agent out.'
      : `Choose one of these: ${names.slice(0, 20).map(quote).join(', ')}`
  return new SkillwayError('USAGE', `No config file has an agent ${quote(agent)}`, { hint })
}
