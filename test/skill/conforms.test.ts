import { describe, expect, it } from 'vitest'
import { conforms } from '../../src/skill/conforms.ts'
import { diagnostic, type DiagnosticCode, SEVERITIES } from '../../src/skill/diagnostic.ts'

const BREAKS = new Set<DiagnosticCode>([
  'FRONTMATTER_NOT_FIRST',
  'HEADING_FORM',
  'YAML_RECOVERED',
  'NAME_MISSING',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_DIR_MISMATCH',
  'DESCRIPTION_TOO_LONG',
  'METADATA_NOT_STRING',
  'METADATA_NOT_MAP',
  'ALLOWED_TOOLS_FORM',
  'COMPATIBILITY_INVALID',
])
const codes = Object.keys(SEVERITIES) as DiagnosticCode[]

describe('a skill conforms to the Agent Skills specification', () => {
  it('with nothing to say about it', () => {
    expect(conforms([])).toBe(true)
  })

  it.each(codes.filter((code) => SEVERITIES[code] === 'error'))('never with the error %s', (code) => {
    expect(conforms([diagnostic('BOM', 'x', ''), diagnostic(code, 'x', '')])).toBe(false)
  })

  it.each(codes.filter((code) => SEVERITIES[code] !== 'error'))(
    'with %s only where the specification allows it',
    (code) => {
      expect(conforms([diagnostic(code, 'x', '')])).toBe(!BREAKS.has(code))
    },
  )
})
