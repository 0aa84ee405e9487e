import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** A temporary folder with these files, whose missing folders are made; gone when the test is done. */
export function folderOf(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, files)
  return folder
}

const ofFiles: string[] = []
afterAll(() => ofFiles.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** The same, gone when all tests of the file are done. */
export function folderOfAll(files: Record<string, string | Uint8Array>): string {
  const folder = temporaryFolder()
  ofFiles.push(folder)
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
