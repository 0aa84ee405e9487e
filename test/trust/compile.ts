import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROJECT = resolve(import.meta.dirname, '../..')

export interface CompiledProgram {
  /** The program as JavaScript that plain Node runs in a process of its own. */
  path: string
  remove(): void
}

/** Compiles a program together with the sources that it imports, as they are now. */
export function compile(program: URL): CompiledProgram {
  const folder = mkdtempSync(join(tmpdir(), 'skillway-compiled-'))
  const source = fileURLToPath(program)
  const compilerOptions = { noEmit: false, noCheck: true, rootDir: PROJECT, outDir: folder, types: [] }
  const config = { extends: join(PROJECT, 'tsconfig.json'), compilerOptions, files: [source], include: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '-p', folder])
  return {
    path: join(folder, relative(PROJECT, source).replace(/\.ts$/, '.js')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
