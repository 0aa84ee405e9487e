import { visible } from './visible.ts'

/** As `visible`, but line breaks and tabs stay: for text of many lines on a terminal. */
export function visibleLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
    .join('\n')
}
