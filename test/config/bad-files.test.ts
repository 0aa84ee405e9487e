import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config/load-config.ts'
import { configOf, place, projectConfig } from './place.ts'

/** What is wrong, the file, and the errors it gets (after `skillway.yaml:`). */
type BadFile = [string, string, ...string[]]

/** `# what is wrong`, the file, and a line `=> error` for each error; cases are separated by an empty line. */
const BAD: BadFile[] = readFileSync(join(import.meta.dirname, 'bad-files.txt'), 'utf8')
  .split('\n\n')
  .map((text): BadFile => {
    const lines = text.trimEnd().split('\n')
    const errors = lines.filter(isError).map((line) => line.slice(3))
    const file = lines.slice(1).filter((line) => !isError(line))
    return [lines[0]!.slice(2), file.join('\n'), ...errors]
  })

function isError(line: string): boolean {
  return line.startsWith('=> ')
}

const NO_SKILLS = 'maxSkills must be a whole number from 1 to 1000, not 0'

/** Files that cannot stand in a text file. */
const BAD_BYTES: BadFile[] = [
  ['a null byte', 'maxSkills: 1\0', '1:13: the file is not valid YAML: null byte is not allowed in input'],
  ['lines that end in CRLF', 'skills: {}\r\nmaxSkills: 0\r\n', `2:12: ${NO_SKILLS}`],
  ['lines that end in a lone CR', 'skills: {}\rmaxSkills: 0\r', `2:12: ${NO_SKILLS}`],
  ['a byte order mark', '\ufeffmaxSkills: 0', `1:12: ${NO_SKILLS}`],
  ['an emoji before the fault', '{ skills: { paths: ["😀"] }, maxSkills: 0 }', `1:41: ${NO_SKILLS}`],
]

describe('a bad config file is refused with place, fault and remedy', () => {
  it.each([...BAD, ...BAD_BYTES])('%s', async (_, text, ...errors) => {
    const loading = projectConfig(text, { env: { EMPTY: '' } })
    await expect(loading).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: errors.map((error) => `skillway.yaml:${error}`).join('\n'),
      hint: 'docs/config.md describes every key; schema/skillway.schema.json lets an editor check them.',
    })
  })

  it('tells the errors of all files together, each file in the order of its lines', async () => {
    const loading = configOf({
      'home/project/skillway.json': '{\n\t"maxSkills": 0,\n\t"skill": {}\n}',
      'home/.config/skillway/skillway.yml': 'mcpServers: {}\nmcp_servers: {}\napprovals: none',
    })
    await expect(loading).rejects.toMatchObject({
      message: [
        'skillway.json:2:15: maxSkills must be a whole number from 1 to 1000, not 0',
        "skillway.json:3:2: unknown key 'skill'; did you mean 'skills'?",
        "~/.config/skillway/skillway.yml:3:1: unknown key 'approvals'; did you mean 'approval'?",
      ].join('\n'),
    })
  })

  it('tells twenty errors at the most and how many are left', async () => {
    const loading = projectConfig(Array.from({ length: 30 }, (_, i) => `x${i}: 1`).join('\n'))
    await expect(loading).rejects.toThrow(/^(?:skillway\.yaml:\d+:1: .*\n){20}and 10 more$/)
  })

  it.each([
    ['more than 1 MiB', `# ${'x'.repeat(1024 * 1024)}`, 'the config is larger than 1048576 bytes'],
    ['Latin-1', Buffer.from('maxSkills: 1 # \xe9', 'latin1'), 'the config is not UTF-8 text'],
    ['UTF-16', Buffer.from('\ufeffmaxSkills: 1', 'utf16le'), 'the config is not UTF-8 text'],
  ])('refuses a file of %s', async (_, content, message) => {
    const loading = configOf({ 'home/project/skillway.yaml': content })
    await expect(loading).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `skillway.yaml: ${message}`,
    })
  })

  it('refuses more servers and more values than anybody writes, whatever aliases make of them', async () => {
    const servers = Array.from({ length: 201 }, () => '- uvx a').join('\n')
    await expect(projectConfig(`mcpServers:\n${servers}`)).rejects.toThrow(
      'skillway.yaml:2:1: mcpServers must not hold more than 200',
    )
    const labelled = Array.from({ length: 201 }, (_, i) => `  a${i}: { command: b }`).join('\n')
    await expect(projectConfig(`mcpServers:\n${labelled}`)).rejects.toThrow(
      'skillway.yaml:2:3: mcpServers must not hold more than 200',
    )
    const laughs = [
      'a: &a [x, x, x, x, x, x, x, x, x, x]',
      'b: &b [*a, *a, *a, *a]',
      'c: &c [*b, *b, *b, *b]',
    ]
    const many = `${laughs.join('\n')}\nd: [${'x, '.repeat(1000)}]\ne: &e [${'x, '.repeat(9_500)}]\nf: *e`
    await expect(projectConfig(many)).rejects.toThrow(
      'skillway.yaml:6:4: the file holds more than 20000 values',
    )
  })

  it.each([
    ['nope.yaml', 'nope.yaml: there is no such config file'],
    ['./nope.yaml', 'nope.yaml: there is no such config file'],
    ['~/nope.yaml', '~/nope.yaml: there is no such config file'],
    ['../../nope.yaml', '../../nope.yaml: there is no such config file'],
    ['/nowhere/nope.yaml', 'nope.yaml: there is no such config file'],
    ['folder', 'folder: the config is not a regular file'],
    ['a\0b', "--config 'a\\u{0}b' holds a null byte"],
    ['', "--config '' names no file"],
    ['~eva/x', "--config '~eva/x' begins with '~' and a name; only '~/' is read as the home folder"],
  ])('refuses the file %j that somebody names', async (file, message) => {
    const where = place()
    mkdirSync(join(where.cwd, 'folder'))
    const refusal = await loadConfig({ ...where, file }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'CONFIG_INVALID', message })
    expect((refusal as { hint: string }).hint).not.toContain('every key')
  })

  it.skipIf(process.platform === 'win32')('never waits for a pipe', async () => {
    const where = place()
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(where.cwd, 'skillway.yaml')])
    await expect(loadConfig(where)).rejects.toThrow('skillway.yaml: the config is not a regular file')
  })
})
