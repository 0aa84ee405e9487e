import { rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { directorySource, memorySource } from '../../src/index.ts'
import { sourceContract } from '../sources/contract.ts'
import { temporaryFolder, write } from '../sources/folder-of.ts'

const made: string[] = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

sourceContract('a folder, as the root entry gives it', async (folders) => {
  const path = temporaryFolder()
  made.push(path)
  for (const [folder, files] of Object.entries(folders)) {
    for (const [file, content] of Object.entries(files)) write(path, { [`${folder}/${file}`]: content })
  }
  return directorySource({ label: 'local', roots: [{ path, shown: 'skills' }] })
})
sourceContract('memory, as the root entry gives it', async (folders) => memorySource('mine', folders))
sourceContract('a function that gives skills', async (folders) =>
  memorySource('mine', async () => ({ ...folders })),
)
