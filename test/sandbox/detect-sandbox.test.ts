import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { detectSandbox } from '../../src/sandbox/detect-sandbox.ts'
import { runCommand } from '../../src/sandbox/run-command.ts'
import { createScratch } from '../../src/sandbox/scratch.ts'
import { describeInSandbox } from './sandbox-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'bwrap-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeInSandbox('the sandbox of this system', () => {
  it('is found by running it, and has a version', async () => {
    expect(await detectSandbox()).toEqual({ available: true, version: expect.stringMatching(/^\d+\.\d+/) })
  })

  it('is looked for once', () => {
    expect(detectSandbox()).toBe(detectSandbox())
  })
})

describe.runIf(process.platform === 'linux')('a system without a sandbox', () => {
  it('G2: is told apart, with the reason and what to do', async () => {
    expect(await detectSandbox({ bwrap: '/nowhere/bwrap' })).toEqual({
      available: false,
      reason: '/nowhere/bwrap is not installed',
      hint: expect.stringContaining('apt install bubblewrap'),
    })
  })

  it.each([
    ['bwrap: Unknown option --disable-userns', '0.8 or newer'],
    ["bwrap: Can't find source path /root/tmp/x: Permission denied", 'TMPDIR'],
    ['bwrap: No permissions to create new namespace', 'user namespaces'],
    ['bwrap: setting up uid map: Permission denied', 'user namespaces'],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'user namespaces'],
    ['/bin/bash: fork: retry: Resource temporarily unavailable', '5.14'],
    ['bwrap: something else\u001b[2J', 'by hand'],
  ])('G2: is told apart where the sandbox says %j', async (complaint, hint) => {
    const bwrap = fakeBwrap(`echo "${complaint}" >&2; exit 1`)
    const status = await detectSandbox({ bwrap })
    expect(status).toEqual({
      available: false,
      reason: complaint.replace('\u001b', '\\u{1b}'),
      hint: expect.stringContaining(hint),
    })
  })

  it('G2: is one whose sandbox runs commands but holds nothing back', async () => {
    const bwrap = fakeBwrap(
      'echo "{ \\"child-pid\\": $$ }" >&4; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    )
    expect(await detectSandbox({ bwrap })).toMatchObject({
      available: false,
      reason: 'it held nothing back: its root folder is that of the host',
    })
  })

  it('G2: runs nothing, and names no folder of the host to whoever asked', async () => {
    const scratch = await createScratch()
    const run = runCommand({ skillDir: folder, scratch, command: 'echo x > x' }, { bwrap: '/nowhere/bwrap' })
    await expect(run).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: 'The command was not run: the sandbox could not be started',
      hint: 'Run skillway doctor on the server to see why.',
    })
    expect(await scratch.files()).toEqual([])
    await scratch.dispose()
  })
})

let made = 0

function fakeBwrap(script: string): string {
  const path = join(folder, `bwrap${made++}`)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}
