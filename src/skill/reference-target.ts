const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
const ELSEWHERE = /^(?:\/\/|~|www\.|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|dev|ai)(?:\/|$))/i
/** `<file>`, `{name}`, `$1`, globs, `...`, and the folder that stands for any folder. */
const PLACEHOLDER = /[<>{}*$|"`[\]…]|\.\.\.|(?:^|\/)path\/to(?:\/|$)/i
/** A bare word is what `[text](url)` is explained with, and `f[i](0.5)` is no file. */
const FILE_LIKE = /\/|\\|^\.|\.[A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*$/
/** A path into one of the folders that the specification names, to a file with an extension. */
const CODE_PATH = /^(?:\.\/)?(?:references|scripts|assets)\/(?:[\w.+-]+\/)*[\w+-][\w.+-]*\.[A-Za-z0-9]+$/

/**
 * The path that a link means if it means a file or folder of the skill: decoded, without query and fragment. Nothing for
 * addresses elsewhere, anchors, and what only stands for a path.
 */
export function referenceTarget(destination: string): string | undefined {
  const written = destination.trim()
  if (SCHEME.test(written) || ELSEWHERE.test(written)) return undefined
  const path = written.replace(/[?#].*$/s, '')
  if (path === '' || PLACEHOLDER.test(path) || !FILE_LIKE.test(path)) return undefined
  return decoded(path)
}

/** The same for what stands in a code span, where only a path of the usual form is one beyond doubt. */
export function codeTarget(code: string): string | undefined {
  return CODE_PATH.test(code) && !code.includes('..') ? code.replace(/^\.\//, '') : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
