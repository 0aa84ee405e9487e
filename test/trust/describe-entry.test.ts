import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillEntry } from '../../src/sources/types.ts'
import { describeEntry, type DescribeOptions } from '../../src/trust/describe-entry.ts'
import { diffLines, type DiffLine } from '../../src/trust/diff-lines.ts'
import { fingerprintOf } from '../../src/trust/fingerprint.ts'
import { htmlCommentsIn } from '../../src/trust/hidden-text.ts'
import { identityOf } from '../../src/trust/identity.ts'
import { entryWith, identity, records } from './records.ts'
import { REFUNDS, skillFile, upstream, type Files } from './upstream.ts'

const { opened } = records()

function contentsOf(files: Files): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
}

async function described(files: Files, more: Partial<DescribeOptions> = {}) {
  const entry = (await upstream({ refunds: files }).get('refunds'))!
  return describeEntry(entry, { identity, contents: contentsOf(files), ...more })
}

describe('the description of a skill for whoever approves it (H39)', () => {
  it('tells every file with size and digest, their sum, the scripts, and the fingerprint to approve', async () => {
    const entry = await entryWith()
    const view = describeEntry(entry, { identity })
    expect(view).toEqual({
      identity: { label: 'docs', endpoint: 'https://docs.example/mcp', uri: 'skill://refunds' },
      name: 'refunds',
      description: 'Handles refunds.',
      fingerprint: fingerprintOf(entry),
      files: (entry.files as object[]).map((file) => ({ ...file, inspected: false })),
      bytes: Object.values(REFUNDS).join('').length,
      scripts: ['scripts/run.sh'],
      allowedTools: [],
      frontmatter: entry.frontmatter,
      hidden: [],
      comments: [],
    })
  })

  it('H18: needs no content, and tells which content it had', async () => {
    const server = upstream()
    const entry = (await server.get('refunds'))!
    const view = describeEntry(entry, {
      identity: identityOf(server, 'refunds'),
      contents: contentsOf({ 'SKILL.md': REFUNDS['SKILL.md']! }),
    })
    expect(view.files).toContainEqual(expect.objectContaining({ path: 'SKILL.md', inspected: true }))
    expect(view.files).toContainEqual(
      expect.objectContaining({ path: 'references/guide.md', inspected: false }),
    )
    expect(server.calls).toEqual(['get refunds'])
  })

  it('shows what the skill wants beside being read: tools and hooks', async () => {
    const view = await described({
      'SKILL.md': skillFile('refunds', 'allowed-tools: Bash(rm *) Read\nhooks: {Stop: [{command: x}]}\n'),
    })
    expect(view.allowedTools).toEqual(['Bash(rm *)', 'Read'])
    expect(view.hooks).toEqual({ Stop: [{ command: 'x' }] })
  })

  it('finds scripts by name, by folder, and by their first two bytes', async () => {
    const view = await described({
      ...REFUNDS,
      'run.PY': '',
      'scripts/data.txt': '',
      tool: '#!/bin/sh\n',
      'notes.md': '# not one\n',
    })
    expect(view.scripts).toEqual(['run.PY', 'scripts/data.txt', 'scripts/run.sh', 'tool'])
  })

  it('E2: shows hidden characters of names, fields and texts, with code points and line', async () => {
    const view = await described({
      'SKILL.md': `---\nname: refunds\ndescription: "Nice.\\u200b"\n---\nOne.\nTwo\u{e0041}\u{e0042}.\nThree\u202e\u0007.\n`,
      'a\u200bb.md': '',
    })
    expect(view.hidden).toEqual([
      {
        path: 'a\u200bb.md',
        part: 'name',
        line: 1,
        count: 1,
        kinds: ['U+200B (zero-width space)'],
        shown: 'a\\u{200b}b.md',
      },
      {
        path: 'SKILL.md',
        part: 'frontmatter',
        line: 2,
        count: 1,
        kinds: ['U+200B (zero-width space)'],
        shown: 'description: Nice.\\u{200b}',
      },
      {
        path: 'SKILL.md',
        part: 'text',
        line: 6,
        count: 2,
        kinds: ['U+E0041 (tag character)', 'U+E0042 (tag character)'],
        shown: 'Two\\u{e0041}\\u{e0042}.',
      },
      {
        path: 'SKILL.md',
        part: 'text',
        line: 7,
        count: 2,
        kinds: ['U+202E (bidi control)', 'U+0007 (control character)'],
        shown: 'Three\\u{202e}\\u{7}.',
      },
    ])
  })

  it('E3: shows the comments that a rendered view leaves out, as they are', async () => {
    const view = await described({
      'SKILL.md': `${skillFile('refunds')}<!-- first\nline -->\ntext <!--second-->\n<!-- open`,
    })
    expect(view.comments).toEqual([
      { path: 'SKILL.md', line: 6, text: ' first\nline ' },
      { path: 'SKILL.md', line: 8, text: 'second' },
      { path: 'SKILL.md', line: 9, text: ' open' },
    ])
  })

  it('finds comments in no more than linear time', () => {
    const begun = performance.now()
    expect(htmlCommentsIn('<!---->\n'.repeat(100_000)).at(-1)!.line).toBe(100_000)
    htmlCommentsIn('<!--'.repeat(250_000))
    expect(performance.now() - begun).toBeLessThan(1000)
  })

  it('has no fingerprint for a dynamic skill (H43)', async () => {
    const entry: SkillEntry = { ...(await entryWith()), files: 'dynamic' }
    expect(describeEntry(entry, { identity })).not.toHaveProperty('fingerprint')
  })

  it('takes bytes that are no text for what they are', async () => {
    const view = await described({
      ...REFUNDS,
      'logo.png': Buffer.from([0x89, 0x50, 0, 0xff, 0x3c, 0x21, 0x2d, 0x2d]),
    })
    expect(view.hidden).toEqual([])
    expect(view.comments).toEqual([])
  })
})

