/** What `find` knows by the longest path with which the segments begin, that path, and the segments behind it. */
export function longestPath<T>(
  segments: readonly string[],
  find: (path: string) => T | undefined,
): { found: T; path: string; rest: string[] } | undefined {
  for (let length = segments.length; length > 0; length--) {
    const path = segments.slice(0, length).join('/')
    const found = find(path)
    if (found !== undefined) return { found, path, rest: segments.slice(length) }
  }
  return undefined
}
