import { diagnostic, type Diagnostic } from '../skill/diagnostic.ts'
import { quote } from '../text/quote.ts'
import type { HttpConfig } from './types.ts'

/** The `http` section of one file. */
export interface HttpOfFile {
  /** The file as it may be shown. */
  file: string
  http: HttpConfig
}

export interface ChosenHttp {
  http: HttpConfig | undefined
  diagnostics: Diagnostic[]
}

/** The first section counts, whole: the callers of one file are never let in to what another describes. */
export function chooseHttp(sections: readonly HttpOfFile[], labels: readonly string[]): ChosenHttp {
  const [first, ...others] = sections
  if (first === undefined) return { http: undefined, diagnostics: [] }
  return {
    http: first.http,
    diagnostics: [
      ...others.map(({ file }) =>
        diagnostic('CONFIG_SHADOWED', file, `The http section of ${file} is left out: ${first.file} has one`),
      ),
      ...unknownSources(first, labels),
    ],
  }
}

function unknownSources({ file, http }: HttpOfFile, labels: readonly string[]): Diagnostic[] {
  return http.tokens.flatMap(({ name, sources = [] }) =>
    sources
      .filter((label) => !labels.includes(label))
      .map((label) =>
        diagnostic(
          'CONFIG_SOURCE_UNKNOWN',
          file,
          `The token ${quote(name)} names the source ${quote(label)}, and there is none`,
          { hint: `The sources are ${labels.join(', ')}.` },
        ),
      ),
  )
}
