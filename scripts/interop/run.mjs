import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

/** The built command line. */
export const CLI = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** The output of a program; fails with the last line of its error output where it fails. */
export async function run(command, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024, ...options })
    return stdout
  } catch (error) {
    const last = String(error.stderr ?? '')
      .trim()
      .split('\n')
      .at(-1)
    throw new Error(last === '' ? `it ended with ${error.code}` : last, { cause: error })
  }
}
