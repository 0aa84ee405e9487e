/** A `SKILL.md` with this name and description. */
export function skillFile(name: string, description: string, body = '# Body\n\nDo it.\n'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`
}
