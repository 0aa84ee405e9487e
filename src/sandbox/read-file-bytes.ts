import { read } from 'node:fs'
import { promisify } from 'node:util'
import type { OpenFile } from '../sources/directory/folder.ts'

const readFrom = promisify(read)

/** The bytes of an open file, as many as it had when it was opened; fewer if it has shrunk since. */
export async function readFileBytes({ descriptor, stat }: OpenFile): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(stat.size)
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await readFrom(descriptor, bytes, length, bytes.length - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
