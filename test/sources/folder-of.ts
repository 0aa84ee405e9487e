import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A temporary folder with these files, whose missing folders are made; gone when the test is done. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, files)
  return folder
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'skillway-source-'))
}

/** Writes files below a folder. */
export function write(folder: string, files: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
