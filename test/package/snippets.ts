import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** A fenced block of a page. */
export interface Snippet {
  page: string
  line: number
  language: string
  text: string
  /** What it prints, where a block of the language `text` follows at once. */
  output: string | undefined
  /** Why it is not run, where a comment above it says so. */
  notRun: string | undefined
}

const BLOCK =
  /(?:^<!-- not run: ([^\n]+) -->\n)?^( *)```(\w+)\n(.*?)^ *```$(?:\n+^ *```text\n(.*?)^ *```$)?/gms

/** All fenced blocks of the README and of the pages in docs/, but for the reference, whose blocks are declarations. */
export function snippets(): Snippet[] {
  const pages = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md') && file !== 'api.md')
  return ['README.md', ...pages.map((file) => `docs/${file}`)].flatMap(snippetsOf)
}

function snippetsOf(page: string): Snippet[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8')
  return [...markdown.matchAll(BLOCK)].map((match) => {
    const [, notRun, indent, language, text, output] = match
    const line = markdown.slice(0, match.index).split('\n').length
    const outdented = text!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { page, line, language: language!, text: outdented, output, notRun }
  })
}
