import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const DIST = resolve(import.meta.dirname, '../../dist')

/** The URL of a built file, to import it from anywhere. */
export const built = (path: string): string => pathToFileURL(resolve(DIST, path)).href

export interface ScriptRun {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program in a Node process of its own, with the machine's own skills out of sight. */
export function runScript(args: string[], options: { cwd: string; script?: string }): Promise<ScriptRun> {
  const { cwd, script } = options
  const env = { PATH: process.env['PATH']!, HOME: cwd, XDG_CONFIG_HOME: cwd }
  const all = script === undefined ? args : ['--input-type=module', '--eval', script, ...args]
  const child = spawn(process.execPath, all, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const run = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ code, ...run }))
  })
}
