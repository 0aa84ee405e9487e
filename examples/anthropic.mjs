// Skills for a model behind Anthropic's Messages.
import { fileURLToPath } from 'node:url'
import Anthropic from '@anthropic-ai/sdk'
import { openCatalog } from 'skillway'
import { anthropicTools, createSkillTools, skillsPrompt } from 'skillway/tools'
import { startModelServer } from './servers/model-server.mjs'

const server = await startModelServer() // in your program: your key, and no server
const client = new Anthropic({ baseURL: server.url, apiKey: 'none' })
const catalog = await openCatalog({
  skills: [fileURLToPath(new URL('./skills', import.meta.url))],
  defaults: false,
})

const skills = anthropicTools(createSkillTools(catalog)) // once for each conversation
const system = `Follow the skills.\n\n${await skillsPrompt(catalog)}`
const messages = [{ role: 'user', content: 'Greet Alice.' }]

for (;;) {
  const { content, stop_reason: reason } = await client.messages.create({
    model: 'any',
    max_tokens: 1000,
    system,
    messages,
    tools: skills.definitions,
  })
  messages.push({ role: 'assistant', content })
  if (reason !== 'tool_use') {
    console.log(content[0].text)
    break
  }
  const results = []
  for (const block of content.filter(({ type }) => type === 'tool_use')) {
    const result = await skills.run(block)
    console.log(`> ${block.name} ${JSON.stringify(block.input)}${result.is_error ? '   (refused)' : ''}`)
    results.push(result)
  }
  messages.push({ role: 'user', content: results })
}

await catalog.close()
server.close()
