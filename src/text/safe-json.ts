/** What JSON leaves raw although a terminal acts on it or a reader does not see it. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\udb40][\udc00-\udfff]/g

/** The value as JSON, indented or with 0 on one line, in which every control and hidden character is escaped. */
export function safeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replaceAll(UNSAFE, (characters) =>
    characters
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
