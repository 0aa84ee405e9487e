import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLI } from '../serve/connect.ts'
import { type RemoteMachine, remoteMachine, SECRETS } from './remote.ts'

vi.setConfig({ testTimeout: 60_000 })

const PLAIN = 'skill://team/plain'
const isRoot = process.getuid?.() === 0

let machine: RemoteMachine

beforeAll(async () => {
  machine = await remoteMachine({
    'upstream/plain/SKILL.md': '---\nname: plain\ndescription: Plain.\n---\nBody.\n',
    'upstream/other/SKILL.md': '---\nname: other\ndescription: Other.\n---\nBody.\n',
  })
})

afterAll(() => machine.close())

beforeEach(() => {
  for (const folder of [machine.state, machine.cache]) rmSync(folder, { recursive: true, force: true })
  machine.configure({ team: machine.team })
})

const skillway = (...args: string[]) => machine.skillway(...args)
const approvePlain = () => machine.approve(PLAIN)
const approvalsFile = () => join(machine.state, 'approvals.json')

describe('a state or cache folder that others could change', () => {
  it.each([
    ['a state folder that its group may write to', () => madeWith(machine.state, 0o770), 'may write to it'],
    ['a cache folder that everybody may write to', () => madeWith(machine.cache, 0o777), 'may write to it'],
    ['a state folder that is a link', linkedState, 'it is a symbolic link'],
    ['a state folder that is a file', stateFile, 'it is not a folder'],
  ])('is refused, whatever is asked: %s (H7)', async (_, make, why) => {
    make()
    const { code, stdout, stderr } = await skillway('load', PLAIN)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^skillway: The folder 'skillway' is not safe to keep state in: /)
    expect(stderr).toContain(why)
    expect(stderr).toContain('SKILLWAY_STATE_DIR')
    expect(stderr).not.toContain(machine.home)
  })

  it.runIf(isRoot)('is refused where somebody else owns it (H7)', async () => {
    chownSync(madeWith(machine.state, 0o700), 65_534, 65_534)
    expect((await skillway('approvals')).stderr).toContain('somebody else owns it')
  })

  it.each([
    ['serve', 'SKILLWAY_STATE_DIR'],
    ['list', 'SKILLWAY_CACHE_DIR'],
  ])(
    'is refused where skills are looked for, before anything is served: %s with %s (H8, H46)',
    (command, variable) => {
      const folder = join(machine.home, '.claude/skills/kept')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const env = { PATH: process.env['PATH'], HOME: machine.home, [variable]: folder }
      const done = spawnSync(process.execPath, [CLI, command], {
        cwd: machine.home,
        env,
        encoding: 'utf8',
        input: '',
      })
      expect({ code: done.status, stdout: done.stdout }).toEqual({ code: 1, stdout: '' })
      expect(done.stderr).toContain(
        "The folder 'kept' for state or cache and the skills folder 'skills' lie one in the other",
      )
    },
  )
})

