import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { crc32 } from 'node:zlib'
import { CORE_SCHEMA, load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { substituteArguments } from '../src/skill/arguments.ts'
import { parseSkill } from '../src/skill/parse.ts'
import { lintReferences } from '../src/skill/references.ts'

const ROOT = resolve(import.meta.dirname, '../examples/skills')
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => statSync(join(ROOT, file)).isFile())
  .toSorted()
const skillPaths = files.filter((file) => basename(file) === 'SKILL.md').map((file) => dirname(file))
const headingForm = new Set(['greeting'])
const specified = skillPaths.filter((skillPath) => !headingForm.has(skillPath))
const scripts = files.filter((file) => /\/scripts\//.test(file))

/** The fields of the Agent Skills specification, and the two with which clients describe arguments. */
const FIELDS = new Set([
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
  'argument-hint',
  'arguments',
])

describe('the example skills', () => {
  it('are the ones that the documentation names', () => {
    expect(skillPaths).toEqual([
      'api-review',
      'brand-kit',
      'commit-message',
      'csv-report',
      'greeting',
      'incident',
      'incident/postmortem',
      'json-diff',
      'release-notes',
      'sql-safety',
    ])
  })

  it.each(specified)('%s obeys the Agent Skills specification', (skillPath) => {
    const frontmatter = frontmatterOf(skillPath)
    const { name, description, metadata = {}, ...texts } = frontmatter
    expect(name).toBe(basename(skillPath))
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(description).toMatch(/\S/)
    expect(String(description).length).toBeLessThanOrEqual(1024)
    expect(String(texts['compatibility'] ?? '').length).toBeLessThanOrEqual(500)
    expect(Object.keys(frontmatter).filter((field) => !FIELDS.has(field))).toEqual([])
    for (const value of [...Object.values(texts), ...Object.values(Object(metadata))]) {
      expect(value).toBeTypeOf('string')
    }
  })

  it.each(specified)('%s says when to use it, within 30 to 120 lines', (skillPath) => {
    const { description } = frontmatterOf(skillPath)
    expect(description).toMatch(/\bUse (when|on|instead|after)\b/)
    const lines = text(`${skillPath}/SKILL.md`).split('\n').length - 1
    expect(lines).toBeGreaterThanOrEqual(30)
    expect(lines).toBeLessThanOrEqual(120)
  })

  it.each(skillPaths)(
    '%s parses without a warning and can be published unless it is in heading form',
    (skillPath) => {
      const path = `${skillPath}/SKILL.md`
      const { skill, diagnostics } = parseSkill(readFileSync(join(ROOT, path)), {
        path,
        folderName: basename(skillPath),
      })
      const isHeadingForm = headingForm.has(skillPath)
      expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([])
      expect(skill).toMatchObject({
        name: basename(skillPath),
        form: isHeadingForm ? 'heading' : 'frontmatter',
        listable: !isHeadingForm,
      })
    },
  )

  it.each(skillPaths)('%s has no link that the checker would report', (skillPath) => {
    const own = files.filter((file) => file.startsWith(`${skillPath}/`))
    const paths = own.map((file) => file.slice(skillPath.length + 1))
    expect(lintReferences(text(`${skillPath}/SKILL.md`), paths)).toEqual([])
  })

  it.each([
    ['greeting', 'Alice Company formal', ['Create a greeting for Alice from Company.', 'Use a formal tone.']],
    ['release-notes', 'v1 v2', ['Requested range: v1 v2']],
  ])('%s takes arguments, and only where it says so', (skillPath, given, lines) => {
    const body = text(`${skillPath}/SKILL.md`).replace(/^---\n.*?\n---\n/s, '')
    const filled = substituteArguments(body, { arguments: given, declared: true })
    const changed = filled.text.split('\n').filter((line) => !body.split('\n').includes(line))
    expect(filled.diagnostics).toEqual([])
    expect(changed).toEqual(lines)
  })

  it.each(specified.filter((skillPath) => skillPath !== 'release-notes'))(
    '%s holds nothing that arguments would replace',
    (skillPath) => {
      const body = text(`${skillPath}/SKILL.md`)
      const filled = substituteArguments(body, { arguments: 'x y', declared: true })
      expect(filled.text).toBe(`${body.trimEnd()}\n\nARGUMENTS: x y`)
    },
  )

  it.each(skillPaths)('%s links to each of its files, and only to files that exist', (skillPath) => {
    const linked = linksIn(`${skillPath}/SKILL.md`)
    const mentioned = scripts.filter((file) =>
      text(`${skillPath}/SKILL.md`).includes(file.slice(skillPath.length + 1)),
    )
    const own = files.filter((file) => skillOf(file) === skillPath && basename(file) !== 'SKILL.md')
    expect(linked.filter((file) => !files.includes(file))).toEqual([])
    expect([...linked, ...mentioned]).toEqual(expect.arrayContaining(own))
  })

  it.each(files.filter((file) => /\/references\//.test(file)))('%s has no links of its own', (file) => {
    expect(linksIn(file)).toEqual([])
  })

  it.each(files.filter((file) => !file.endsWith('.png')))(
    '%s is plain text with LF and no stray blanks',
    (file) => {
      expect(text(file)).toMatch(/[^\n]\n$/)
      expect(text(file)).not.toMatch(/\r|\t|[ ]$/m)
    },
  )

  it.skipIf(process.platform === 'win32').each(scripts)(
    '%s is executable and starts with a shebang',
    (file) => {
      expect(statSync(join(ROOT, file)).mode & 0o111).toBe(0o111)
      expect(text(file)).toMatch(/^#!\/usr\/bin\/env (python3|node)\n/)
    },
  )

  it('greeting is word for word the example of the AgentPool documentation', () => {
    expect(text('greeting/SKILL.md')).toBe(`# Skill: greeting

Generate a personalized greeting.

## Instructions

Create a greeting for $1 from $2.
Use a $3 tone.

## Allowed Tools

generate_text
`)
  })
})

describe('the files of brand-kit', () => {
  it('hold a valid PNG of less than 2 KB', () => {
    const png = readFileSync(join(ROOT, 'brand-kit/assets/logo.png'))
    expect(png.length).toBeLessThan(2048)
    expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n')
    const chunks = pngChunks(png)
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
    expect(chunks.filter(({ stored, computed }) => stored !== computed)).toEqual([])
    expect([chunks[0]!.data.readUInt32BE(0), chunks[0]!.data.readUInt32BE(4)]).toEqual([96, 96])
  })

  it('state the contrast ratios that WCAG computes', () => {
    const colours = text('brand-kit/references/colours.md')
    const hex = new Map(
      [...colours.matchAll(/^\| (\w+) \| `(#\w{6})`/gm)].map(([, name, value]) => [name, value!]),
    )
    const pairs = [...colours.matchAll(/^\| (\w+) \| (\w+) \| ([\d.]+):1 \|$/gm)]
    expect(pairs).toHaveLength(12)
    for (const [row, one, other] of pairs) {
      expect(row).toContain(`| ${contrast(hex.get(one)!, hex.get(other)!).toFixed(2)}:1 |`)
    }
  })
})

function text(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function frontmatterOf(skillPath: string): Record<string, unknown> {
  const [, yaml] = /^---\n(.*?)\n---\n/s.exec(text(`${skillPath}/SKILL.md`))!
  return load(yaml!, { schema: CORE_SCHEMA }) as Record<string, unknown>
}

/** The deepest skill whose folder holds the file. */
function skillOf(file: string): string | undefined {
  return skillPaths.findLast((skillPath) => file.startsWith(`${skillPath}/`))
}

/** Targets of relative Markdown links, as paths below the examples' folder. */
function linksIn(file: string): string[] {
  const prose = text(file).replaceAll(/^```.*?^```$|`[^`\n]*`/gms, '')
  return [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .filter(([, target]) => !/^[a-z]+:/.test(target!))
    .map(([, target]) => join(dirname(file), target!).replaceAll('\\', '/'))
}

function pngChunks(png: Buffer) {
  const chunks = []
  for (let at = 8; at < png.length;) {
    const end = at + 8 + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({
      type,
      data: png.subarray(at + 8, end),
      stored: png.readUInt32BE(end),
      computed: crc32(png.subarray(at + 4, end)),
    })
    at = end + 4
  }
  return chunks
}

function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
