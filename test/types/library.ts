// Compiled, never run: what the library promises to programs in TypeScript.
import {
  type Catalog,
  type CatalogSkill,
  type Diagnostic,
  type ErrorCode,
  memorySource,
  openCatalog,
  type OpenCatalogOptions,
  type SkillSource,
  SkillwayError,
} from '../../src/index.ts'

await using opened = await openCatalog('skillway.yaml')
const catalog: Catalog = opened
const { skills, total, diagnostics } = await catalog.list({ query: 'csv', source: 'local', limit: 5 })
skills satisfies CatalogSkill[]
total satisfies number
diagnostics satisfies Diagnostic[]

const signal: AbortSignal | undefined = AbortSignal.timeout(1)
const loaded = await catalog.load('greeting', { arguments: 'Alice', dialect: 'claude', signal })
const read = await catalog.read('skill://greeting/a.md', { held: loaded.entry, signal })
if (read.content.type === 'text') read.content.text satisfies string
const tree = await catalog.tree('greeting', { signal })
if (tree.files !== 'dynamic') tree.files[0]!.digest satisfies string
const hits = await catalog.search('words', { limit: 3, signal })
hits[0]!.score satisfies number
const explanation = await catalog.explain('greeting', { signal })
explanation.shadowedBy satisfies string | null
const stop = catalog.watch(() => {})
stop() satisfies void
await catalog.close()

await openCatalog({ skills: ['./skills'], defaults: false, sources: [memorySource('mine', {})], signal })

/** A source of one's own needs three methods. */
const source: SkillSource = {
  label: 'own',
  kind: 'memory',
  list: async () => ({ skills: [], diagnostics: [] }),
  get: async () => undefined,
  read: async () => new Uint8Array(),
}

/** Every code is known to the compiler. */
function retry(error: unknown): boolean {
  if (!(error instanceof SkillwayError)) throw error
  const code: ErrorCode = error.code
  return code === 'SOURCE_UNAVAILABLE'
}

// @ts-expect-error There is no such option.
await openCatalog({ folders: ['./skills'] })
// @ts-expect-error There is no such code.
const code: ErrorCode = 'NO_SUCH_CODE'
// @ts-expect-error Arguments are one string.
await catalog.load('greeting', { arguments: ['Alice'] })
// @ts-expect-error What is listed does not show the layers below.
skills[0]!.from satisfies unknown

const options: OpenCatalogOptions = { cwd: '/', agent: 'assistant', config: 'x.yaml' }
export const used = [source, retry, code, options]
