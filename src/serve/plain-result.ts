import type { SkillEntry } from '../sources/types.ts'
import { onceFor } from './made-once.ts'
import type { FileJson } from './prepared-files.ts'
import type { SkillAnswers } from './skill-answers.ts'
import { entryToWire, type ServedEntry, type SkillPage } from './skill-pages.ts'

/** A request that only reads: the same answer for all who may see the skill, whatever else they said of themselves. */
export type PlainRequest =
  | { method: 'skills/list'; cursor: string | undefined }
  | { method: 'skills/get' | 'resources/read'; uri: string }

/**
 * The result of a plain request as JSON, without the members that every result of the protocol carries. It is what the
 * handlers on the SDK's server answer; what has not changed is not written again.
 */
export async function plainResult(
  answers: SkillAnswers,
  request: PlainRequest,
  { signal, fileJson }: { signal: AbortSignal; fileJson: FileJson },
): Promise<string | Buffer> {
  switch (request.method) {
    case 'skills/list':
      return pageJson(await answers.page(request.cursor))
    case 'skills/get':
      return `{"skill":${entryJson(await answers.entry(request.uri, { signal }))}}`
    case 'resources/read':
      return fileJson(request.uri, await answers.file(request.uri, { signal }))
  }
}

const pageJson = onceFor(({ entries, nextCursor }: SkillPage): Buffer => {
  const next = nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`
  return Buffer.from(`{"skills":[${entries.map(entryJson).join(',')}]${next}}`)
})

/** Kept as long as the entry itself: sources give another object as soon as a skill is another. */
const jsonOf = new WeakMap<SkillEntry, { path: string; json: string }>()

function entryJson(served: ServedEntry): string {
  const { path, entry } = served
  const known = jsonOf.get(entry)
  if (known?.path === path) return known.json
  const json = JSON.stringify(entryToWire(served))
  jsonOf.set(entry, { path, json })
  return json
}
