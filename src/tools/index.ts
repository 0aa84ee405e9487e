export { aiSdkTools, type AiSdk, type AiSdkTool } from './ai-sdk.ts'
export {
  type AnthropicBlock,
  type AnthropicContent,
  type AnthropicImage,
  type AnthropicResult,
  type AnthropicTool,
  anthropicTools,
  type AnthropicTools,
} from './anthropic.ts'
export { catalogPrompt } from './catalog-prompt.ts'
export { mastraTools, type MastraToolOptions } from './mastra.ts'
export type { PromptMessage } from './match-skills.ts'
export type { ModelOutput, ModelOutputPart } from './model-output.ts'
export {
  type OpenaiChatCall,
  type OpenaiChatResult,
  type OpenaiChatTool,
  openaiChatTools,
  type OpenaiChatTools,
} from './openai-chat.ts'
export {
  type OpenaiResponsesCall,
  type OpenaiResponsesContent,
  type OpenaiResponsesResult,
  type OpenaiResponsesTool,
  openaiResponsesTools,
  type OpenaiResponsesTools,
} from './openai-responses.ts'
export { createSkillTools, type SkillToolsOptions } from './skill-tools.ts'
export { skillsPrompt, type SkillsPromptOptions } from './skills-prompt.ts'
export type { ObjectSchema, SkillTool, ToolAnswer, ToolCallOptions, ToolContent } from './types.ts'
export type { ApprovalRequest } from './with-approval.ts'
