// Writes docs/api.md from the declarations in dist/: every name that an entry exports, with its doc comment.
// `node scripts/api-docs.mjs` writes the file, `--stdout` prints it instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const ENTRIES = [
  [
    'skillway',
    'index',
    'Catalogs, sources and URIs. Everything but names and URIs is loaded by the first call.',
  ],
  ['skillway/parse', 'parse', 'The file format alone, for sources of your own and for checks.'],
  ['skillway/tools', 'tools/index', 'The catalog as tools and prompt text for the host of a model.'],
  ['skillway/mcp', 'mcp', 'The catalog as an MCP server inside your program.'],
]

const text = apiDocs()
if (process.argv.includes('--stdout')) process.stdout.write(text)
else writeFileSync(resolve(ROOT, 'docs/api.md'), text)

function apiDocs() {
  const intro = [
    '# API',
    'Made from the doc comments by `npm run docs:api`; do not edit it by hand. What is not here is internal and may change.',
  ]
  return `${[...intro, ...ENTRIES.flatMap(section)].join('\n\n')}\n`
}

function section([specifier, entry, about]) {
  const file = resolve(ROOT, 'dist', `${entry}.d.ts`)
  const names = exportsOf(file).sort((a, b) => compare(a.name, b.name))
  return [`## \`${specifier}\``, about, ...names.map(({ name, from }) => item(declaration(name, from)))]
}

/** Functions and constants before types, then by name, whatever the letters' case. */
function compare(a, b) {
  const isType = (name) => /^[A-Z]/.test(name) && name !== 'SkillwayError'
  return isType(a) - isType(b) || a.toLowerCase().localeCompare(b.toLowerCase(), 'en')
}

function item({ name, comment, code }) {
  return `### \`${name}\`\n\n${prose(name, comment)}\n\n\`\`\`ts\n${code}\n\`\`\``
}

/** The names that a file exports from others. */
function exportsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)
  return [...found].flatMap(([, list, from]) =>
    list
      .split(',')
      .map((each) => each.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => ({ name, from: declarationFile(file, from) })),
  )
}

/** In declarations, relative imports name the source or the built file, as the compiler likes. */
function declarationFile(importer, specifier) {
  return resolve(dirname(importer), specifier.replace(/\.(?:ts|js)$/, '.d.ts'))
}

/** A declaration and its doc comment, in the file that exports it or in one that it comes from. */
function declaration(name, file) {
  const source = readFileSync(file, 'utf8')
  const declared = new RegExp(
    String.raw`(?:/\*\*((?:(?!\*/)[\s\S])*)\*/\n)?^export (?:declare )?(?:async )?(?:function|class|const|interface|type) ${name}\b`,
    'm',
  ).exec(source)
  if (declared !== null) {
    const start = source.indexOf('export', declared.index + (declared[1]?.length ?? 0))
    return { name, comment: declared[1] ?? '', code: spelledOut(statement(source.slice(start)), source) }
  }
  const imported = new RegExp(String.raw`\{[^}]*\b${name}\b[^}]*\} from '(\.[^']+)'`).exec(source)
  if (imported === null) throw new Error(`No declaration of ${name} in ${file}`)
  return declaration(name, declarationFile(file, imported[1]))
}

/** The text up to where the first statement ends: at a semicolon, or at the brace that closes an interface or a class. */
function statement(source) {
  const endsWithBrace = /^export (?:declare )?(?:interface|class)\b/.test(source)
  let depth = 0
  for (const { 0: token, index } of source.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\]|\\.)*'|[(){}[\];]/g,
  )) {
    if (token === ';' && depth === 0) return tidy(source.slice(0, index))
    if ('([{'.includes(token)) depth++
    if (')]}'.includes(token)) depth--
    if (token === '}' && depth === 0 && endsWithBrace) return tidy(source.slice(0, index + 1))
  }
  throw new Error(`A declaration does not end: ${source.slice(0, 80)}`)
}

/** The keys of a constant, where a type is no more than those. */
function spelledOut(code, source) {
  const [, constant] = / = keyof typeof (\w+)$/.exec(code) ?? []
  if (constant === undefined) return code
  const value = statement(source.slice(source.indexOf(`export declare const ${constant}:`)))
  const keys = [...value.matchAll(/^ +readonly (\w+): ["'](\w+)["']$/gm)]
  return code.replace(/keyof typeof \w+$/, keys.map(([, key, what]) => `\n  | '${key}' // ${what}`).join(''))
}

function tidy(code) {
  return code
    .replace(/^export (?:declare )?/, '')
    .replaceAll(/^( +)/gm, (spaces) => spaces.slice(spaces.length / 2))
    .replaceAll(/;$/gm, '')
}

function prose(name, comment) {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim())
  const words = lines.join('\n').trim()
  if (words === '') throw new Error(`${name} is public and has no doc comment`)
  return words.replaceAll(/^@throws SkillwayError ?/gm, 'Throws `SkillwayError`: ')
}
