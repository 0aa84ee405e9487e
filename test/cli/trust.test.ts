import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { titled } from '../titled.ts'
import { type RemoteMachine, remoteMachine } from './remote.ts'
import { hasTerminal, typed } from './terminal.ts'

const FIRST = skillFile('First step.')
const SECOND = skillFile('Second step.')
const SCRIPT = '#!/bin/sh\necho deployed\n'
const DEPLOY = 'skill://team/deploy'
const FINGERPRINT = /(?<=Fingerprint +)sha256:[0-9a-f]{64}/
/** How a listing shows a time. */
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/

vi.setConfig({ testTimeout: 60_000 })

let machine: RemoteMachine

function skillFile(body: string): string {
  return `---\nname: deploy\ndescription: "Deploys \\u202e things."\nallowed-tools: Bash Read\n---\n${body}\n<!-- do not tell -->\nZero\u200bwidth.\n`
}

beforeAll(async () => {
  machine = await remoteMachine({
    'upstream/deploy/SKILL.md': FIRST,
    'upstream/deploy/scripts/run.sh': SCRIPT,
    'upstream/plain/SKILL.md': '---\nname: plain\ndescription: Plain.\n---\nBody.\n',
    'skills/local-one/SKILL.md': '---\nname: local-one\ndescription: Local.\n---\nBody.\n',
  })
})

afterAll(() => machine.close())

beforeEach(async () => {
  for (const folder of [machine.state, machine.cache]) rmSync(folder, { recursive: true, force: true })
  machine.configure({ team: machine.team })
  await machine.change('deploy', 'SKILL.md', FIRST)
  machine.asked.length = 0
})

const skillway = (...args: string[]) => machine.skillway(...args)
const json = (...args: string[]) => machine.json(...args)

/** Fingerprints of the skills as they are at the beginning of each test. */
const fingerprints = new Map<string, string>()

async function fingerprintOf(uri: string): Promise<string> {
  const known = fingerprints.get(uri) ?? FINGERPRINT.exec((await skillway('approve', uri)).stdout)![0]
  fingerprints.set(uri, known)
  return known
}

