// Complete entries of all skills, with the library.
import { allEntries, fileCount, openSource } from './skills-in.ts'

const entries = await allEntries(await openSource(process.argv[2]!))
process.stdout.write(`${JSON.stringify({ skills: entries.length, files: fileCount(entries) })}\n`)
