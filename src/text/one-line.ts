import { visible } from './visible.ts'

/** `text` on one line: white space runs become one space, hidden characters are shown. */
export function oneLine(text: string): string {
  return visible(text.replaceAll(/\s{2,}|[^\S ]/g, ' ').trim())
}
