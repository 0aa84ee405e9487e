// Complete entries of all skills, with the catalog as programs open it: what was read before is kept.
import { fromDist } from '../from-dist.ts'
import { allEntries, fileCount } from './skills-in.ts'

const { openCatalog } = await fromDist<typeof import('../../src/index.ts')>('index.js')
await using catalog = await openCatalog({ skills: [process.argv[2]!], defaults: false })
const entries = await allEntries(catalog.sources[0]!)
process.stdout.write(`${JSON.stringify({ skills: entries.length, files: fileCount(entries) })}\n`)
