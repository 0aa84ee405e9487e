import { describe, expect, it } from 'vitest'
import { SkillwayError } from '../../src/errors.ts'
import { readWithEntry } from '../../src/trust/read-with-entry.ts'
import { verified } from '../../src/trust/verified.ts'
import { filesOf, outcomeOf, REFUNDS, upstream } from './upstream.ts'

describe('the refresh of a stale entry (H24)', () => {
  it('happens once, asks the source itself, and goes on from the new entry', async () => {
    const source = upstream()
    const stale = (await source.get('refunds'))!
    source.skills = { refunds: { ...REFUNDS, 'references/guide.md': 'A new guide.\n' } }
    source.calls = []
    const { get } = source
    source.get = async (skillPath, options) => {
      const current = await get(skillPath, options)
      return options?.fresh ? current : stale
    }
    const { bytes, entry } = await readWithEntry(verified(source), 'refunds', 'references/guide.md')
    expect(Buffer.from(bytes).toString()).toBe('A new guide.\n')
    expect(entry).not.toEqual(stale)
    expect(source.calls).toEqual([
      'get refunds',
      'read refunds references/guide.md',
      'get refunds fresh',
      'read refunds references/guide.md',
    ])
  })

  it('is not repeated for a source that goes on lying', async () => {
    const source = upstream()
    source.readLie = () => Buffer.from('No.\n')
    expect(await outcomeOf(verified(source).read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
    expect(source.calls.filter((call) => call.startsWith('get'))).toEqual([
      'get refunds',
      'get refunds fresh',
    ])
    expect(source.calls.filter((call) => call.startsWith('read'))).toHaveLength(2)
  })

  it('tells the refusal, and not that the source broke off when it was asked again', async () => {
    const source = upstream()
    const { get } = source
    source.readLie = () => Buffer.from('No.\n')
    source.get = async (path, options) => {
      if (options?.fresh) throw new SkillwayError('SOURCE_UNAVAILABLE', 'gone')
      return get(path, options)
    }
    expect(await outcomeOf(verified(source).read('refunds', 'SKILL.md'))).toBe('VERIFICATION_FAILED')
  })

  it('does not happen for a source that fails otherwise', async () => {
    const source = upstream()
    source.read = () => Promise.reject(new Error('down'))
    await expect(verified(source).read('refunds', 'SKILL.md')).rejects.toThrow('down')
    expect(source.calls).toEqual(['get refunds'])
  })
})

describe('the acting window (H22, H23)', () => {
  it('holds every read to the entry under which the skill was loaded, without asking for it again', async () => {
    const source = upstream()
    const safe = verified(source)
    const { entry: held } = await readWithEntry(safe, 'refunds', 'SKILL.md')
    source.calls = []
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md', { held }))).toBe('The guide.\n')
    expect(source.calls).toEqual(['read refunds references/guide.md'])
  })

  it('D35: refuses bytes of a later version under an earlier entry', async () => {
    const source = upstream()
    const safe = verified(source)
    const { entry: held } = await readWithEntry(safe, 'refunds', 'SKILL.md')
    source.skills = { refunds: { ...REFUNDS, 'references/guide.md': 'Version 2.\n' } }
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md', { held }))).toBe('VERIFICATION_FAILED')
  })

  it('D34: refuses bytes of an earlier version under a later entry', async () => {
    const source = upstream()
    const safe = verified(source)
    source.skills = { refunds: { ...REFUNDS, 'references/guide.md': 'Version 2.\n' } }
    const { entry: held } = await readWithEntry(safe, 'refunds', 'SKILL.md')
    source.skills = { refunds: REFUNDS }
    expect(await outcomeOf(safe.read('refunds', 'references/guide.md', { held }))).toBe('VERIFICATION_FAILED')
  })

  it('D20, H29, H30: shows a new file as a change of the skill, and never reads it', async () => {
    const source = upstream()
    const safe = verified(source)
    const { entry: held } = await readWithEntry(safe, 'refunds', 'SKILL.md')
    source.skills = { refunds: { ...REFUNDS, 'references/new.md': 'New.\n' } }
    source.calls = []
    await expect(safe.read('refunds', 'references/new.md', { held })).rejects.toMatchObject({
      code: 'VERIFICATION_FAILED',
      message: expect.stringContaining(
        'the skill has changed since it was loaded, and the file is new in it',
      ),
    })
    expect(source.calls).toEqual(['get refunds fresh'])
  })

  it('knows that a file is not in the skill in use also while the source cannot be asked', async () => {
    const source = upstream()
    const held = (await source.get('refunds'))!
    source.get = () => Promise.reject(new SkillwayError('SOURCE_UNAVAILABLE', 'gone'))
    expect(await outcomeOf(verified(source).read('refunds', 'none.md', { held }))).toBe('REFERENCE_NOT_FOUND')
  })

  it('D19, H23: never asks for a file that no entry lists, though the source would serve it', async () => {
    const source = upstream()
    source.skills = { refunds: { ...REFUNDS, '.ssh/id': 'Secret.\n' } }
    source.entryLie = (entry) => ({
      ...entry,
      files: filesOf(entry).filter(({ path }) => path !== '.ssh/id'),
    })
    const safe = verified(source)
    expect(await outcomeOf(safe.read('refunds', '.ssh/id'))).toBe('REFERENCE_NOT_FOUND')
    expect(source.calls.filter((call) => call.startsWith('read'))).toEqual([])
  })

  it.each([
    ['D19: a path out of the skill', '../billing/SKILL.md', 'PATH_TRAVERSAL'],
    ['D19: a URI', 'file:///etc/passwd', 'INVALID_URI'],
    ['an absolute path', '/etc/passwd', 'PATH_TRAVERSAL'],
    ['a null byte', 'SKILL.md\0.png', 'NULL_BYTE'],
    ['a percent-encoded twin', 'references%2fguide.md', 'REFERENCE_NOT_FOUND'],
    ['a name in other letter case', 'skill.md', 'REFERENCE_NOT_FOUND'],
    ['a folder', 'references', 'REFERENCE_IS_DIRECTORY'],
  ])('never asks the source for %s', async (_, filePath, code) => {
    const source = upstream()
    expect(await outcomeOf(verified(source).read('refunds', filePath))).toBe(code)
    expect(source.calls.filter((call) => call.startsWith('read'))).toEqual([])
  })
})
