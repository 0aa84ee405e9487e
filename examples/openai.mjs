// Skills for a model behind OpenAI's Chat Completions, then the same behind its Responses.
import { fileURLToPath } from 'node:url'
import OpenAI from 'openai'
import { openCatalog } from 'skillway'
import { createSkillTools, openaiChatTools, openaiResponsesTools, skillsPrompt } from 'skillway/tools'
import { startModelServer } from './servers/model-server.mjs'

const server = await startModelServer() // in your program: your key, and no server
const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' })
const catalog = await openCatalog({
  skills: [fileURLToPath(new URL('./skills', import.meta.url))],
  defaults: false,
})
const system = `Follow the skills.\n\n${await skillsPrompt(catalog)}`

await chatCompletions()
await responses()
await catalog.close()
server.close()

async function chatCompletions() {
  console.log('# Chat Completions')
  const skills = openaiChatTools(createSkillTools(catalog)) // once for each conversation
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: 'Greet Alice.' },
  ]
  for (;;) {
    const completion = await client.chat.completions.create({
      model: 'any',
      messages,
      tools: skills.definitions,
    })
    const [{ message }] = completion.choices
    messages.push(message)
    if (message.tool_calls === undefined) return console.log(message.content)
    for (const call of message.tool_calls) {
      console.log(`> ${call.function.name} ${call.function.arguments}`)
      messages.push(await skills.run(call))
    }
  }
}

async function responses() {
  console.log('\n# Responses')
  const skills = openaiResponsesTools(createSkillTools(catalog))
  const input = [{ role: 'user', content: 'Greet Alice.' }]
  for (;;) {
    const response = await client.responses.create({
      model: 'any',
      instructions: system,
      input,
      tools: skills.definitions,
    })
    input.push(...response.output)
    const calls = response.output.filter(({ type }) => type === 'function_call')
    if (calls.length === 0) return console.log(response.output_text)
    for (const call of calls) {
      console.log(`> ${call.name} ${call.arguments}`)
      input.push(await skills.run(call))
    }
  }
}
