/** The version of this package; a program that is bundled with it has no `package.json` to look it up in. */
export const VERSION = '0.1.0'
