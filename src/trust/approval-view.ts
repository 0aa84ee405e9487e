import { oneLine } from '../text/one-line.ts'
import { table } from '../text/table.ts'
import { visible } from '../text/visible.ts'
import type { EntryDescription } from './describe-entry.ts'

/** Colours a text where the view is shown on a terminal. */
type Paint = (style: 'bold' | 'red' | 'yellow', text: string) => string

/** What a person is shown before an approval: origin, files, what it asks for, what it hides, what changed. */
export function approvalView(
  shown: EntryDescription & { skillFile?: string },
  paint: Paint = (_style, text) => text,
): string {
  const { identity, name, description, files, bytes, fingerprint } = shown
  const about = table([
    ['Skill', oneLine(name)],
    ['Description', oneLine(description)],
    ['Server', `${identity.label} (${endpointLine(identity.endpoint)})`],
    ['URI there', identity.uri],
    ...(fingerprint === undefined ? [] : [['Fingerprint', fingerprint]]),
  ])
  return [
    about,
    ...fileLines(files, bytes),
    ...demands(shown, paint),
    ...hiddenLines(shown, paint),
    ...changeLines(shown, paint),
    ...(shown.skillFile === undefined ? [] : [paint('bold', 'SKILL.md'), shown.skillFile]),
  ].join('\n')
}

/** The digest in it stands for arguments that may be secret, and would only look like a fingerprint. */
function endpointLine(endpoint: string): string {
  return visible(endpoint.replace(/#sha256:[0-9a-f]{64}$/, '…'))
}

function fileLines(files: EntryDescription['files'], bytes: number): string[] {
  if (files === 'dynamic') return ['Files: not published']
  const rows = files.map(({ path, size, digest, inspected }) => [
    `  ${visible(path)}`,
    String(size),
    digest,
    inspected ? '' : 'not fetched yet',
  ])
  return [`Files (${files.length}, ${bytes} bytes)`, table(rows)]
}

function demands({ scripts, allowedTools, hooks, frontmatter }: EntryDescription, paint: Paint): string[] {
  const named = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${paint('yellow', title)}: ${items.map(oneLine).join(', ')}`]
  const fields = Object.keys(frontmatter).filter((field) => field !== 'name' && field !== 'description')
  return [
    ...named('Scripts', scripts),
    ...named('Asks for tools', allowedTools),
    ...named('Hooks', hooks === undefined ? [] : [JSON.stringify(hooks)]),
    ...(fields.length === 0 ? [] : [`Other fields: ${fields.map(oneLine).join(', ')}`]),
  ]
}

function hiddenLines({ hidden, comments }: EntryDescription, paint: Paint): string[] {
  return [
    ...hidden.map(
      ({ kinds, shown, ...place }) =>
        `${paint('red', 'Hidden text')} in ${placeOf(place)}: ${kinds.join(', ')}: ${oneLine(shown)}`,
    ),
    ...comments.map(
      ({ path, line, text }) =>
        `${paint('yellow', 'HTML comment')} in ${visible(path)}:${line}: ${oneLine(text)}`,
    ),
  ]
}

/** Fields are shown as the listing gives them, so they have no line in the file. */
function placeOf({
  path,
  part,
  line,
}: Pick<EntryDescription['hidden'][number], 'path' | 'part' | 'line'>): string {
  if (part === 'name') return 'the name of a file'
  return part === 'frontmatter' ? `the frontmatter of ${visible(path)}` : `${visible(path)}:${line}`
}

const DIFF_SIGNS = { same: ' ', added: '+', removed: '-' } as const

function changeLines({ changes, skillFileDiff = [] }: EntryDescription, paint: Paint): string[] {
  if (changes === undefined) return []
  const lines = [
    ...pathLines('added', changes.added),
    ...pathLines('removed', changes.removed),
    ...pathLines('changed', changes.changed),
    ...changes.frontmatter.map(
      ({ field, before, after }) => `  field ${oneLine(field)}: ${jsonLine(before)} -> ${jsonLine(after)}`,
    ),
    ...skillFileDiff
      .filter(({ kind }) => kind !== 'same')
      .map(({ kind, text }) => `  ${DIFF_SIGNS[kind]} ${visible(text)}`),
  ]
  return lines.length === 0 ? [] : [paint('yellow', 'Since the last approval'), ...lines]
}

function pathLines(title: string, paths: readonly string[]): string[] {
  return paths.map((path) => `  ${title} ${visible(path)}`)
}

function jsonLine(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(JSON.stringify(value))
}