describe('the description of a skill that has changed since it was approved (H30)', () => {
  it('tells files, fields and lines', async () => {
    const { approvals } = await opened()
    const entry = await entryWith()
    const before = await approvals.approve({
      identity,
      entry,
      grant: 'load',
      fingerprint: fingerprintOf(entry)!,
    })
    const files = { ...REFUNDS, 'SKILL.md': skillFile('refunds', 'license: MIT\n'), 'new.md': '' }
    const view = await described(files, { before, skillFileBefore: Buffer.from(REFUNDS['SKILL.md']!) })
    expect(view.changes).toEqual({
      added: ['new.md'],
      removed: [],
      changed: ['SKILL.md'],
      frontmatter: [{ field: 'license', after: 'MIT' }],
      becameDynamic: false,
    })
    expect(view.skillFileDiff!.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'added', text: 'license: MIT' },
    ])
  })
})

describe('the difference between two texts', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '')).map((lines) => lines.join('\n'))
  it('gives both texts back, and nothing but the same for the same', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(before, after)
        expect(side(diff, 'added')).toBe(before)
        expect(side(diff, 'removed')).toBe(after)
        expect(diff.every(({ kind }) => kind === 'same')).toBe(before === after)
      }),
    )
  })

  it('keeps as much the same as can be', () => {
    expect(diffLines('a\nb\nc\nd', 'a\nx\nc\ny\nd').map(({ kind, text: line }) => `${kind} ${line}`)).toEqual(
      ['same a', 'removed b', 'added x', 'same c', 'added y', 'same d'],
    )
  })

  it('shows the whole where two huge texts have nothing in common', () => {
    const begun = performance.now()
    expect(diffLines(huge('a'), huge('b'))).toHaveLength(10_000)
    expect(performance.now() - begun).toBeLessThan(1000)
  })
})

/** One of the two texts that a difference was made of. */
function side(diff: DiffLine[], other: 'added' | 'removed'): string {
  const lines = diff.filter(({ kind }) => kind !== other)
  return lines.map(({ text }) => text).join('\n')
}

function huge(word: string): string {
  return Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join('\n')
}
