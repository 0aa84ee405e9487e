import { join } from 'node:path'
import type { Diagnostic } from '../../src/skill/diagnostic.ts'
import { digestOf } from '../../src/skill/digest.ts'
import { openBlobStore, type BlobStoreOptions } from '../../src/trust/blob-store.ts'
import { scratchFolders } from './scratch.ts'

export const DOCS = { label: 'docs', endpoint: 'https://docs.example/mcp' }
export const OTHER = { label: 'other', endpoint: 'https://other.example/mcp' }
export const GUIDE = Buffer.from('The guide.\n')

export function fileOf(bytes: Uint8Array) {
  return { digest: digestOf(bytes), size: bytes.length }
}

/** Where a store in `folder` keeps these bytes. */
export function pathOf(folder: string, bytes: Uint8Array): string {
  const hex = digestOf(bytes).slice('sha256:'.length)
  return join(folder, 'sha256', hex.slice(0, 2), hex.slice(2))
}

/** Opens stores in folders that are gone after each test. */
export function stores() {
  const scratch = scratchFolders()

  async function opened(folder = join(scratch(), 'cache'), options: BlobStoreOptions = {}) {
    const findings: Diagnostic[] = []
    const store = await openBlobStore(folder, {
      ...options,
      onDiagnostic: (finding) => findings.push(finding),
    })
    return { store, findings, folder }
  }

  return { scratch, opened }
}
