import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The layers of docs/design.md, highest first; a folder imports only from its own line and those below. */
const LAYERS = [
  ['cli'],
  ['index', 'mcp', 'parse'],
  ['serve'],
  ['tools', 'config', 'library'],
  ['sandbox'],
  ['catalog'],
  ['trust'],
  ['sources'],
  ['sep2640'],
  ['skill'],
  ['uri'],
  ['errors', 'version', 'on-first-use', 'in-turn'],
  ['text'],
]
const SRC = resolve(import.meta.dirname, '../src')
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

describe('the layers of the code', () => {
  it.each(files)('%s imports only from its own layer and those below', (file) => {
    const own = layerOf(file)
    for (const target of importsOf(file)) {
      const other = layerOf(target)
      const sibling = LAYERS[own]!.length > 1 && own === other && partOf(file) !== partOf(target)
      expect(own <= other && !sibling, `${file} imports ${target}`).toBe(true)
    }
  })

  it.each(files)('%s has at most 300 lines', (file) => {
    expect(readFileSync(join(SRC, file), 'utf8').split('\n').length).toBeLessThanOrEqual(300)
  })
})

function partOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '')
}

function layerOf(file: string): number {
  const layer = LAYERS.findIndex((parts) => parts.includes(partOf(file)))
  expect(layer, `${file} is in no layer`).toBeGreaterThanOrEqual(0)
  return layer
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8')
  const relatives = [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
  return relatives.map(([, path]) => relative(SRC, resolve(SRC, dirname(file), path!)))
}
