import { readFileSync, writeFileSync } from 'node:fs'

/** Adds a line to a file, lets `use` look at it, and puts back what was there. */
export async function withEdit<T>(path: string, use: () => Promise<T>): Promise<T> {
  const before = readFileSync(path)
  writeFileSync(path, Buffer.concat([before, Buffer.from('\nOne more line.\n')]))
  try {
    return await use()
  } finally {
    writeFileSync(path, before)
  }
}