describe('approve', () => {
  it('shows what the skill is and how to approve exactly that, fetches no file and approves nothing (H18, H39, E2)', async () => {
    const { code, stdout } = await skillway('approve', DEPLOY)
    const shown = await json('approve', DEPLOY)
    const size = Buffer.byteLength(FIRST)
    expect(code).toBe(1)
    expect(stdout).toBe(`Skill        deploy
Description  Deploys \\u{202e} things.
Server       team (${machine.url}…)
URI there    skill://deploy
Fingerprint  ${shown.fingerprint}
Files (2, ${size + SCRIPT.length} bytes)
  SKILL.md        ${size}  ${shown.files[0].digest}  not fetched yet
  scripts/run.sh  ${SCRIPT.length}   ${shown.files[1].digest}  not fetched yet
Scripts: scripts/run.sh
Asks for tools: Bash, Read
Other fields: allowed-tools
Hidden text in the frontmatter of SKILL.md: U+202E (bidi control): description: Deploys \\u{202e} things.
SKILL.md has not been fetched: --show fetches it, prints it and tells what it hides.
Not approved. To approve exactly this: skillway approve '${DEPLOY}' --fingerprint ${shown.fingerprint}
`)
    expect(shown).toMatchObject({
      code: 1,
      identity: { label: 'team', uri: 'skill://deploy' },
      name: 'deploy',
      scripts: ['scripts/run.sh'],
      allowedTools: ['Bash', 'Read'],
      approved: false,
      reason: expect.stringContaining('To approve exactly this') as string,
    })
    expect((await skillway('approvals')).stdout).toBe('Nothing is approved.\n')
    expect(machine.asked).toContain('skills/get')
    expect(machine.asked).not.toContain('resources/read')
  })

  it('with --show prints SKILL.md with all that it hides, as it is about to be approved (E2, E3)', async () => {
    const { stdout } = await skillway('approve', DEPLOY, '--show')
    expect(stdout).toContain(`Hidden text in SKILL.md:8: U+200B (zero-width space): Zero\\u{200b}width.
HTML comment in SKILL.md:7: do not tell
SKILL.md
---
name: deploy
description: "Deploys \\u202e things."
allowed-tools: Bash Read
---
First step.
<!-- do not tell -->
Zero\\u{200b}width.

Not approved. To approve exactly this: skillway approve`)
    expect(stdout).not.toMatch(/[\u200b\u202e]/)
  })

  it('of what was shown lets the skill load, in every later run, tagged with its origin (H12, H34, H40, H47)', async () => {
    const before = await skillway('load', DEPLOY)
    expect(before).toMatchObject({ code: 1, stdout: '' })
    expect(before.stderr).toContain("Skill 'deploy' of 'team' has not been approved yet")
    expect(before.stderr).toContain(`run: skillway approve '${DEPLOY}'`)

    const fingerprint = await fingerprintOf(DEPLOY)
    const approved = await skillway('approve', DEPLOY, '--fingerprint', fingerprint)
    expect(approved).toMatchObject({ code: 0, stdout: `Approved ${DEPLOY} for load, until it changes.\n` })

    for (const fetched of [1, 1]) {
      const { code, stdout } = await skillway('load', 'deploy')
      expect(code).toBe(0)
      expect(stdout).toMatch(
        /^<skill_content name="deploy" uri="skill:\/\/team\/deploy" origin="mcp:team" [^>]*>\nFirst step\./,
      )
      expect(machine.asked.filter((rpc) => rpc === 'resources/read')).toHaveLength(fetched)
    }
    expect((await skillway('load', 'plain')).code).toBe(1)
  })

  it('refuses the fingerprint of what it was before, and shows what it is now (H10)', async () => {
    const old = await fingerprintOf(DEPLOY)
    await machine.change('deploy', 'SKILL.md', SECOND)
    const stale = await skillway('approve', DEPLOY, '--fingerprint', old)
    expect(stale.code).toBe(1)
    const now = FINGERPRINT.exec(stale.stdout)![0]
    expect(now).not.toBe(old)
    expect(stale.stdout).toContain(
      `Not approved: the skill has changed, it is not what had the fingerprint that you gave. To approve exactly this: skillway approve '${DEPLOY}' --fingerprint ${now}\n`,
    )
    expect((await skillway('load', DEPLOY)).code).toBe(1)
    expect(await json('approve', DEPLOY, '--fingerprint', now)).toMatchObject({
      code: 0,
      fingerprint: now,
      approved: true,
    })
  })

  it('is over once the skill changes: that is said, the difference shown, and the old content stays refused (D8, D9, H24, H41)', async () => {
    await machine.approve(DEPLOY)
    expect((await skillway('load', DEPLOY)).code).toBe(0)
    await machine.change('deploy', 'references/new.md', 'New.\n')
    await machine.change('deploy', 'SKILL.md', SECOND)

    const { code, stderr } = await skillway('load', DEPLOY)
    expect(code).toBe(1)
    expect(stderr).toContain("APPROVAL_REVOKED skill://deploy: 'skill://deploy' of 'team' has changed")
    expect(stderr).toContain(
      "Skill 'deploy' of 'team' has to be approved again: 1 file changed; 1 file added",
    )
    expect((await skillway('approvals')).stdout).toMatch(/deploy {2}load {3}revoked: the skill changed {2}\d/)
    expect((await skillway('approve', DEPLOY, '--show')).stdout).toContain(`Since the last approval
  added references/new.md
  changed SKILL.md
  - First step.
  + Second step.
`)
    rmSync(`${machine.home}/upstream/deploy/references`, { recursive: true })
    await machine.change('deploy', 'SKILL.md', FIRST)
    expect((await skillway('load', DEPLOY)).stderr).toContain('it had other content in between')
  })

  it.runIf(hasTerminal).each([
    ['y', 'y\n', 0, 'Approved skill://team/deploy for load, until it changes.'],
    ['n', 'n\n', 1, 'Not approved.'],
    ['Ctrl-D', '\u0004', 1, 'Not approved.'],
  ])('asks the person at a terminal, who types %s', async (_, keys, code, last) => {
    const done = await typed(['approve', DEPLOY], machine.home, { answer: keys })
    expect(done.output).toMatch(
      /Fingerprint +sha256[\s\S]*--show fetches it[\s\S]*Approve exactly this for load\?/,
    )
    expect(done.output.trimEnd().split('\n').at(-1)).toBe(last)
    expect(done.code).toBe(code)
  })

  it('for one grant is none for another, and each is taken back by itself (H35)', async () => {
    await machine.approve(DEPLOY, 'execute')
    expect((await skillway('load', DEPLOY)).code).toBe(1)
    await machine.approve(DEPLOY)
    expect((await json('approvals')).approvals.map(({ grant }: { grant: string }) => grant)).toEqual([
      'execute',
      'load',
    ])
    const revoked = await skillway('revoke', DEPLOY, '--grant', 'load')
    expect(revoked).toMatchObject({ code: 0, stdout: `Revoked load of ${DEPLOY}.\n` })
    expect((await skillway('load', DEPLOY)).code).toBe(1)
    expect((await json('revoke', 'deploy')).revoked).toEqual([
      { uri: DEPLOY, label: 'team', grant: 'execute' },
    ])
  })

  it.each(
    titled([
      { title: 'no such skill', args: ['approve', 'nope'], code: 1, text: "Skill not found: 'nope'" },
      { title: 'a local skill', args: ['approve', 'local-one'], code: 2, text: 'is a local skill' },
      {
        title: 'half a fingerprint',
        args: ['approve', DEPLOY, '--fingerprint', 'sha256:12'],
        code: 2,
        text: "'sha256:12' is not a fingerprint",
      },
      {
        title: 'a grant that does not exist',
        args: ['approve', DEPLOY, '--grant', 'all'],
        code: 2,
        text: 'Allowed choices are load, execute, allowed-tools',
      },
      {
        title: 'nothing to revoke',
        args: ['revoke', DEPLOY],
        code: 1,
        text: "Nothing is approved for 'skill://team/deploy'",
      },
      {
        title: 'a path for a skill',
        args: ['revoke', '../x'],
        code: 1,
        text: 'Security error: Path traversal detected in URI',
      },
      {
        title: 'a server that nothing is kept of',
        args: ['cache', 'purge', 'temm'],
        code: 2,
        text: "Nothing is kept of a server 'temm'",
      },
    ]),
  )('says what is wrong with %s', async (_, { args, code, text }) => {
    machine.configure({ team: machine.team }, { skills: { paths: ['./skills'] } })
    const done = await skillway(...args)
    expect(done.stderr).toContain(text)
    expect(done).toMatchObject({ code, stdout: '' })
    expect(done.stderr).not.toContain(machine.home)
  })
})

