import { quote } from '../text/quote.ts'

/** Where in a config file a value stands: keys and list positions from the top. */
export type KeyPath = readonly (string | number)[]

/** What may stand in a message as it is; anything else could be a secret in the wrong place. */
export const PLAIN_KEY = /^[$A-Za-z_][A-Za-z0-9_-]{0,63}$/
/** Whoever writes a header or variable wrong may write its value where the name belongs. */
const SECRET_HOLDERS = new Set<string | number>(['env', 'headers'])

/** True if the value at `path` is one that a header or a variable has. */
export function isSecretPlace(path: KeyPath): boolean {
  return path.some((key) => SECRET_HOLDERS.has(key))
}

/** The path for a message: `mcpServers.docs.args[0]`. */
export function formatKeyPath(path: KeyPath): string {
  let text = ''
  let below: string | number = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (PLAIN_KEY.test(key)) text += text === '' ? key : `.${key}`
    else if (!SECRET_HOLDERS.has(below)) text += `[${quote(key)}]`
    below = key
  }
  return text
}
