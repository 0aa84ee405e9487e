import { SkillwayError } from '../../errors.ts'
import { quote } from '../../text/quote.ts'
import type { McpSourceOptions } from './types.ts'

const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/

/**
 * Refuses what can be no MCP source.
 *
 * @throws SkillwayError `CONFIG_INVALID`
 */
export function checkOptions({ label, transport }: McpSourceOptions): void {
  if (!LABEL.test(label)) {
    throw new SkillwayError('CONFIG_INVALID', `${quote(label)} cannot be the label of a source`, {
      hint: 'Use 1 to 63 letters, digits, - and _, beginning with a letter or a digit.',
    })
  }
  if (transport.type === 'http' && !(/^https?:\/\//i.test(transport.url) && URL.canParse(transport.url))) {
    throw new SkillwayError(
      'CONFIG_INVALID',
      `The URL of MCP server ${quote(label)} is not an http or https URL`,
      {
        hint: 'Write it as https://host/mcp.',
      },
    )
  }
}
