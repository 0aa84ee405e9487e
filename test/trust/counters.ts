import { join } from 'node:path'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { openStateFile } from '../../src/trust/state-file.ts'
import { COUNTER, incremented } from './counter.ts'
import { scratchFolders } from './scratch.ts'

/** Counters on disk, in folders that are gone after each test. */
export function counters() {
  const scratch = scratchFolders()

  function place(): string {
    return join(scratch(), 'state', 'counter.json')
  }

  /** A counter that was incremented some times. */
  async function written(times: number): Promise<string> {
    const path = place()
    const file = await openStateFile({ path, format: COUNTER })
    for (let n = 0; n < times; n++) await file.update(incremented)
    return path
  }

  return { scratch, place, written, opened }
}

async function opened(path: string) {
  const findings: Diagnostic[] = []
  const file = await openStateFile({
    path,
    format: COUNTER,
    onDiagnostic: (finding) => findings.push(finding),
  })
  return { file, findings }
}
