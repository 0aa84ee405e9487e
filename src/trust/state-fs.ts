import { link, open, readdir, rename, unlink } from 'node:fs/promises'

/** What writing state asks of the file system; a test gives one that fails or dies at a chosen step. */
export const nodeStateFs = { link, open, readdir, rename, unlink }

export type StateFs = typeof nodeStateFs
