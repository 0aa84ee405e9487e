import type { McpServer } from '@modelcontextprotocol/server'
import type { Catalog, PlacedSkill } from '../catalog/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { argumentDescription, promptsOf } from './prompt-names.ts'
import { translated } from './protocol-error.ts'

/** Values that one answer may hold (MCP, completion). */
const MAX_VALUES = 100

/** Completes the path of the resource template and the choices that a skill's argument hint names. */
export function registerCompletion(server: McpServer, catalog: Catalog): void {
  server.server.registerCapabilities({ completions: {} })
  server.server.setRequestHandler('completion/complete', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const { ref, argument } = params
      if (ref.type === 'ref/resource') return completed(await pathsFor(catalog, argument.value, signal))
      const prompt = (await promptsOf(catalog, { signal })).named.get(ref.name)
      return completed(prompt === undefined ? [] : choicesOf(prompt.skill, argument.value))
    }),
  )
}

function completed(values: string[]) {
  return {
    completion: {
      values: values.slice(0, MAX_VALUES),
      total: values.length,
      hasMore: values.length > MAX_VALUES,
    },
  }
}

/** Paths of skills and, once a skill is named, of its files. */
async function pathsFor(catalog: Catalog, typed: string, signal: AbortSignal): Promise<string[]> {
  const skills = await catalog.placed({ signal })
  const within = skills.find(({ uri }) => `skill://${typed}`.startsWith(`${uri}/`))
  const uris =
    within === undefined
      ? skills.map(({ path }) => formatSkillUri(path, 'SKILL.md'))
      : await fileUris(within, signal)
  return uris.map((uri) => uri.slice('skill://'.length)).filter((path) => path.startsWith(typed))
}

async function fileUris(
  { from, path: skillPath, summary }: PlacedSkill,
  signal: AbortSignal,
): Promise<string[]> {
  const entry = await from.get(summary.skillPath, { signal })
  if (entry === undefined || entry.files === 'dynamic') return []
  return entry.files.map(({ path }) => formatSkillUri(skillPath, path))
}

/** `[add|remove] <file>` names the choices `add` and `remove`. */
function choicesOf(skill: PlacedSkill, typed: string): string[] {
  const groups = argumentDescription(skill).matchAll(/[[<(]([^\])>]*\|[^\])>]*)[\])>]/g)
  const choices = [...groups].flatMap(([, group]) => group!.split('|').map((choice) => choice.trim()))
  return choices.filter((choice) => choice !== '' && choice.startsWith(typed))
}
