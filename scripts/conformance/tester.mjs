import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SUITE = '@modelcontextprotocol/conformance'
export const SUITE_VERSION = '0.2.0-alpha.12'
/** What the suite itself needs; what it tests runs on the Node of this process. */
const NODE_MAJOR = 22

const execute = promisify(execFile)

/** The official conformance suite, installed from npm into a folder with a Node that it runs on; or why there is none. */
export async function installTester(folder) {
  const isRecent = Number(process.versions.node.split('.')[0]) >= NODE_MAJOR
  const runtime = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const packages = [`${SUITE}@${SUITE_VERSION}`, ...(isRecent ? [] : [`${runtime}@24`])]
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  try {
    await execute(npm, ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', ...packages])
  } catch (error) {
    const last = String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .at(-1)
    return { missing: `${packages.join(' and ')} could not be installed (${last})` }
  }
  const modules = join(folder, 'node_modules')
  const node = isRecent ? process.execPath : join(modules, runtime, 'bin', 'node')
  const suite = join(modules, SUITE, 'dist', 'index.js')
  return {
    /** Runs the suite with these arguments; gives how it ended and what it printed. */
    async run(args, options = {}) {
      const done = await execute(node, [suite, ...args], options).catch((error) => error)
      return { code: done.code ?? 0, output: `${done.stdout}${done.stderr}` }
    },
  }
}
