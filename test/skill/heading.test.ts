import { describe, expect, it } from 'vitest'
import { allowedToolsOf } from '../../src/skill/allowed-tools.ts'
import { conforms } from '../../src/skill/conforms.ts'
import { parseHeadingSkill } from '../../src/skill/heading.ts'
import { codesOf, findingOf, parseText } from './skill-text.ts'

const MY_SKILL = `# Skill: my-skill

Description of what this skill does.

## License
MIT

## Compatibility
1.0.0

## Allowed Tools
bash, read, grep

## Instructions
Detailed instructions here...
`

const GREETING = `# Skill: greeting

Generate a personalized greeting.

## Instructions

Create a greeting for $1 from $2.
Use a $3 tone.

## Allowed Tools

generate_text
`

describe('a skill written in headings', () => {
  it('has the fields that its sections hold', () => {
    const { skill, diagnostics } = parseText(MY_SKILL)
    expect(skill).toStrictEqual({
      name: 'my-skill',
      description: 'Description of what this skill does.',
      frontmatter: {
        name: 'my-skill',
        description: 'Description of what this skill does.',
        license: 'MIT',
        compatibility: '1.0.0',
        'allowed-tools': 'bash, read, grep',
      },
      form: 'heading',
      listable: false,
      body: 'Detailed instructions here...\n',
    })
    expect(allowedToolsOf(skill!.frontmatter)).toEqual(['bash', 'read', 'grep'])
    expect(conforms(diagnostics)).toBe(false)
    expect(findingOf({ skill, diagnostics }, 'HEADING_FORM')).toMatchObject({ severity: 'info', line: 1 })
  })

  it('may have its sections in any order', () => {
    const { skill } = parseText(GREETING)
    expect(skill).toMatchObject({
      name: 'greeting',
      description: 'Generate a personalized greeting.',
      frontmatter: { 'allowed-tools': 'generate_text' },
      body: '\nCreate a greeting for $1 from $2.\nUse a $3 tone.\n\n',
    })
  })

  it.each([
    [
      'another letter case',
      '# SKILL : a\nD.\n## LICENSE\nMIT\n## instructions\nI.\n',
      { license: 'MIT' },
      'I.\n',
    ],
    ['number signs that close a heading', '# Skill: a #\nD.\n## License ##\nMIT\n', { license: 'MIT' }, ''],
    ['a hyphen in Allowed-Tools', '# Skill: a\nD.\n## Allowed-Tools\nx\n', { 'allowed-tools': 'x' }, ''],
    [
      'tools behind bullets',
      '# Skill: a\nD.\n## Allowed Tools\n\n- Bash(git *)\n* `Read`\n',
      { 'allowed-tools': ['Bash(git *)', 'Read'] },
      '',
    ],
    ['an empty section', '# Skill: a\nD.\n## License\n\n## Instructions\nI.\n', {}, 'I.\n'],
    [
      'a section twice',
      '# Skill: a\nD.\n## License\nMIT\n## License\nBSD\n',
      { license: 'MIT' },
      '## License\nBSD\n',
    ],
    [
      'sections of its own',
      '# Skill: a\nD.\n## Notes\nN.\n## Instructions\nI.\n## More\nM.\n',
      {},
      '## Notes\nN.\nI.\n## More\nM.\n',
    ],
    ['more than one paragraph', '# Skill: a\nD.\n\nE.\n\n## Instructions\nI.\n', {}, '\nE.\n\nI.\n'],
    [
      'headings of other levels',
      '# Skill: a\nD.\n## Instructions\n# X\n### License\nMIT\n',
      {},
      '# X\n### License\nMIT\n',
    ],
    [
      'headings in a block of code',
      '# Skill: a\nD.\n## Instructions\n```md\n## License\nMIT\n```\nI.\n',
      {},
      '```md\n## License\nMIT\n```\nI.\n',
    ],
    [
      'a longer fence around a shorter one',
      '# Skill: a\nD.\n## Instructions\n````\n```\n## License\n````\nI.\n',
      {},
      '````\n```\n## License\n````\nI.\n',
    ],
    ['no sections', '# Skill: a\nD.\n', {}, ''],
    [
      'CRLF',
      '# Skill: a\r\nD.\r\n## License\r\nMIT\r\n## Instructions\r\nI.\r\n',
      { license: 'MIT' },
      'I.\r\n',
    ],
    [
      'blank lines and a comment above',
      '\ufeff\n<!-- x -->\n# Skill: a\nD.\n## Instructions\nI.\n',
      {},
      'I.\n',
    ],
  ])('may have %s', (_what, text, fields, body) => {
    const { skill } = parseText(text)
    expect(skill).toMatchObject({ name: 'a', description: 'D.', form: 'heading', body })
    expect(skill!.frontmatter).toStrictEqual({ name: 'a', description: 'D.', ...fields })
  })

  it('loses nothing but the headings of its fields', () => {
    const text = '# Skill: a\nD.\n\nE.\n## Notes\nN.\n## Instructions\nI.\n'
    const { body } = parseHeadingSkill(text)
    for (const line of ['E.', '## Notes', 'N.', 'I.']) expect(body.split('\n')).toContain(line)
  })

  it('takes its name from the folder where the title has none', () => {
    expect(parseText('# Skill:\nDoes it.\n').skill).toMatchObject({ name: 'alpha' })
  })

  it('is refused without a description, with the line of what is wrong', () => {
    const parsed = parseText('# Skill: a\n\n## Instructions\nI.\n')
    expect(parsed.skill).toBeUndefined()
    expect(codesOf(parsed)).toContain('DESCRIPTION_MISSING')
  })

  it('says on which line a field is odd', () => {
    const parsed = parseText(`\n${MY_SKILL}`)
    expect(findingOf(parsed, 'ALLOWED_TOOLS_FORM')).toMatchObject({ line: 12 })
    expect(findingOf(parsed, 'NAME_DIR_MISMATCH')).toMatchObject({ line: 2 })
  })

  it.each(['# My skill\n\nText.\n', '## Skill: a\n\nText.\n', 'Skill: a\n\nText.\n', '# Skills: a\n'])(
    'is not any file without frontmatter: %j',
    (text) => {
      expect(codesOf(parseText(text))).toEqual(['FRONTMATTER_MISSING'])
    },
  )
})
