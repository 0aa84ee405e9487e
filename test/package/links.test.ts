import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const docs = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'))
const pages = ['README.md', 'AGENTS.md', ...docs.map((file) => `docs/${file}`)]

describe('the pages', () => {
  it.each(pages)('%s links only to files and headings that are there', (page) => {
    const broken = linksOf(read(page)).filter(([target, heading]) => {
      const file = target === '' ? page : join(dirname(page), target)
      if (!existsSync(join(ROOT, file))) return true
      return heading !== undefined && !anchorsOf(read(file)).includes(heading)
    })
    expect(broken).toEqual([])
  })

  it('are all reached from the README', () => {
    const seen = new Set<string>()
    const follow = (page: string) => {
      if (seen.has(page)) return
      seen.add(page)
      for (const [target] of linksOf(read(page)))
        if (target.endsWith('.md')) follow(join(dirname(page), target))
    }
    follow('README.md')
    expect(docs.map((file) => `docs/${file}`).filter((page) => !seen.has(page))).toEqual([])
  })
})

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
}

/** Links to other places of this repository, outside of code. */
function linksOf(markdown: string): [target: string, heading: string | undefined][] {
  const text = markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, 'code')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => target.split('#') as [string, string | undefined])
}

/** The anchors of headings as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
