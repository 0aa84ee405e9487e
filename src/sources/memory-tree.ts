import { type Diagnostic, diagnostic } from '../skill/diagnostic.ts'
import { visible } from '../text/visible.ts'
import { MAX_PATH_BYTES } from '../uri/segment.ts'
import { isPrivateName, nameFault } from './file-name.ts'
import type { MemorySkills } from './memory.ts'

/** The files of a memory source as one tree, as they would lie on disk. */
export interface MemoryTree {
  /** By whole path. */
  files: Map<string, MemoryFile>
  /** Of what is not served. */
  diagnostics: Diagnostic[]
}

export type MemoryFile = string | Uint8Array

const encoder = new TextEncoder()

/** The bytes of a file; text is UTF-8. */
export function bytesOf(file: MemoryFile): Uint8Array {
  return typeof file === 'string' ? encoder.encode(file) : file
}

export function memoryTree(skills: MemorySkills): MemoryTree {
  const tree: MemoryTree = { files: new Map(), diagnostics: [] }
  for (const [skillPath, files] of Object.entries(skills)) {
    for (const [filePath, content] of Object.entries(files)) {
      const path = `${skillPath}/${filePath}`
      if (isServed(path, tree.diagnostics)) tree.files.set(path, content)
    }
  }
  return tree
}

function isServed(path: string, diagnostics: Diagnostic[]): boolean {
  const segments = path.split('/')
  const faults = segments.map(nameFault).filter((fault) => fault !== undefined)
  const tooLong = Buffer.byteLength(path) > MAX_PATH_BYTES
  const fault = tooLong ? TOO_LONG : (faults.find(({ served }) => !served) ?? faults[0])
  if (fault?.served !== false && segments.some(isPrivateName)) return false
  if (fault === undefined) return true
  const message = fault.served ? `The name makes trouble: ${fault.why}` : `Not served: ${fault.why}`
  diagnostics.push(diagnostic('RESOURCE_UNSAFE_NAME', visible(path), message, { hint: 'Rename it.' }))
  return fault.served
}

const TOO_LONG = { served: false, why: 'its path is too long for a URI' }
