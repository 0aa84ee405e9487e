// Complete entries of all skills, with @olaservo/ext-skills.
import { extSkillsEntries } from '../peers/ext-skills.ts'

const [, , root, folder] = process.argv
const entries = (await extSkillsEntries(folder!))(root!)
const files = entries.reduce((sum, { resources }) => sum + resources.length, 0)
process.stdout.write(`${JSON.stringify({ skills: entries.length, files })}\n`)
