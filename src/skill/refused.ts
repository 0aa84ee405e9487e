/** What is refused in a frontmatter although YAML, or a YAML library, has a meaning for it. */
export const REFUSED = {
  key: 'a key is not a string',
  number: 'a number is not finite',
  surrogate: 'half of a surrogate pair stands alone',
  escape: 'an escape names a character that does not exist',
  proto: '__proto__ is not the name of a field',
  tag: 'a word that begins with ! is a tag, and tags are not supported',
  documents: 'there is more than one YAML document',
  cycle: 'an alias stands inside of what it repeats',
  growth: 'aliases repeat too much',
} as const
