/** The line, from 1, of an offset in a text; LF, CRLF and a lone CR end a line, as in YAML. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  const end = Math.min(offset, text.length)
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) line++
  }
  return line
}

/** The text of a line, from 1, without its line end; empty where there is no such line. */
export function lineText(text: string, line: number): string {
  return text.split(/\r\n|\n|\r/)[line - 1] ?? ''
}
