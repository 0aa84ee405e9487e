/** A path of the working folder as it stands in a URI. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The path again; `undefined` for what `encodePath` never gives. */
export function decodePath(encoded: string): string | undefined {
  try {
    const path = encoded.split('/').map(decodeURIComponent).join('/')
    return encodePath(path) === encoded ? path : undefined
  } catch {
    return undefined
  }
}
