export { catalogPrompt } from './catalog-prompt.ts'
export { createSkillTools, type SkillToolsOptions } from './skill-tools.ts'
export type { ObjectSchema, SkillTool, ToolAnswer, ToolCallOptions, ToolContent } from './types.ts'