describe('approvals, cache and sources', () => {
  it('show what is approved, what is kept and where it is from, also as JSON', async () => {
    const fingerprint = await fingerprintOf(DEPLOY)
    await machine.approve(DEPLOY)
    await skillway('load', DEPLOY)
    expect((await skillway('approvals')).stdout.replace(TIME, 'TIME')).toBe(
      `URI                  GRANT  STATE     GIVEN\n${DEPLOY}  load   approved  TIME\n`,
    )
    expect((await json('approvals')).approvals).toEqual([
      {
        uri: DEPLOY,
        label: 'team',
        endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp#sha256:[0-9a-f]{64}$/) as string,
        grant: 'load',
        fingerprint,
        approvedAt: expect.stringMatching(TIME) as string,
        state: 'approved',
      },
    ])
    const bytes = Buffer.byteLength(FIRST)
    expect(await json('cache', 'verify')).toMatchObject({ code: 0, sound: 1, bytes, corrupt: [], unused: 0 })
    expect((await json('sources')).sources[1]).toMatchObject({
      label: 'team',
      kind: 'mcp',
      skills: 2,
      server: { state: 'ready', protocol: 'extension', protocolVersion: '2026-07-28' },
    })
  })

  it('after a server is gone say so, and a purge forgets its files and approvals, though not those of others (H11, H48)', async () => {
    await machine.approve(DEPLOY)
    await skillway('load', DEPLOY)
    await machine.approve('skill://team/plain')
    machine.configure({})
    expect((await skillway('approvals')).stdout).toContain('orphaned: no server has this label now')
    expect((await skillway('load', DEPLOY)).code).toBe(1)
    machine.configure({ team: { url: 'http://127.0.0.1:9/mcp' } })
    expect((await skillway('approvals')).stdout).toContain('orphaned: the label is of another server now')
    machine.configure({ team: machine.team })
    expect((await skillway('cache', 'purge')).stdout).toBe('Removed 1 file.\n')
    machine.configure({})
    expect((await skillway('cache', 'purge')).stdout).toBe(
      'Removed 0 files, and forgot 2 approvals of servers that are gone.\n',
    )
    expect((await skillway('approvals')).stdout).toBe('Nothing is approved.\n')
  })
})
