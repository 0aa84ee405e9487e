import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { benchFolder } from '../bench-folder.ts'
import { type PeerName, type PeerPackage, PEERS } from './peer-list.ts'

/** An installed peer, or why there is none. */
export type Peer = { title: string; folder: string; skipped?: never } | { title: string; skipped: string }

export type Peers = Record<PeerName, Peer>

/** A module in the folder of a peer that imports what is installed there. */
const BRIDGE = 'bridge.mjs'

/** Installs every peer in a folder of its own, once. What cannot be installed is skipped and says why. */
export async function installPeers({ wanted }: { wanted: boolean }): Promise<Peers> {
  const names = Object.keys(PEERS) as PeerName[]
  const peers = []
  for (const name of names) peers.push([name, await installed(name, wanted)] as const)
  return Object.fromEntries(peers) as Peers
}

/** What the package `name` exports, as it is installed in a peer's folder. */
export async function importFrom(folder: string, name: string): Promise<unknown> {
  const bridge = (await import(pathToFileURL(join(folder, BRIDGE)).href)) as {
    load(name: string): Promise<unknown>
  }
  return bridge.load(name)
}

/** The path of a program of an installed package. */
export function programOf(folder: string, name: string, bin: string): string {
  const home = join(folder, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(home, bins[bin]!)
}

async function installed(name: PeerName, wanted: boolean): Promise<Peer> {
  const packages = packagesFor(PEERS[name])
  const title = packages[0]!
  if (!wanted) return { title, skipped: 'peers were not wanted' }
  const folder = benchFolder('peers', packages.join('+').replaceAll('/', '-'))
  if (existsSync(join(folder, BRIDGE))) return { title, folder }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict', '--loglevel=error']
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder, timeout: 180_000 })
  } catch (error) {
    return { title, skipped: lastLine(error) }
  }
  writeFileSync(join(folder, BRIDGE), 'export const load = (name) => import(name)\n')
  return { title, folder }
}

function packagesFor({ packages, before }: PeerPackage): readonly string[] {
  const major = Number(process.versions.node.split('.')[0])
  return before !== undefined && major < before.major ? before.packages : packages
}

function lastLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  const lines = (stderr ?? message).split('\n').filter((line) => line.trim() !== '' && !line.includes('log'))
  return lines.at(-1) ?? 'npm install failed'
}
