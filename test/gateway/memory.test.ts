import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { CLI } from '../serve/connect.ts'
import { faulty, type TransportType } from '../sources/mcp/upstream.ts'

/** Prints, at the end of a process, the most memory that it ever had, in KiB. */
const TELL_PEAK =
  'data:text/javascript,process.on("exit",()=>console.error(`peak ${process.resourceUsage().maxRSS}`))'
const MEBIBYTE = 1024 * 1024
const LISTING_BYTES = 32 * MEBIBYTE
const home = mkdtempSync(join(tmpdir(), 'skillway-memory-'))

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe.each(['stdio', 'http'] as const)('a process that asks a server over %s', (type) => {
  it('needs no more memory than usual where a file has no end, or 200 MiB for a few bytes (D15, D16)', async () => {
    const command = ['load', 'skill://docs/refunds']
    const usual = await run(type, 'none', command)
    expect(usual.code).toBe(0)
    for (const fault of ['reads-endless', 'large-file']) {
      const { code, stderr, peak } = await run(type, fault, command)
      expect(code).toBe(1)
      expect(stderr).toMatch(/was refused: it sent (?:a message of )?more than \d+ bytes/)
      expect(peak - usual.peak).toBeLessThan(24 * MEBIBYTE)
    }
  }, 60_000)

  it('needs no more than a listing may have where the listing has no end (D16, D17)', async () => {
    const usual = await run(type, 'none', ['list'])
    const { stdout, stderr, peak } = await run(type, 'endless', ['list'])
    expect(stdout).toBe('No skills available\n')
    expect(stderr).toMatch(/it sent (?:a message of )?more than 33554432 bytes/)
    expect(peak - usual.peak).toBeLessThan(3 * LISTING_BYTES)
  }, 60_000)
})

/** Runs a command on the skills of a server with this fault, in a process of its own. */
async function run(type: TransportType, fault: string, command: string[]) {
  const { type: _, ...server } = await faulty(type, fault)
  writeFileSync(join(home, 'skillway.json'), JSON.stringify({ mcpServers: { docs: server } }))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', TELL_PEAK, CLI, ...command, '--no-defaults'],
    { cwd: home, env: { PATH: process.env['PATH'], HOME: home }, encoding: 'utf8' },
  )
  return { code: status, stdout, stderr, peak: Number(/peak (\d+)/.exec(stderr)?.[1]) * 1024 }
}
