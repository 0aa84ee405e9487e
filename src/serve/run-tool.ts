import {
  acceptedContent,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { SkillTool, ToolAnswer, ToolCallOptions } from '../tools/types.ts'
import type { Approver } from './approver.ts'

/** The form that the client shows: one box to tick. */
const FORM: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    approve: {
      type: 'boolean',
      title: 'Approve',
      description: 'Load exactly this, until it changes',
      default: false,
    },
  },
  required: ['approve'],
}

/**
 * A tool's answer, or a question to the person in front of the client where a skill waits for an approval and the client
 * can ask. The question is named by the fingerprint of what it shows, so a yes never counts for anything else.
 */
export async function runTool(
  tool: SkillTool,
  input: Record<string, unknown>,
  { approver, context }: { approver: Approver | undefined; context: ServerContext },
): Promise<ToolAnswer | InputRequiredResult> {
  const { signal, inputResponses } = context.mcpReq
  const options = { signal, onProgress: progressTo(context) }
  const answer = await tool.run(input, options)
  if (approver === undefined || answer.code !== 'APPROVAL_REQUIRED') return answer
  const question = await approver.questionFor(String(input['skill_name']), { signal })
  if (question === undefined) return answer
  const key = `approve-${question.fingerprint}`
  if (inputResponses?.[key] === undefined) {
    const form = inputRequired.elicit({ mode: 'form', message: question.text, requestedSchema: FORM })
    return inputRequired({ inputRequests: { [key]: form } })
  }
  if (acceptedContent(inputResponses, key)?.['approve'] !== true) return answer
  await question.approve()
  return tool.run(input, options)
}

/** Tells a client that asked for it how long a call has been running; a client that is gone is no failure of the call. */
function progressTo({ mcpReq }: ServerContext): ToolCallOptions['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  return ({ elapsedMs }) => {
    const params = {
      progressToken,
      progress: elapsedMs,
      message: `Running for ${Math.round(elapsedMs / 1000)} s`,
    }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** True for a question to the client, false for a tool's answer. */
export function isInputRequired(answer: ToolAnswer | InputRequiredResult): answer is InputRequiredResult {
  return !('content' in answer)
}
