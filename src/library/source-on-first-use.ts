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
  const opened = onFirstUse(async () => {
    source = await open()
    if (closed) await source.close?.()
    return source
  })
  return {
    ...name,
    list: (options) => unlessAborted(options?.signal, async () => (await opened()).list(options)),
    get: (skillPath, options) =>
      unlessAborted(options?.signal, async () => (await opened()).get(skillPath, options)),
    read: (skillPath, filePath, options) =>
      unlessAborted(options?.signal, async () => (await opened()).read(skillPath, filePath, options)),
    watch(onChange) {
      if (closed) return () => {}
      const watch = watchOf(opened, onChange)
      return () => watch.stop()
    },
    async close() {
      closed = true
      await source?.close?.()
    },
  }
}

/** Watches as soon as the source is open. Where it cannot be opened, the next call meets the same fault and says so. */
function watchOf(opened: () => Promise<SkillSource>, onChange: () => void): { stop(): void } {
  let stopped = false
  const watch = {
    stop(): void {
      stopped = true
    },
  }
  void begin().catch(() => {})
  return watch

  async function begin(): Promise<void> {
    const source = await opened()
    if (!stopped) watch.stop = source.watch?.(onChange) ?? watch.stop
  }
}
