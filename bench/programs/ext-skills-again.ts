// @olaservo/ext-skills once it knows a collection. It keeps nothing: whatever has changed, all is read again.
import { extSkillsEntries } from '../peers/ext-skills.ts'
import { timed } from './timed.ts'

const [, , root, , folder] = process.argv
const entries = await extSkillsEntries(folder!)
entries(root!)
const { ms } = await timed(() => entries(root!))
process.stdout.write(`${JSON.stringify({ againMs: ms, editMs: ms })}\n`)
