// Complete entries of all skills, with the official SDK.
import { sdkCatalog } from '../peers/sdk.ts'

const [, , root, folder] = process.argv
const { entries } = await sdkCatalog(folder!, root!)
const files = entries.reduce(
  (sum, { resources }) => sum + (Array.isArray(resources) ? resources.length : 0),
  0,
)
process.stdout.write(`${JSON.stringify({ skills: entries.length, files })}\n`)
