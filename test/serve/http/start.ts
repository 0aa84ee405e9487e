import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createCatalog } from '../../../src/catalog/catalog.ts'
import type { Catalog } from '../../../src/catalog/types.ts'
import { serveOnHttp } from '../../../src/serve/http/listen.ts'
import { tokenHash } from '../../../src/serve/http/token-auth.ts'
import type { HttpOptions, RequestLog, TokenGrant } from '../../../src/serve/http/types.ts'
import { directorySource } from '../../../src/sources/directory/source.ts'
import type { SkillSource } from '../../../src/sources/types.ts'

export interface Started {
  url: string
  port: number
  catalog: Catalog
  /** The folder of skills. */
  root: string
  put(path: string, content: string | Uint8Array): void
  logs: RequestLog[]
  warnings: string[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export const skillFile = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody of ${name}.\n`

/** A real server on a free port over real folders, with two skills and what `sources` adds. */
export async function start(
  options: HttpOptions & { sources?: SkillSource[] | undefined; folders?: boolean } = {},
): Promise<Started> {
  const { sources = [], folders = true, ...http } = options
  const root = mkdtempSync(join(tmpdir(), 'skillway-http-'))
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  if (folders) {
    put('alpha/SKILL.md', skillFile('alpha'))
    put('alpha/references/guide.md', 'The guide.')
    put('beta/SKILL.md', skillFile('beta'))
  }
  const local = directorySource({ label: 'local', roots: [{ path: root, shown: 'skills' }] })
  const catalog = createCatalog([local, ...sources])
  const logs: RequestLog[] = []
  const warnings: string[] = []
  const server = await serveOnHttp(catalog, {
    port: 0,
    onRequest: (log) => logs.push(log),
    onWarning: (text) => warnings.push(text),
    ...http,
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= (async () => {
      await server.close()
      await catalog.close()
      rmSync(root, { recursive: true, force: true })
    })()
    return closed
  }
  const { url, port } = server
  return { url, port, catalog, root, put, logs, warnings, close, [Symbol.asyncDispose]: close }
}

export function grant(token: string, name: string, sources?: string[]): TokenGrant {
  return { name, sha256: tokenHash(token), sources }
}
