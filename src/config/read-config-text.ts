import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { MAX_CONFIG_BYTES } from './config-document.ts'

/** The text of a config file, or why it cannot be had. */
export type ConfigText = { text: string; problem?: never } | { problem: string; text?: never }

/** Never hangs (a pipe is no config) and never reads more than a config may hold. */
export async function readConfigText(path: string): Promise<ConfigText> {
  let file: FileHandle | undefined
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    if (!(await file.stat()).isFile()) return { problem: 'the config is not a regular file' }
    const bytes = await readStart(file)
    if (bytes.length > MAX_CONFIG_BYTES)
      return { problem: `the config is larger than ${MAX_CONFIG_BYTES} bytes` }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    return { problem: explain(error) }
  } finally {
    await file?.close()
  }
}

async function readStart(file: FileHandle): Promise<Uint8Array> {
  const buffer = Buffer.alloc(MAX_CONFIG_BYTES + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null)
    length += bytesRead
    if (bytesRead === 0 || length === buffer.length) return buffer.subarray(0, length)
  }
}

/** The system's own message holds the absolute path, so only its code is told. */
function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such config file'
  if (code === 'EACCES' || code === 'EPERM') return 'the config may not be read'
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'the config is not UTF-8 text'
  if (typeof code === 'string') return `the config cannot be read (${code})`
  throw error
}
