import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import type { SkillSource, SourceCallOptions } from '../sources/types.ts'
import { quote } from '../text/quote.ts'
import { longestPath } from './longest-path.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

type TakeSnapshot = (options?: SourceCallOptions) => Promise<Snapshot>

/** What decides a reference. */
export interface Deciding {
  snapshot: Snapshot
  /** What it does not tell. */
  notes: Diagnostic[]
}

/** How long a skill of a folder waits to hear whether a server has one of its name, in milliseconds. */
const PATIENCE = 1000

/**
 * Takes snapshots that decide what a reference with these segments means. It is that of all sources, except while servers
 * keep us waiting: the path of a skill in a folder or in memory comes before all that a server could show, so that skill
 * is not held up, and only the servers' equal names are missing.
 */
export function decidingSnapshot(
  sources: readonly SkillSource[],
  whole: TakeSnapshot,
): (segments: readonly string[], options?: SourceCallOptions) => Promise<Deciding> {
  const labels = sources.filter(({ kind }) => kind === 'mcp').map(({ label }) => label)
  const ofLocal = snapshotOf(sources.filter(({ kind }) => kind !== 'mcp'))
  return async (segments, options) => {
    const all = whole(options)
    const mayBeLocal = labels.length > 0 && !labels.includes(segments[0]!)
    if (mayBeLocal && !(await comesInTime(all))) {
      const snapshot = await ofLocal(options)
      const local = longestPath(segments, (path) => snapshot.rooted.get(path))
      if (local !== undefined) return { snapshot, notes: [notAwaited(local.path, labels)] }
    }
    return { snapshot: await all, notes: [] }
  }
}

function notAwaited(path: string, labels: string[]): Diagnostic {
  const message = `Not all servers have answered yet (${labels.map(quote).join(', ')}); skills of theirs with this name are not told`
  const hint = 'Ask again later to hear of them; the skill of a folder comes first anyway.'
  return diagnostic('SERVERS_NOT_AWAITED', path, message, { hint })
}

/** False if it takes longer than we wait. A failure is for those who wait for the answer itself. */
async function comesInTime(answer: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE)
  })
  const came = answer.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([came, late])
  } finally {
    clearTimeout(timer)
  }
}
