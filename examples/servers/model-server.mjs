// A local server that speaks the wire formats of OpenAI's and Anthropic's APIs, with a scripted model behind them.
import { createServer } from 'node:http'
import { nextStep } from './scripted-model.mjs'

/** Starts the server on a free port of this machine; gives its address and how to stop it. */
export async function startModelServer() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = ROUTES[request.url]?.(JSON.parse(body))
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: { message: `No ${request.url} here` } }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

const ROUTES = {
  '/v1/chat/completions': chatCompletion,
  '/v1/responses': modelResponse,
  '/v1/messages': message,
}

function chatCompletion({ model, messages }) {
  const step = nextStep(messages.filter(({ role }) => role === 'tool').map(({ content }) => content[0].text))
  const call = step.name && {
    id: step.id,
    type: 'function',
    function: { name: step.name, arguments: JSON.stringify(step.input) },
  }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        finish_reason: call ? 'tool_calls' : 'stop',
        message: { role: 'assistant', content: step.text ?? null, ...(call && { tool_calls: [call] }) },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

function modelResponse({ model, input }) {
  const results = input.filter(({ type }) => type === 'function_call_output')
  const step = nextStep(results.map(({ output }) => output[0].text))
  const item = step.name
    ? {
        type: 'function_call',
        id: `fc_${step.id}`,
        call_id: step.id,
        name: step.name,
        arguments: JSON.stringify(step.input),
      }
    : {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [outputText(step.text)],
      }
  return { id: 'resp_1', object: 'response', created_at: 0, model, status: 'completed', output: [item] }
}

function outputText(text) {
  return { type: 'output_text', text, annotations: [] }
}

function message({ model, messages }) {
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const step = nextStep(results.map(({ content }) => content[0].text))
  const block = step.name
    ? { type: 'tool_use', id: step.id, name: step.name, input: step.input }
    : { type: 'text', text: step.text }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [block],
    stop_reason: step.name ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}
