/**
 * Controls, line and paragraph separators, lone surrogates, and all that Unicode lets a display leave out: bidi controls,
 * zero-width and tag characters, fillers, the BOM. Not the two selectors that only choose how an emoji looks.
 */
const INVISIBLE =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** `text` on one line, with every character that a terminal or a reader would not show written as `\u{…}`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}
