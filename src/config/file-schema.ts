import { z } from 'zod'
import { httpOAuthSchema, httpSchema, httpTokenSchema } from './http-schema.ts'
import type { KeyPath } from './key-path.ts'
import { LABEL, LABEL_RULE } from './label.ts'
import { shellLimitsSchema, shellSchema } from './shell-schema.ts'
import { wholeNumber } from './whole-number.ts'

/** Folders, or servers, of one file. */
const MAX_LISTED = 200
const TOO_MANY = `must not hold more than ${MAX_LISTED}`

/** Skills that one page of a listing may show. */
const skillsPerPage = wholeNumber(1, 1000).meta({ id: 'skillsPerPage', default: 20 })

const text = z.string('must be text')
const flag = z.boolean('must be true or false')
const label = text.regex(LABEL, LABEL_RULE)
const approval = z.enum(['none', 'required'], "must be 'none' or 'required'")
const paths = z.array(text.min(1, 'must not be empty'), 'must be a list of folders').max(MAX_LISTED, TOO_MANY)
const textMap = z.record(z.string(), text, 'must be a mapping of names to texts')
const passedOver = z
  .unknown()
  .meta({ id: 'passedOver', description: 'Read by other clients, passed over here.' })

const server = {
  type: z
    .enum(
      ['stdio', 'http', 'streamable-http', 'streamableHttp', 'sse'],
      "must be 'stdio' or 'http' (also written 'streamable-http'), or be left out",
    )
    .describe('Follows from command or url. A server of type sse is passed over.'),
  command: text.min(1, 'must not be empty').describe('The program to start.'),
  args: z.array(text, 'must be a list of texts').describe('Its arguments, each as one text.'),
  env: textMap.describe('Variables for the program, beside those that every program gets.'),
  cwd: text.min(1, 'must not be empty').describe("Where it starts; the config file's folder by default."),
  url: text.min(1, 'must not be empty').describe('The address of a Streamable HTTP server.'),
  headers: textMap.describe('Headers that are sent with every request.'),
  enabled: flag.meta({ default: true }).describe('Whether the server is asked at all.'),
  disabled: flag.describe('The opposite of enabled, as some clients write it.'),
  timeoutMs: wholeNumber(1, 3_600_000)
    .meta({ default: 30_000 })
    .describe('How long one call may take, in milliseconds.'),
  approval: approval.describe('required: loading a skill of this server waits for an approval.'),
}

/** What clients write beside our keys. Nothing of it changes which skills a server has. */
export const clientKeys = {
  alwaysAllow: passedOver,
  autoApprove: passedOver,
  auth: passedOver,
  description: passedOver,
  disabled_tools: passedOver,
  enabled_tools: passedOver,
  envFile: passedOver,
  excludeTools: passedOver,
  includeTools: passedOver,
  lazy: passedOver,
  oauth: passedOver,
  trust: passedOver,
}

const SECONDS = 'must be a number of seconds above 0, 3600 at the most'
const NEEDS = "must be a mapping with 'command' or 'url'"
const oneOf = [{ required: ['command'] }, { required: ['url'] }]
const mapServer = z
  .strictObject({ ...server, ...clientKeys, timeout: passedOver }, NEEDS)
  .partial()
  .meta({ id: 'server', oneOf })
const listServer = z
  .strictObject(
    {
      ...server,
      ...clientKeys,
      name: label.describe('Its label; by default the name of its package, program or host.'),
      timeout: z
        .number(SECONDS)
        .positive(SECONDS)
        .max(3600, SECONDS)
        .describe(
          'How long one call may take, in seconds as in AgentPool; timeoutMs is the same in milliseconds.',
        ),
    },
    NEEDS,
  )
  .partial()
  .meta({ id: 'listedServer', oneOf })

const serverMap = z
  .record(label, mapServer)
  .refine((servers) => Object.keys(servers).length <= MAX_LISTED, TOO_MANY)
  .meta({ maxProperties: MAX_LISTED })
