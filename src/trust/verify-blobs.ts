import type { BlobFiles } from './blob-files.ts'
import type { BlobOwners } from './blob-owners.ts'

export interface VerifyReport {
  /** How many files are in order, and how many bytes they have. */
  sound: number
  bytes: number
  /** Digests of files that were removed because their content was another. */
  corrupt: string[]
  /** How many files were removed because no source uses them. */
  unused: number
}

/** Hashes every blob, and removes those that are corrupt or belong to nobody that can be told. */
export async function verifyBlobs(
  files: BlobFiles,
  owners: BlobOwners,
  onCorrupt: (digest: string, fault: string) => void,
): Promise<VerifyReport> {
  await files.sweep()
  for (const { key, origin } of await owners.all()) if (origin === undefined) await owners.remove(key)
  const report: VerifyReport = {
    sound: 0,
    bytes: 0,
    corrupt: [],
    unused: await removeUnusedBlobs(files, owners),
  }
  for (const hex of (await files.all()).keys()) {
    const blob = await files.read({ hex })
    if (blob === 'missing') continue
    if ('fault' in blob) {
      onCorrupt(`sha256:${hex}`, blob.fault)
      await files.remove(hex)
      report.corrupt.push(`sha256:${hex}`)
    } else {
      report.sound += 1
      report.bytes += blob.length
    }
  }
  return report
}

/** Removes the blobs that no origin uses; gives how many. */
export async function removeUnusedBlobs(files: BlobFiles, owners: BlobOwners): Promise<number> {
  const used = new Set((await owners.all()).flatMap(({ blobs }) => [...blobs.keys()]))
  const unused = [...(await files.all()).keys()].filter((hex) => !used.has(hex))
  for (const hex of unused) await files.remove(hex)
  return unused.length
}
