// Skillway over HTTP, with the skills below a folder, watched as `skillway serve` watches them.
import { fromDist } from '../from-dist.ts'
import { answerParent } from './serve-http.ts'

const { createCatalog, directorySource } = await fromDist<typeof import('../../src/index.ts')>('index.js')
const { serveOnHttp } =
  await fromDist<typeof import('../../src/serve/http/listen.ts')>('serve/http/listen.js')
const roots = [{ path: process.argv[2]!, shown: 'skills' }]
const catalog = createCatalog([directorySource({ label: 'local', roots })])
const { port } = await serveOnHttp(catalog, { port: 0, requestsPerMinute: Number.MAX_SAFE_INTEGER })
answerParent(port)
