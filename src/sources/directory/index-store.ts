/** What is kept of a collection: its folders with the heads of its skills, and the digests of all its files. */
export type IndexPart = 'heads' | 'contents'

/**
 * Keeps what is known of folders from one process to the next. Several processes may share it: every write replaces the
 * whole part. What it gives is believed only where checksum, version and the stamps of the files agree, so it may forget
 * anything at any time. Neither method throws.
 */
export interface IndexStore {
  /** Collections with fewer skills are read as fast as they are remembered, and leave nothing behind. */
  minSkills: number
  read(part: IndexPart): Promise<Uint8Array | undefined>
  write(part: IndexPart, bytes: Uint8Array): Promise<void>
}
