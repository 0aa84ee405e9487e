import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../../src/skill/digest.ts'
import type { SkillEntry, SkillSource } from '../../src/sources/types.ts'
import { CONTRACT_SKILLS, type SkillFolders } from './contract-skills.ts'

export type { SkillFolders }

const NAMES = ['alpha', 'child', 'parent', 'pdf-tools', 'refunds']
const PATHS = ['acme/billing/refunds', 'alpha', 'parent', 'parent/child', 'pdf-tools']
/** Paths that may never reach what stores the files. */
const HOSTILE = [
  ['A1: two dots', '../parent/SKILL.md'],
  ['A1: two dots inside', 'references/../SKILL.md'],
  ['A2: an absolute path', '/etc/passwd'],
  ['A4: one dot', './SKILL.md'],
  ['A4: two slashes', 'references//guide.md'],
  ['A5: a NUL', 'SKILL.md\0.png'],
  ['A6: backslashes', '..\\..\\x'],
  ['A24: a line feed', 'SKILL.md\n'],
  ['a drive', 'C:/Windows/win.ini'],
  ['nothing', ''],
  ['a path longer than any', 'a/'.repeat(2000)],
] as const

/**
 * What every source promises, wherever its skills come from. `make` gives a source that serves skills in these folders;
 * each is closed when its tests are done.
 */
