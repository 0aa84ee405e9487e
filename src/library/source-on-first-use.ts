import { onFirstUse } from '../on-first-use.ts'
import type { SkillSource } from '../sources/types.ts'
import { unlessAborted } from '../sources/unless-aborted.ts'

/** The source that `open` gives, opened by the first call that needs it; closing one that nobody called opens nothing. */
export function sourceOnFirstUse(
  name: Pick<SkillSource, 'label' | 'kind'>,
  open: () => Promise<SkillSource>,
): SkillSource & Required<Pick<SkillSource, 'watch' | 'close'>> {
  let source: SkillSource | undefined
  let closed = false
  const watches = new Set<(source: SkillSource) => void>()
  const opened = onFirstUse(async () => {
    source = await open()
    if (closed) await source.close?.()
    else for (const begin of watches) begin(source)
    return source
  })

  /** Watches as soon as the source is open, whichever call opens it; that call says what is in the way of it. */
  function watch(onChange: () => void): () => void {
    let stop: (() => void) | undefined
    const begin = (ready: SkillSource): void => {
      stop = ready.watch?.(onChange)
    }
    watches.add(begin)
    if (source === undefined) void opened().catch(() => {})
    else begin(source)
    return () => {
      watches.delete(begin)
      stop?.()
    }
  }

  return {
    ...name,
    list: (options) => unlessAborted(options?.signal, async () => (await opened()).list(options)),
    get: (skillPath, options) =>
      unlessAborted(options?.signal, async () => (await opened()).get(skillPath, options)),
    read: (skillPath, filePath, options) =>
      unlessAborted(options?.signal, async () => (await opened()).read(skillPath, filePath, options)),
    watch: (onChange) => (closed ? () => {} : watch(onChange)),
    async close() {
      closed = true
      await source?.close?.()
    },
  }
}
