// Names and descriptions of all skills, with the library.
import { fromDist } from '../from-dist.ts'

const { createCatalog, directorySource } = await fromDist<typeof import('../../src/index.ts')>('index.js')
const roots = [{ path: process.argv[2]!, shown: 'skills' }]
await using catalog = createCatalog([directorySource({ label: 'local', roots })])
const { skills } = await catalog.list()
process.stdout.write(`${JSON.stringify({ skills: skills.length })}\n`)
