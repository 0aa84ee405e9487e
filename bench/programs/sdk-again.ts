// The official SDK once it knows a collection: asked again with nothing changed, and after an edit of one skill.
import { join } from 'node:path'
import { sdkCatalog } from '../peers/sdk.ts'
import { withEdit } from './edited.ts'
import { timed } from './timed.ts'

const [, , root, edited, folder] = process.argv
const catalog = await sdkCatalog(folder!, root!)
const again = await timed(() => catalog.reload())
const edit = await withEdit(join(root!, edited!, 'SKILL.md'), () => timed(() => catalog.reload()))
if (edit.value.changed.length === 0) throw new Error('The edit was not seen')
process.stdout.write(`${JSON.stringify({ againMs: again.ms, editMs: edit.ms })}\n`)