describe('approvals on disk', () => {
  it.each([
    ['is cut off', (text: string) => text.slice(0, 100), 'it is damaged'],
    [
      'was edited to approve something else (H9)',
      (text: string) => text.replace(/("fingerprint": "sha256:)[0-9a-f]{4}/, '$10000'),
      'its checksum is wrong',
    ],
  ])('count for nothing if the file %s: that is said, and it is kept aside (H4)', async (_, spoil, why) => {
    await approvePlain()
    const spoilt = spoil(readFileSync(approvalsFile(), 'utf8'))
    writeFileSync(approvalsFile(), spoilt, { mode: 0o600 })
    const { code, stderr } = await skillway('load', PLAIN)
    expect(code).toBe(1)
    expect(stderr.match(/STATE_UNREADABLE/g)).toHaveLength(1)
    expect(stderr).toContain(why)
    expect(stderr).toContain('has not been approved yet')
    await approvePlain()
    const aside = readdirSync(machine.state).find((name) => name.includes('.unreadable-'))
    expect(readFileSync(join(machine.state, aside!), 'utf8')).toBe(spoilt)
    expect((await skillway('load', PLAIN)).code).toBe(0)
  })

  it('keep both of two that were given at the same moment (H3)', async () => {
    const [plain, other] = await Promise.all([
      machine.json('approve', PLAIN),
      machine.json('approve', 'skill://team/other'),
    ])
    await Promise.all([
      skillway('approve', PLAIN, '--fingerprint', plain.fingerprint),
      skillway('approve', 'skill://team/other', '--fingerprint', other.fingerprint),
    ])
    const { approvals } = await machine.json('approvals')
    expect(approvals.map(({ uri }: { uri: string }) => uri).sort()).toEqual(['skill://team/other', PLAIN])
  })
})

describe('the cache on disk', () => {
  it('gives nothing that was changed there: it is fetched again, and that is said (H5, H45)', async () => {
    await approvePlain()
    await skillway('load', PLAIN)
    const [path] = blobs()
    writeFileSync(path!, readFileSync(path!, 'utf8').replace('Body', 'Evil'))
    const { code, stdout, stderr } = await skillway('load', PLAIN)
    expect(code).toBe(0)
    expect(stdout).toContain('Body.')
    expect(stderr).toContain('CACHE_CORRUPT')
    writeFileSync(blobs()[0]!, 'Evil')
    expect(await machine.json('cache', 'verify')).toMatchObject({
      code: 1,
      sound: 0,
      corrupt: [expect.stringMatching(/^sha256:/)],
    })
    expect(blobs()).toEqual([])
  })

  it('is no place where skills are found (H46, H47)', async () => {
    await approvePlain()
    await skillway('load', PLAIN)
    machine.configure({})
    expect((await skillway('list')).stdout).toBe('No skills available\n')
  })
})

describe('a server that is not there', () => {
  it('is named by every command that would need it', async () => {
    machine.configure({ team: { command: 'node', args: ['-e', 'process.exit(3)'] } })
    const why = "MCP server 'team' does not show all of its skills: its process ended with exit code 3"
    expect((await skillway('list')).stderr).toContain(why)
    expect(await skillway('doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^no +Server +MCP server 'team' does not show all/m) as string,
    })
    for (const command of ['load', 'approve']) {
      const { code, stderr } = await skillway(command, PLAIN)
      expect(code).toBe(1)
      expect(stderr).toContain(why)
    }
  })
})

describe('secrets of a server', () => {
  it('are in no output and in no file that is kept, also where the server repeats them (D33)', async () => {
    const script = 'console.error("no", process.env.TOKEN); process.exit(1)'
    const broken = { command: 'node', args: ['-e', script], env: { TOKEN: SECRETS.env } }
    machine.configure({ team: machine.team, broken })
    await approvePlain()
    await Promise.all([
      skillway('list'),
      skillway('sources', '--json'),
      skillway('approvals', '--json'),
      skillway('load', PLAIN),
      skillway('approve', 'skill://broken/x'),
    ])
    const kept = [machine.state, machine.cache].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    expect(kept.length).toBeGreaterThan(2)
    const shown = [...machine.outputs, ...kept].join('\n')
    for (const secret of Object.values(SECRETS)) expect(shown).not.toContain(secret)
  })
})

function madeWith(folder: string, mode: number): string {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, mode)
  return folder
}

function linkedState(): void {
  const elsewhere = madeWith(join(machine.home, 'elsewhere'), 0o700)
  mkdirSync(join(machine.state, '..'), { recursive: true })
  symlinkSync(elsewhere, machine.state)
}

function stateFile(): void {
  mkdirSync(join(machine.state, '..'), { recursive: true })
  writeFileSync(machine.state, '')
}

function blobs(): string[] {
  const folder = join(machine.cache, 'sha256')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
