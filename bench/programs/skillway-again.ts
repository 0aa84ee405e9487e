// Skillway once it knows a collection: asked again with nothing changed, and after an edit of one skill.
import { join } from 'node:path'
import { withEdit } from './edited.ts'
import { allEntries, openSource } from './skills-in.ts'
import { medianMs, timed } from './timed.ts'

const [, , root, edited] = process.argv
const source = await openSource(root!)
const cold = await timed(() => allEntries(source))
const againMs = await medianMs(() => allEntries(source, { fresh: true }), 5)
const listMs = await medianMs(() => source.list({ fresh: true }), 5)
const before = JSON.stringify(await source.get(edited!))
const editMs = await withEdit(join(root!, edited!, 'SKILL.md'), async () => {
  const { ms, value } = await timed(() => source.get(edited!))
  if (JSON.stringify(value) === before) throw new Error('The edit was not seen')
  return ms
})
const stop = source.watch!(() => {})
await source.list({ fresh: true })
const watchedMs = await medianMs(() => source.list(), 5)
stop()
process.stdout.write(`${JSON.stringify({ coldMs: cold.ms, againMs, listMs, editMs, watchedMs })}\n`)
