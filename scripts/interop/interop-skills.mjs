import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const EXAMPLES = fileURLToPath(new URL('../../examples/skills', import.meta.url))

/** Names and contents that two implementations can easily see differently. */
const ODD = {
  'SKILL.md':
    '---\nname: odd-files\ndescription: Has files with odd names and contents.\n---\n\n# Odd files\n',
  'a b%20c.txt': 'A blank and a per cent sign in the name.\n',
  'grüße/übung.md': 'Letters beyond ASCII.\n',
  'crlf.txt': 'One\r\nTwo\r\n',
  'empty.txt': '',
  'data.bin': Uint8Array.from({ length: 256 }, (_, index) => index),
}

/** The example skills and, unless they are to be plain, one with odd files: their paths, and which have frontmatter. */
export function interopSkills(home, { arePlain }) {
  const root = join(home, 'skills')
  cpSync(EXAMPLES, root, { recursive: true })
  for (const [path, content] of Object.entries(arePlain ? {} : ODD)) {
    const file = join(root, 'odd-files', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const paths = skillPaths(root)
  const standard = paths.filter((path) =>
    readFileSync(join(root, path, 'SKILL.md'), 'utf8').startsWith('---\n'),
  )
  return { root, paths, standard }
}

/** The folders with a `SKILL.md`, nested ones as well. */
function skillPaths(root) {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'SKILL.md')
    .map(({ parentPath }) => parentPath.slice(root.length + 1))
    .sort()
}

/** Every file of a folder, by path. */
export function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), readFileSync(file)])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
