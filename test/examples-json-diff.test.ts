import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { titled } from './titled.ts'

const SCRIPT = resolve(import.meta.dirname, '../examples/skills/json-diff/scripts/diff.mjs')

describe('diff.mjs', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'json-diff-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function run(args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  function diff(before: string | Uint8Array, after: string | Uint8Array, options: string[] = []) {
    writeFileSync(join(folder, 'before.json'), before)
    writeFileSync(join(folder, 'after.json'), after)
    return run([...options, 'before.json', 'after.json'])
  }

  it.each(
    titled([
      {
        title: 'key order and white space',
        before: '{"a":1,"b":[1,{"c":null}]}',
        after: '{ "b": [1, {"c":null}],\n "a": 1.0 }',
      },
      { title: 'a BOM', before: '\uFEFF{"a":"é"}', after: '{"a":"\\u00e9"}' },
      { title: 'the sign of zero', before: '[0]', after: '[-0]' },
      { title: 'scalars at the top', before: '"x"', after: '"x"' },
    ]),
  )('finds no differences in %s', (_title, { before, after }) => {
    expect(diff(before, after)).toEqual({ status: 0, stdout: 'no differences\n', stderr: '' })
  })

  it.each(
    titled([
      {
        title: 'values added, removed and changed, in the order of the first file',
        before: '{"version":"1.0.0","dependencies":{"left-pad":"1.3.0","x":1}}',
        after: '{"dependencies":{"x":1,"zod":"4.6.0"},"version":"1.1.0"}',
        lines: [
          '~ /version: "1.0.0" -> "1.1.0"',
          '- /dependencies/left-pad: "1.3.0"',
          '+ /dependencies/zod: "4.6.0"',
        ],
        total: '3 differences: 1 added, 1 removed, 1 changed',
      },
      {
        title: 'arrays by position',
        before: '[1,2,3]',
        after: '[1,3]',
        lines: ['~ /1: 2 -> 3', '- /2: 3'],
        total: '2 differences: 0 added, 1 removed, 1 changed',
      },
      {
        title: 'arrays by a field with --key',
        options: ['--key', 'id'],
        before: '[{"id":1,"v":1},{"id":"a","v":2}]',
        after: '[{"id":"a","v":3},{"id":2}]',
        lines: ['- /id=1: {"id":1,"v":1}', '~ /id=a/v: 2 -> 3', '+ /id=2: {"id":2}'],
        total: '3 differences: 1 added, 1 removed, 1 changed',
      },
      {
        title: 'by position where the field of --key is not unique',
        options: ['--key', 'id'],
        before: '[{"id":1},{"id":1}]',
        after: '[{"id":1},{"id":2}]',
        lines: ['~ /1/id: 1 -> 2'],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'keys with slashes, tildes and nothing in them as JSON Pointers',
        before: '{"a/b~c":1,"":2}',
        after: '{"a/b~c":2,"":3}',
        lines: ['~ /a~1b~0c: 1 -> 2', '~ /: 2 -> 3'],
        total: '2 differences: 0 added, 0 removed, 2 changed',
      },
      {
        title: 'another kind of value as changed',
        before: '{"a":[],"b":null,"c":{}}',
        after: '{"a":{},"b":false,"c":null}',
        lines: ['~ /a: [] -> {}', '~ /b: null -> false', '~ /c: {} -> null'],
        total: '3 differences: 0 added, 0 removed, 3 changed',
      },
      {
        title: 'the keys of Object.prototype as plain data',
        before: '{"__proto__":{"x":1}}',
        after: '{"__proto__":{"x":2},"constructor":3}',
        lines: ['~ /__proto__/x: 1 -> 2', '+ /constructor: 3'],
        total: '2 differences: 1 added, 0 removed, 1 changed',
      },
      {
        title: 'the whole document',
        before: '1',
        after: '[1]',
        lines: ['~ (whole document): 1 -> [1]'],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'nothing below an ignored pointer, where * is any one key',
        options: ['--ignore', '/builds/*/time', '--ignore', '/a~1b'],
        before: '{"builds":[{"time":1,"ok":true},{"time":2}],"a/b":{"c":1}}',
        after: '{"builds":[{"time":3,"ok":false},{"time":4}],"a/b":{"c":2}}',
        lines: ['~ /builds/0/ok: true -> false'],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'what stands above an ignored pointer',
        options: ['--ignore', '/*/*'],
        before: '{"a":1,"b":{"c":1}}',
        after: '{"a":2,"b":{"c":2}}',
        lines: ['~ /a: 1 -> 2'],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'line breaks, escapes and direction marks as text on one line',
        before: '{"a\\u001b\\n":1}',
        after: '{"a\\u001b\\n":"\\u202e\\n"}',
        lines: ['~ /a\\u{1b}\\u{a}: 1 -> "\\u{202e}\\n"'],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'long values cut',
        before: `"${'a'.repeat(200)}"`,
        after: '1',
        lines: [`~ (whole document): "${'a'.repeat(99)}… -> 1`],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
      {
        title: 'long values whole with --full',
        options: ['--full'],
        before: `"${'a'.repeat(200)}"`,
        after: '1',
        lines: [`~ (whole document): "${'a'.repeat(200)}" -> 1`],
        total: '1 difference: 0 added, 0 removed, 1 changed',
      },
    ]),
  )('shows %s', (_title, { before, after, options, lines, total }) => {
    const stdout = `${[...lines, total].join('\n')}\n`
    expect(diff(before, after, options)).toEqual({ status: 1, stdout, stderr: '' })
  })

  it('prints the differences as JSON with --json', () => {
    const { status, stdout } = diff('{"a":1,"b":2}', '{"b":null,"c":[]}', ['--json'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toEqual([
      { op: 'removed', path: '/a', old: 1 },
      { op: 'changed', path: '/b', old: 2, new: null },
      { op: 'added', path: '/c', new: [] },
    ])
    expect(diff('1', '1', ['--json'])).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
  })

  it('warns about integers that it cannot tell apart', () => {
    const { status, stdout, stderr } = diff('{"n":9007199254740993}', '{"n":"9007199254740993"}')
    expect({ status, stdout: stdout.split('\n').length }).toEqual({ status: 1, stdout: 3 })
    expect(stderr).toBe('diff.mjs: warning: before.json has integers too large to compare exactly\n')
  })

  it('takes nothing inside a string for a number or a bracket', () => {
    const text = JSON.stringify({ a: `\\" 9007199254740993 ${'['.repeat(600)}` })
    expect(diff(text, text)).toEqual({ status: 0, stdout: 'no differences\n', stderr: '' })
  })

  it.each(
    titled([
      { title: 'an unfinished file', before: '{"a":', message: /^before\.json is not valid JSON: .+/ },
      { title: 'an empty file', before: '', message: /^before\.json is not valid JSON: .+/ },
      { title: 'comments', before: '{} // no', message: /^before\.json is not valid JSON: .+/ },
      {
        title: 'another encoding',
        before: Buffer.from('"\xE9"', 'latin1'),
        message: /^before\.json is not UTF-8$/,
      },
      {
        title: 'nesting without end',
        before: '['.repeat(2e5) + ']'.repeat(2e5),
        message: /^before\.json is nested deeper than 500 levels$/,
      },
    ]),
  )('refuses %s with exit code 2', (_title, { before, message }) => {
    const { status, stdout, stderr } = diff(before, '{}')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.trimEnd().replace(/^diff\.mjs: /, '')).toMatch(message)
  })

  it.each(
    titled([
      { title: 'a missing file', args: ['nope.json', 'nope.json'], message: 'cannot read nope.json: ENOENT' },
      { title: 'a folder', args: ['.', '.'], message: 'cannot read .: EISDIR' },
      { title: 'one file', args: ['a.json'], message: 'two files are needed' },
      { title: 'an unknown option', args: ['--nope', 'a', 'b'], message: "Unknown option '--nope'" },
      {
        title: 'a pointer without slash',
        args: ['--ignore', 'a', 'x', 'y'],
        message: "--ignore a: a JSON Pointer starts with '/'",
      },
    ]),
  )('answers %s with exit code 2', (_title, { args, message }) => {
    const { status, stdout, stderr } = run(args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.split('\n')[0]).toBe(`diff.mjs: ${message}`)
  })
})