export function sourceContract(name: string, make: (folders: SkillFolders) => Promise<SkillSource>): void {
  describe(`the contract of a source: ${name}`, () => {
    let source: SkillSource

    beforeAll(async () => {
      source = await make(CONTRACT_SKILLS)
    })
    afterAll(() => source.close?.())

    async function entryOf(skillPath: string): Promise<SkillEntry> {
      const entry = await source.get(skillPath)
      if (entry === undefined) throw new Error(`There is no skill at ${skillPath}`)
      return entry
    }

    describe('listing', () => {
      it('shows every skill that can be loaded, once, nested ones too', async () => {
        const { skills } = await source.list()
        expect(skills.map((skill) => skill.name).sort()).toEqual(NAMES)
        expect(skills.map((skill) => skill.skillPath).sort()).toEqual(PATHS)
      })

      it('comes in the same order every time', async () => {
        expect(await source.list()).toEqual(await source.list())
      })

      it('is the same object as long as nothing changes', async () => {
        const first = await source.list()
        expect(await source.list()).toBe(first)
      })

      it('says what could not be loaded and where, without harm to the others', async () => {
        const { diagnostics } = await source.list()
        const errors = diagnostics.filter(({ severity }) => severity === 'error')
        expect(errors.length).toBeGreaterThan(0)
        for (const { path } of errors) expect(path).toContain('broken')
      })

      it('keeps the path of the folder where the name is another', async () => {
        const { skills } = await source.list()
        expect(skills.find((skill) => skill.name === 'pdf-tools')).toMatchObject({ skillPath: 'pdf-tools' })
        expect(skills.find((skill) => skill.name === 'alpha')?.folderPath).toBeUndefined()
      })
    })

    describe('entries', () => {
      it.each(PATHS)('the entry of %s says what the listing says', async (skillPath) => {
        const { skills } = await source.list()
        const {
          name: own,
          description,
          frontmatter,
          form,
        } = skills.find((skill) => skill.skillPath === skillPath)!
        expect(await entryOf(skillPath)).toMatchObject({
          name: own,
          description,
          frontmatter,
          form,
          skillPath,
        })
      })

      it('keeps every field of the frontmatter as it was written', async () => {
        const { frontmatter } = await entryOf('alpha')
        expect(frontmatter).toEqual({
          name: 'alpha',
          description: 'Says: all that alpha can',
          license: 'MIT',
          metadata: { version: '1.0', owners: ['a', 'b'] },
          'x-unknown': { deep: { deeper: null, n: 1.5, yes: true } },
        })
      })

      it('lists every file of the skill, sorted by path', async () => {
        const { files } = await entryOf('alpha')
        const paths = (files as { path: string }[]).map(({ path }) => path)
        expect(paths).toEqual(Object.keys(CONTRACT_SKILLS['alpha']!).sort())
      })

      it('counts the files of a nested skill to the enclosing one as well (B107)', async () => {
        expect(await entryOf('parent')).toMatchObject({
          files: [{ path: 'SKILL.md' }, { path: 'child/SKILL.md' }, { path: 'child/data.txt' }],
        })
        expect(await entryOf('parent/child')).toMatchObject({
          files: [{ path: 'SKILL.md' }, { path: 'data.txt' }],
        })
      })

      it('gives the size and the digest of the raw bytes of every file (B147)', async () => {
        for (const skillPath of PATHS) {
          const { files } = await entryOf(skillPath)
          for (const { path, size, digest } of files as { path: string; size: number; digest: string }[]) {
            const bytes = await source.read(skillPath, path)
            expect({ path, size, digest }).toEqual({ path, size: bytes.length, digest: digestOf(bytes) })
          }
        }
      })

      it('knows nothing of a skill that is not there', async () => {
        expect(await source.get('nope')).toBeUndefined()
        expect(await source.get('alpha/references')).toBeUndefined()
        expect(await source.get('broken')).toBeUndefined()
      })

      it.each([
        '',
        '.',
        '..',
        '../alpha',
        '/alpha',
        'alpha/',
        'alpha/../parent',
        'acme',
        'ALPHA',
        '__proto__',
      ])('knows no skill at %j', async (skillPath) => {
        expect(await source.get(skillPath)).toBeUndefined()
      })
    })

    describe('reading', () => {
      it.each(Object.entries(CONTRACT_SKILLS['alpha']!))('gives %s byte for byte', async (path, content) => {
        const expected = typeof content === 'string' ? new TextEncoder().encode(content) : content
        expect(Buffer.from(await source.read('alpha', path)).equals(expected)).toBe(true)
      })

      it('gives bytes that nobody else can change', async () => {
        const bytes = await source.read('alpha', 'references/guide.md')
        bytes.fill(0)
        expect(Buffer.from(await source.read('alpha', 'references/guide.md')).toString()).toBe('# Guide\n')
      })

      it('names the skill that is not there', async () => {
        await expect(source.read('nope', 'SKILL.md')).rejects.toMatchObject({
          code: 'SKILL_NOT_FOUND',
          message: expect.stringMatching(/^Skill not found: 'nope'/),
        })
      })

      it('names the file that is not there, and the nearest that is', async () => {
        await expect(source.read('alpha', 'references/giude.md')).rejects.toMatchObject({
          code: 'REFERENCE_NOT_FOUND',
          message: "Reference not found: 'references/giude.md' in skill 'alpha'",
          hint: expect.stringContaining("'references/guide.md'"),
        })
      })

      it('answers a folder with what it holds', async () => {
        for (const path of ['references', 'references/']) {
          await expect(source.read('alpha', path)).rejects.toMatchObject({
            code: 'REFERENCE_IS_DIRECTORY',
            message: expect.stringContaining("'references/guide.md'"),
          })
        }
      })

      it.each(HOSTILE)('refuses %s', async (_title, path) => {
        await expect(source.read('alpha', path)).rejects.toMatchObject({
          code: expect.stringMatching(/^(PATH_TRAVERSAL|NULL_BYTE|INVALID_URI)$/),
        })
      })

      it.each(['..%2fparent%2fSKILL.md', '%2e%2e/parent/SKILL.md', '%252e%252e/x', 'references/%67uide.md'])(
        'takes %s literally, so that there is no such file (A7)',
        async (path) => {
          await expect(source.read('alpha', path)).rejects.toMatchObject({ code: 'REFERENCE_NOT_FOUND' })
        },
      )

      it('does not take a file for a folder', async () => {
        await expect(source.read('alpha', 'SKILL.md/x')).rejects.toMatchObject({
          code: 'REFERENCE_NOT_FOUND',
        })
      })
    })

    describe('conduct', () => {
      it('answers many callers at once as it answers one', async () => {
        const calls = Array.from({ length: 100 }, async (_, index) => {
          const skillPath = PATHS[index % PATHS.length]!
          const [listing, entry, bytes] = await Promise.all([
            source.list(),
            source.get(skillPath),
            source.read(skillPath, 'SKILL.md'),
          ])
          return {
            count: listing.skills.length,
            path: entry?.skillPath === skillPath,
            digest: digestOf(bytes),
          }
        })
        for (const [index, answer] of (await Promise.all(calls)).entries()) {
          const { files } = await entryOf(PATHS[index % PATHS.length]!)
          const { digest } = (files as { path: string; digest: string }[]).find(
            ({ path }) => path === 'SKILL.md',
          )!
          expect(answer).toEqual({ count: PATHS.length, path: true, digest })
        }
      })

      it.each(['list', 'get', 'read'] as const)('%s fails for a caller that has given up', async (method) => {
        const signal = AbortSignal.abort(new Error('given up'))
        const calls = {
          list: () => source.list({ signal }),
          get: () => source.get('alpha', { signal }),
          read: () => source.read('alpha', 'SKILL.md', { signal }),
        }
        await expect(calls[method]()).rejects.toThrow('given up')
        expect((await source.list()).skills).toHaveLength(PATHS.length)
      })

      it('says nothing of where on the host the skills are', async () => {
        const said = [JSON.stringify(await source.list()), JSON.stringify(await source.get('alpha'))]
        for (const [path] of [['nope.md'], ['references'], ['/etc/passwd'], ['../x']] as const) {
          const error = await source.read('alpha', path).catch((thrown: unknown) => thrown as Error)
          said.push(JSON.stringify({ ...(error as Error), message: (error as Error).message }))
        }
        for (const text of said) expect(text).not.toMatch(/\/(?:tmp|home|Users|var|work|root)\//)
      })

      it('has the label that the host gave it', () => {
        expect(source.label).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/)
      })

      it('can be closed more than once', async () => {
        const own = await make({ alpha: CONTRACT_SKILLS['alpha']! })
        await own.list()
        await own.close?.()
        expect(await own.close?.()).toBeUndefined()
      })

      it('serves nothing where there is nothing', async () => {
        const own = await make({})
        expect((await own.list()).skills).toEqual([])
        expect(await own.get('alpha')).toBeUndefined()
        await own.close?.()
      })
    })
  })
}
