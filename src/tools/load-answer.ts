import type { LoadedSkill } from '../catalog/types.ts'
import { oneLine } from '../text/one-line.ts'
import type { ToolAnswer } from './types.ts'

/** Files that the second block names; the rest is counted. */
const MAX_FILES = 100

/** A loaded skill as an answer: first what the model is to follow, then where it came from and which files it has. */
export function loadAnswer(loaded: LoadedSkill): ToolAnswer {
  const { name, uri, source, frontmatter, text, files, filePath } = loaded
  const diagnostics = loaded.diagnostics.map(({ code, severity, message }) => ({ code, severity, message }))
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: about(loaded) },
    ],
    structured: {
      name,
      uri,
      source: { ...source },
      frontmatter,
      text,
      files: files === 'dynamic' ? files : files.map((file) => ({ ...file })),
      diagnostics,
      ...(filePath === undefined ? {} : { file: filePath }),
    },
  }
}

function about(loaded: LoadedSkill): string {
  const { name, uri, source, filePath } = loaded
  return [
    `Skill: ${oneLine(name)}`,
    `URI: ${uri}`,
    ...(filePath === undefined ? [] : [`File: ${oneLine(filePath)}`]),
    `Source: ${source.label} (${source.kind})`,
    ...notes(loaded),
    ...fileLines(loaded),
  ].join('\n')
}

function notes({ diagnostics }: LoadedSkill): string[] {
  return diagnostics
    .filter(({ code }) => code === 'ARGUMENT_MISSING' || code === 'LEGACY_URI' || code === 'NAME_GUESSED')
    .map(({ message }) => `Note: ${oneLine(message)}`)
}

function fileLines({ uri, files, filePath }: LoadedSkill): string[] {
  if (filePath !== undefined) return []
  if (files === 'dynamic') return ['Files: not published by the source; read one by its path.']
  const others = files.filter(({ path }) => path !== 'SKILL.md')
  if (others.length === 0) return ['Files: none besides SKILL.md']
  const shown = others.slice(0, MAX_FILES).map(({ path, size }) => `- ${oneLine(path)} (${size} bytes)`)
  const left = others.length - shown.length
  const how = `Read one with read_reference_file (skill_name: ${JSON.stringify(uri)}, file_name: its path).`
  return ['Files:', ...shown, ...(left > 0 ? [`- and ${left} more`] : []), how]
}
