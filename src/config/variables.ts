/** `text` with its variables put in, or why that cannot be; the reason never holds a value. */
export type Expanded = { text: string; problem?: never } | { problem: string; text?: never }

const VARIABLE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s
const GRAMMAR = 'write ${NAME} or ${NAME:-default}, and $${ for a plain ${'

/**
 * Puts the environment in for `${NAME}` and `${NAME:-default}` (the default also where the variable is empty).
 * One pass: what is put in is not scanned again. `$${` is a plain `${`; a `$` without a brace means itself.
 */
export function expandVariables(text: string, env: Record<string, string | undefined>): Expanded {
  let problem: string | undefined
  const expanded = text.replace(/\$\$\{|\$\{([^}]*)(\}?)/g, (whole, content: string, closed: string) => {
    if (whole === '$${') return '${'
    const [, name, fallback] = VARIABLE.exec(content) ?? []
    if (closed === '' || name === undefined || fallback?.includes('${')) {
      problem ??= `'\${' does not begin a variable here; ${GRAMMAR}`
      return ''
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value
    if (value === undefined) problem ??= `the environment variable ${name} is not set`
    return value ?? ''
  })
  return problem === undefined ? { text: expanded } : { problem }
}
