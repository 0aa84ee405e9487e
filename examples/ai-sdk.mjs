// Skills for an agent of the AI SDK, whose mock model makes the calls that a real one would.
import { fileURLToPath } from 'node:url'
import { generateText, jsonSchema, stepCountIs } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { openCatalog } from 'skillway'
import { aiSdkTools, createSkillTools, skillsPrompt } from 'skillway/tools'
import { nextStep } from './servers/scripted-model.mjs'

const catalog = await openCatalog({
  skills: [fileURLToPath(new URL('./skills', import.meta.url))],
  defaults: false,
})

const { text } = await generateText({
  model: mockModel(), // in your program: the model of your provider
  system: `Follow the skills.\n\n${await skillsPrompt(catalog)}`,
  prompt: 'Greet Alice.',
  tools: aiSdkTools(createSkillTools(catalog), { jsonSchema }),
  stopWhen: stepCountIs(10),
  onStepFinish({ toolResults }) {
    for (const { toolName, input, output } of toolResults) {
      console.log(`> ${toolName} ${JSON.stringify(input)}${output.isError ? '   (refused)' : ''}`)
    }
  },
})
console.log(text)
await catalog.close()

function mockModel() {
  return new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      const results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content)
      const step = nextStep(
        results.map(({ output }) => (output.type === 'content' ? output.value[0].text : output.value)),
      )
      return {
        content: [
          step.name === undefined
            ? { type: 'text', text: step.text }
            : {
                type: 'tool-call',
                toolCallId: step.id,
                toolName: step.name,
                input: JSON.stringify(step.input),
              },
        ],
        finishReason: { unified: step.name === undefined ? 'stop' : 'tool-calls' },
        usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
        warnings: [],
      }
    },
  })
}
