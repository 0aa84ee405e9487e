import { hiddenCharacters } from '../skill/hidden-characters.ts'
import { lineAt } from '../skill/line-at.ts'
import { truncate } from '../text/truncate.ts'
import { visible } from '../text/visible.ts'

/** A line that holds characters which a person does not see and a model reads. */
export interface HiddenText {
  line: number
  count: number
  /** The first few kinds, such as `U+202E (bidi control)`. */
  kinds: string[]
  /** The line with those characters written out, cut to 256 code points. */
  shown: string
}

export interface HtmlComment {
  line: number
  /** What stands between the marks, as it is. */
  text: string
}

const MAX_SHOWN = 256
const OPEN = '<!--'
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/g

/** Hidden and control characters, by line. */
export function hiddenTextIn(text: string): HiddenText[] {
  return text.split(/\r\n|\n|\r/).flatMap((content, index) => {
    const hidden = hiddenCharacters(content)
    const controls = content.match(CONTROL) ?? []
    const count = (hidden?.count ?? 0) + controls.length
    if (count === 0) return []
    const kinds = [...new Set([...(hidden?.kinds ?? []), ...controls.map(nameOf)])]
    return [{ line: index + 1, count, kinds, shown: truncate(visible(content), MAX_SHOWN) }]
  })
}

/** Comments of Markdown and HTML, which a rendered view leaves out; one that is never closed goes on to the end. */
export function htmlCommentsIn(text: string): HtmlComment[] {
  const found: HtmlComment[] = []
  let line = 1
  let last = 0
  for (let start = text.indexOf(OPEN); start !== -1; start = text.indexOf(OPEN, last)) {
    line += lineAt(text.slice(last, start), start - last) - 1
    const close = text.indexOf('-->', start + OPEN.length)
    const end = close === -1 ? text.length : close
    found.push({ line, text: text.slice(start + OPEN.length, end) })
    line += lineAt(text.slice(start, end), end - start) - 1
    last = end
  }
  return found
}

function nameOf(control: string): string {
  return `U+${control.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')} (control character)`
}
