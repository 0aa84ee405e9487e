// Writes docs/config-keys.md from the published schema of config files: every key, what it takes, and what holds without it.
// `node scripts/config-docs.mjs` writes the file, `--stdout` prints it instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const schema = JSON.parse(readFileSync(resolve(ROOT, 'schema/skillway.schema.json'), 'utf8'))

const INTRO = `# Every key of a config file

Made from [the schema](../schema/skillway.schema.json) by \`npm run docs:config\`; do not edit it by hand. What the keys are for, with
an example of each, is in [config.md](config.md).`

const text = configDocs()
if (process.argv.includes('--stdout')) process.stdout.write(text)
else writeFileSync(resolve(ROOT, 'docs/config-keys.md'), text)

function configDocs() {
  const found = new Map()
  collect(schema, '', found)
  const sections = Array.from(found, ([object, path]) => section(object, path, found))
  return `${[INTRO, ...sections].join('\n\n')}\n`
}

/** The objects with keys of their own, each with the path of the first key that takes it. */
function collect(value, path, found) {
  for (const each of alternatives(value)) {
    if (each.type === 'array') collect(each.items, `${path}[]`, found)
    else if (isMapping(each)) collect(each.additionalProperties, `${path}.LABEL`, found)
    if (each.properties === undefined || found.has(each)) continue
    found.set(each, path)
    for (const [key, below] of Object.entries(each.properties)) collect(below, joined(path, key), found)
  }
}

/** The keys of one object as a table. Keys that other clients read are named, not described. */
function section(object, path, found) {
  const keys = Object.entries(object.properties)
  const own = keys.filter(([, value]) => value.$ref !== '#/$defs/passedOver')
  const others = keys.filter((key) => !own.includes(key)).map(([key]) => `\`${key}\``)
  const rows = own.map(([key, value]) => row(object, { key, value, path: joined(path, key) }, found))
  const table = ['| key | takes | without it | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const parts = [path === '' ? '## The file' : `## \`${path}\``, ...choiceOf(object), table]
  if (others.length > 0) parts.push(`Read by other clients and passed over here: ${others.join(', ')}.`)
  return parts.join('\n\n')
}

function row({ required = [] }, { key, value, path }, found) {
  const { description, default: usual } = { ...resolved(value), ...value }
  if (description === undefined) throw new Error(`The schema does not describe ${path}`)
  const absent = required.includes(key) ? 'refused' : usual === undefined ? '' : `\`${usual}\``
  return `| \`${key}\` | ${takes(value, found)} | ${absent} | ${description} |`
}

/** Keys of which an object must have one. */
function choiceOf({ oneOf = [] }) {
  const names = oneOf.map(({ required }) => `\`${required.join('`, `')}\``)
  return names.length === 0 ? [] : [`It has ${names.join(' or ')}, not both.`]
}

function takes(value, found) {
  return alternatives(value)
    .map((each) => takesOne(each, found))
    .join(', or ')
}

function takesOne(value, found) {
  const { type, minimum, maximum, exclusiveMinimum } = value
  if (value.enum !== undefined) return value.enum.map((each) => `\`${each}\``).join(', ')
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer') return `whole number, ${minimum} to ${maximum}`
  if (type === 'number') return `number above ${exclusiveMinimum}, to ${maximum}`
  if (type === 'string') return 'text'
  if (type === 'array') return `list of ${takes(value.items, found)}`
  if (value.properties !== undefined) return `[\`${found.get(value)}\`](#${anchor(found.get(value))})`
  if (type !== 'object') throw new Error('The schema has a key of which it does not say what it takes')
  return isMapping(value) ? `mapping to ${takes(value.additionalProperties, found)}` : 'mapping'
}

/** True for an object whose keys are names that people give. */
function isMapping({ type, additionalProperties: rest }) {
  return type === 'object' && typeof rest === 'object' && Object.keys(rest).length > 0
}

function joined(path, key) {
  return path === '' ? key : `${path}.${key}`
}

/** What a key takes, without references and without null, which says nothing. */
function alternatives(value) {
  const whole = resolved(value)
  if (whole.anyOf !== undefined) return whole.anyOf.flatMap(alternatives)
  return whole.type === 'null' ? [] : [whole]
}

function resolved(value) {
  return value.$ref === undefined ? value : schema.$defs[value.$ref.replace('#/$defs/', '')]
}

/** The anchor of a heading as GitHub makes it. */
function anchor(path) {
  return path.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')
}
