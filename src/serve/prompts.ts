import type { McpServer } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Catalog } from '../catalog/types.ts'
import { oneLine } from '../text/one-line.ts'
import { quote } from '../text/quote.ts'
import { pageOf } from './page.ts'
import { argumentDescription, promptsOf, type SkillPrompt } from './prompt-names.ts'
import { translated } from './protocol-error.ts'

/** Serves every skill that a person may start as a prompt, so that clients offer it as a command. */
export function registerPrompts(server: McpServer, catalog: Catalog): void {
  server.server.registerCapabilities({ prompts: { listChanged: true } })
  server.server.setRequestHandler('prompts/list', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const { items, nextCursor } = pageOf(
        (await promptsOf(catalog, { signal })).sorted,
        params?.cursor,
        ({ name }) => name,
      )
      const page = { prompts: items.map(toPrompt) }
      return nextCursor === undefined ? page : { ...page, nextCursor }
    }),
  )
  server.server.setRequestHandler('prompts/get', ({ params }, { mcpReq: { signal } }) =>
    translated(async () => {
      const prompt = (await promptsOf(catalog, { signal })).named.get(params.name)
      if (prompt === undefined) throw unknownPrompt(params.name)
      const loaded = await catalog.load(prompt.skill.uri, {
        arguments: params.arguments?.['arguments'],
        signal,
      })
      return {
        description: oneLine(prompt.skill.description),
        messages: [{ role: 'user', content: { type: 'text', text: loaded.text } }],
      }
    }),
  )
}

function toPrompt({ name, skill }: SkillPrompt) {
  return {
    name,
    title: oneLine(skill.name),
    description: skill.description,
    arguments: [{ name: 'arguments', description: argumentDescription(skill), required: false }],
  }
}

function unknownPrompt(name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown prompt ${quote(name)}: list the prompts again`,
  )
}
