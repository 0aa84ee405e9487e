import type { ObjectSchema, SkillTool } from './types.ts'

/** The tools of a conversation. */
export type ToolName =
  | 'list_skills'
  | 'load_skill'
  | 'read_reference_file'
  | 'search_skills'
  | 'load_skill_metadata'

/** What a model is told of a tool. */
export interface ToolDefinition extends Omit<SkillTool, 'annotations' | 'run'> {
  name: ToolName
}

/** Results of a search at the most. */
export const MAX_RESULTS = 100

/** What a model is told of the tools; `available` are the skills as text, for the description of `load_skill`. */
export function toolDefinitions(available: string | undefined): ToolDefinition[] {
  return [listSkills(), loadSkill(available), readReferenceFile(), searchSkills(), loadSkillMetadata()]
}

function listSkills(): ToolDefinition {
  return {
    name: 'list_skills',
    title: 'List skills',
    description:
      'List the available skills with their URIs. Narrow the list with a query or to one source; ask for further pages where it says that there are more.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Only skills that match these words, best first.' },
        source: { type: 'string', description: 'Only skills of the source with this label.' },
        page: { type: 'integer', minimum: 1, maximum: 100000, description: 'Page of the list, from 1.' },
      },
      additionalProperties: false,
    },
    outputSchema: skillsSchema(),
  }
}

const LOAD_SKILL = `Load the instructions of a skill and follow them. Do so before you start a task that a skill covers.
Give a skill's name or its skill:// URI; a URI such as skill://name/references/guide.md loads that file instead.`

function loadSkill(available: string | undefined): ToolDefinition {
  return {
    name: 'load_skill',
    title: 'Load a skill',
    description: available === undefined ? LOAD_SKILL : `${LOAD_SKILL}\n\n${available}`,
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: {
          type: 'string',
          description: 'Skill name, or a skill:// URI of a skill or of a file in it.',
        },
        arguments: {
          type: 'string',
          description: 'Arguments of the skill as one string; quote an argument that has spaces.',
        },
      },
      required: ['skill_name'],
      additionalProperties: false,
    },
  }
}

function readReferenceFile(): ToolDefinition {
  return {
    name: 'read_reference_file',
    title: 'Read a file of a skill',
    description:
      'Read a file that belongs to a skill, such as references/guide.md; load_skill names the files.',
    inputSchema: {
      type: 'object',
      properties: {
        skill_name: { type: 'string', description: 'Skill name or skill:// URI.' },
        file_name: {
          type: 'string',
          description: "The file's path in the skill, such as references/guide.md.",
        },
      },
      required: ['skill_name', 'file_name'],
      additionalProperties: false,
    },
  }
}

function searchSkills(): ToolDefinition {
  return {
    name: 'search_skills',
    title: 'Search skills',
    description: 'Find skills by words in their names, descriptions and metadata, best first.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'A few words on what the skill is to do.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_RESULTS,
          description: 'Results at the most. Default 10.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: skillsSchema(),
  }
}

function loadSkillMetadata(): ToolDefinition {
  return {
    name: 'load_skill_metadata',
    title: 'Load metadata of all skills',
    description: 'Load metadata (name and description) for all available skills.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  }
}

/** The schema of an answer that lists skills. */
function skillsSchema(): ObjectSchema {
  return {
    type: 'object',
    properties: {
      skills: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            description: { type: 'string' },
            uri: { type: 'string' },
            source: { type: 'object', properties: { label: { type: 'string' }, kind: { type: 'string' } } },
            collisions: {
              type: 'array',
              items: { type: 'string' },
              description: 'URIs of other skills of this name.',
            },
          },
          required: ['name', 'description', 'uri', 'source'],
        },
      },
      total: { type: 'integer', description: 'Skills that fit, on all pages.' },
      remaining: { type: 'integer', description: 'Skills after this page.' },
    },
    required: ['skills'],
  }
}
