// Skills that a program makes: here from its own table of error codes, as it stands at the moment.
import { memorySource, openCatalog } from 'skillway'

const errors = new Map([['E1', 'The disk is full.']])
const skills = {}

/** Writes the skill anew; whoever loads it next sees it. */
function update() {
  const names = [...errors.keys()].join(', ')
  skills['error-codes'] = {
    'SKILL.md': `---\nname: error-codes\ndescription: What the codes ${names} mean.\n---\nLook $1 up in references/codes.md.\n`,
    'references/codes.md': [...errors].map(([code, meaning]) => `- ${code}: ${meaning}\n`).join(''),
  }
}

update()
const catalog = await openCatalog({ sources: [memorySource('mine', skills)], defaults: false })
await show()

errors.set('E2', 'The network is down.')
update()
await show()
await catalog.close()

async function show() {
  for (const { uri, description } of (await catalog.list({ source: 'mine' })).skills)
    console.log(uri, '-', description)
  const { text } = await catalog.load('error-codes', { arguments: 'E1' })
  console.log(text.trim())
  const { content } = await catalog.read('skill://error-codes/references/codes.md')
  console.log(content.text)
}