const listItem = z.union(
  [text.min(1, 'must not be empty'), listServer],
  "must be a command line, an address, or a mapping with 'command' or 'url'",
)
const servers = z
  .union(
    [serverMap, z.array(listItem).max(MAX_LISTED, TOO_MANY)],
    'must be a mapping of labels to servers, or a list of servers',
  )
  .meta({ id: 'servers' })

const skills = z
  .strictObject(
    {
      paths: paths
        .nullish()
        .describe(
          "Folders with skills, the first wins. Relative ones are relative to the config file's folder.",
        ),
      includeDefaults: flag
        .meta({ default: true })
        .describe("Whether the clients' own folders are searched too, after these."),
      include_default: flag.describe('includeDefaults, as AgentPool writes it.'),
      instruction: z
        .looseObject(
          { max_skills: skillsPerPage.optional().describe('maxSkills, as AgentPool writes it here.') },
          'must be a mapping',
        )
        .describe("AgentPool's; only max_skills is read."),
    },
    'must be a mapping',
  )
  .partial()

/** A config file as people write it. The published JSON Schema is made from this. */
export const configFileSchema = z
  .strictObject(
    {
      $schema: text.describe('For editors; Skillway does not read it.'),
      skills: skills.nullish().describe('Which folders hold skills.'),
      mcpServers: servers.nullish().describe('MCP servers that serve skills, the first wins.'),
      mcp_servers: servers.nullish().describe('mcpServers, as AgentPool writes it.'),
      maxSkills: skillsPerPage.describe('How many skills one page of a listing shows.'),
      max_skills: skillsPerPage.describe('maxSkills, as AgentPool writes it.'),
      approval: approval
        .meta({ default: 'none' })
        .describe('Of every server that does not say its own; the stricter of all config files counts.'),
      http: httpSchema.nullish().describe('How `skillway serve --http` serves.'),
      shell: shellSchema
        .nullish()
        .describe("Whether and how skills run commands. A project's file can only restrict it."),
      agents: z
        .record(z.string(), z.unknown(), 'must be a mapping')
        .nullish()
        .describe("AgentPool's; of the chosen agent, the max_skills of its tool of type skills is read."),
    },
    'must be a mapping of keys to values',
  )
  .partial()
  .meta({ title: 'Skillway configuration', description: 'skillway.yaml, skillway.yml or skillway.json' })

/** The tool entry of an AgentPool agent that gives it skills. */
export const skillsToolSchema = z.looseObject({
  type: z.literal('skills'),
  max_skills: skillsPerPage.optional(),
})

export type ConfigFile = z.infer<typeof configFileSchema>
export type ServersInput = z.infer<typeof servers>
export type ServerInput = z.infer<typeof listServer> | z.infer<typeof mapServer>

/** What may be written and need not be suggested: other clients' keys, and AgentPool's spelling of ours. */
const UNSUGGESTED = new Set([
  ...Object.keys(clientKeys),
  '$schema',
  'agents',
  'disabled',
  'include_default',
  'instruction',
  'max_skills',
  'mcp_servers',
  'timeout',
])

/** The keys of the object at `path`: all of them, and those to suggest. */
export function keysAt(path: KeyPath): { all: string[]; suggested: string[] } {
  const all = Object.keys(objectAt(path).shape)
  return { all, suggested: all.filter((key) => !UNSUGGESTED.has(key)) }
}

function objectAt(path: KeyPath): z.ZodObject {
  if (path.length === 0) return configFileSchema
  if (path[0] === 'skills') return skills
  if (path[0] === 'http') return httpObjectAt(path)
  if (path[0] === 'shell') return path.length === 1 ? shellSchema : shellLimitsSchema
  return typeof path.at(-1) === 'number' ? listServer : mapServer
}

function httpObjectAt([, section]: KeyPath): z.ZodObject {
  if (section === undefined) return httpSchema
  return section === 'tokens' ? httpTokenSchema : httpOAuthSchema
}
