import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lineage } from '../../src/sources/mcp/lineage.ts'
import { CLI } from '../serve/connect.ts'
import { run } from './run.ts'

let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillway-itself-'))
  await mkdir(join(cwd, '.git'))
  await mkdir(join(cwd, '.claude/skills/mine'), { recursive: true })
  await writeFile(
    join(cwd, '.claude/skills/mine/SKILL.md'),
    '---\nname: mine\ndescription: Mine.\n---\nBody.\n',
  )
})

afterAll(() => rm(cwd, { recursive: true, force: true }))

describe('a config that names the Skillway which reads it', () => {
  it('starts it once, not in an endless chain of processes', async () => {
    const starts = join(cwd, 'starts')
    const words = ['echo once >> "$0"; exec "$@"', starts, process.execPath, CLI, 'serve']
    const self = { command: '/bin/sh', args: ['-c', ...words] }
    await writeFile(join(cwd, 'skillway.json'), JSON.stringify({ mcpServers: { self } }))
    const { code, stdout } = await run(['list', '--json'], cwd)
    expect(code).toBe(0)
    const uris = (JSON.parse(stdout) as { skills: { uri: string }[] }).skills.map(({ uri }) => uri)
    expect(uris).toEqual(['skill://mine', 'skill://self/mine'])
    expect(await readFile(starts, 'utf8')).toBe('once\n')
  })

  it('may start other servers below, as deep as it likes', () => {
    let env: Record<string, string> = {}
    for (const arg of ['a', 'b', 'c']) {
      env = lineage({ type: 'stdio', command: 'skillway', args: [arg] }, env)
    }
    expect(() => lineage({ type: 'stdio', command: 'skillway', args: ['d'] }, env)).not.toThrow()
    expect(() => lineage({ type: 'stdio', command: 'skillway', args: ['a'] }, env)).toThrow(
      'it would start itself again and again',
    )
  })

  it('tells its servers no word of the command lines above them', () => {
    const env = lineage({ type: 'stdio', command: 'skillway', args: ['--token', 'sk-1234'] }, {})
    expect(JSON.stringify(env)).toMatch(/^\{"SKILLWAY_STARTED_BY":"sha256:[0-9a-f]{64}"\}$/)
  })
})
