import { skillFile } from './skill-file.ts'

/** Skills by folder, each with its files by path. */
export type SkillFolders = Record<string, Record<string, string | Uint8Array>>

const ALPHA_MD = `---
name: alpha
description: "Says: all that alpha can"
license: MIT
metadata:
  version: "1.0"
  owners: [a, b]
x-unknown: { deep: { deeper: null, n: 1.5, yes: true } }
---

# Alpha

See [the guide](references/guide.md).
`
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, index) => index)
const LATIN_1 = Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a])

/** What every source is asked to serve: ordinary skills, nested ones, odd names, raw bytes, one that cannot be loaded. */
export const CONTRACT_SKILLS: SkillFolders = {
  alpha: {
    'SKILL.md': ALPHA_MD,
    'references/guide.md': '# Guide\n',
    'references/deep/er/notes.txt': 'notes',
    'assets/all.bin': ALL_BYTES,
    'assets/latin-1.txt': LATIN_1,
    'assets/empty.txt': '',
    'odd names/100%.md': 'percent',
    'odd names/%2e.md': 'not a dot',
    'odd names/C# tips.md': 'sharp',
    'odd names/a+b.md': 'plus',
    'odd names/größe.md': 'größe',
    'odd names/技能.md': 'cjk',
  },
  'acme/billing/refunds': { 'SKILL.md': skillFile('refunds', 'Handles refunds.'), 'a.txt': 'a' },
  parent: {
    'SKILL.md': skillFile('parent', 'Holds a child.'),
    'child/SKILL.md': skillFile('child', 'Is inside.'),
    'child/data.txt': 'data',
  },
  pdf: { 'SKILL.md': skillFile('pdf-tools', 'Is called otherwise.') },
  broken: { 'SKILL.md': '---\nname: broken\ndescription: [\n---\n', 'a.txt': 'a' },
}
