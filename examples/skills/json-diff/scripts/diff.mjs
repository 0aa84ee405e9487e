#!/usr/bin/env node
// Compares two JSON files by meaning and prints one line per difference.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const USAGE = 'usage: diff.mjs [--ignore POINTER]... [--key NAME] [--json] [--full] BEFORE AFTER'
const LONGEST_VALUE = 100
const DEEPEST = 500

/** What the caller has to mend: a wrong call, an unreadable file, invalid JSON. */
class UserError extends Error {}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(`diff.mjs: ${error.message}`)
  process.exitCode = 2
}

function main(args) {
  const { files, options } = parseOptions(args)
  const [before, after] = files.map(readJson)
  const differences = compare(before, after, options)
  console.log(options.json ? JSON.stringify(differences, null, 2) : asText(differences, options))
  return differences.length === 0 ? 0 : 1
}

function parseOptions(args) {
  const { values, positionals } = parsed(args)
  if (positionals.length !== 2) throw new UserError(`two files are needed\n${USAGE}`)
  const ignored = (values.ignore ?? []).map(parsePointer)
  return { files: positionals, options: { ...values, ignored } }
}

function parsed(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ignore: { type: 'string', multiple: true },
        key: { type: 'string' },
        json: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UserError(`${error.message.split('. ')[0]}\n${USAGE}`)
  }
}

function parsePointer(pointer) {
  if (!pointer.startsWith('/')) throw new UserError(`--ignore ${pointer}: a JSON Pointer starts with '/'`)
  return pointer.slice(1).split('/').map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function readJson(file) {
  const text = decode(file, readBytes(file))
  const { depth, inexact } = survey(text)
  if (depth > DEEPEST) throw new UserError(`${file} is nested deeper than ${DEEPEST} levels`)
  const value = parseJson(file, text)
  if (inexact) console.error(`diff.mjs: warning: ${file} has integers too large to compare exactly`)
  return value
}

function readBytes(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UserError(`cannot read ${file}: ${error.code ?? error.message}`)
  }
}

function decode(file, bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UserError(`${file} is not UTF-8`)
  }
}

function parseJson(file, text) {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UserError(`${file} is not valid JSON: ${error.message}`)
  }
}

/** How deep the text nests, and whether it has integers that JavaScript cannot hold; strings are stepped over. */
function survey(text) {
  let depth = 0
  let deepest = 0
  let inexact = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
    else if (character === ']' || character === '}') depth--
    else if (character >= '0' && character <= '9') {
      const end = endOfNumber(text, at)
      inexact ||= isInexactInteger(text.slice(at, end))
      at = end - 1
    }
  }
  return { depth: deepest, inexact }
}

function endOfString(text, start) {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function endOfNumber(text, start) {
  let at = start
  while (at < text.length && '0123456789.eE+-'.includes(text[at])) at++
  return at
}

function isInexactInteger(number) {
  return /^\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number))
}

/** Every difference in the order of the first file, then what only the second has. */
function compare(before, after, { ignored, key }) {
  const differences = []
  visit(before, after, [])
  return differences

  function visit(old, now, path) {
    if (ignored.some((pointer) => matches(pointer, path))) return
    if (old === undefined) add('added', path, { new: now })
    else if (now === undefined) add('removed', path, { old })
    else if (isContainer(old) && isContainer(now) && Array.isArray(old) === Array.isArray(now)) {
      visitMembers(members(old, now, key), path)
    } else if (!Object.is(old, now) && !(old === 0 && now === 0)) add('changed', path, { old, new: now })
  }

  function visitMembers([olds, news], path) {
    for (const name of new Set([...olds.keys(), ...news.keys()])) {
      visit(olds.get(name), news.get(name), [...path, name])
    }
  }

  function add(op, path, values) {
    differences.push({ op, path: formatPointer(path), ...values })
  }
}

function matches(pointer, path) {
  return pointer.length === path.length && pointer.every((token, at) => token === '*' || token === path[at])
}

function isContainer(value) {
  return typeof value === 'object' && value !== null
}

/** Both sides as maps from a path segment to a value: by field where that names every element once, else by position. */
function members(old, now, key) {
  if (!Array.isArray(old)) return [new Map(Object.entries(old)), new Map(Object.entries(now))]
  const byKey = key === undefined ? [] : [old, now].map((array) => keyed(array, key))
  return byKey.length === 2 && byKey.every((map) => map !== undefined) ? byKey : [old, now].map(indexed)
}

function keyed(array, key) {
  const entries = array.map((element) =>
    isContainer(element) && Object.hasOwn(element, key) ? [`${key}=${label(element[key])}`, element] : undefined,
  )
  if (entries.includes(undefined)) return undefined
  const map = new Map(entries)
  return map.size === array.length ? map : undefined
}

function label(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function indexed(array) {
  return new Map(array.map((element, at) => [String(at), element]))
}

function formatPointer(path) {
  return path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function asText(differences, options) {
  if (differences.length === 0) return 'no differences'
  return [...differences.map((difference) => line(difference, options)), total(differences)].join('\n')
}

function line({ op, path, ...values }, { full }) {
  const where = printable(path === '' ? '(whole document)' : path)
  if (op === 'added') return `+ ${where}: ${shown(values.new, full)}`
  if (op === 'removed') return `- ${where}: ${shown(values.old, full)}`
  return `~ ${where}: ${shown(values.old, full)} -> ${shown(values.new, full)}`
}

function shown(value, full) {
  const text = JSON.stringify(value)
  if (full) return printable(text)
  const characters = [...printable(text.slice(0, 2 * LONGEST_VALUE + 1))]
  return characters.length <= LONGEST_VALUE ? characters.join('') : `${characters.slice(0, LONGEST_VALUE).join('')}…`
}

/** Control and direction characters as escapes, so that a line of output stays one line and shows what is there. */
function printable(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) =>
    `\\u{${character.codePointAt(0).toString(16)}}`,
  )
}

function total(differences) {
  const count = (op) => differences.filter((difference) => difference.op === op).length
  const noun = differences.length === 1 ? 'difference' : 'differences'
  return `${differences.length} ${noun}: ${count('added')} added, ${count('removed')} removed, ${count('changed')} changed`
}
