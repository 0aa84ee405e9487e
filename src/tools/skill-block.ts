import { createHmac, randomBytes } from 'node:crypto'
import { oneLine } from '../text/one-line.ts'
import { escapeXml } from './escape-xml.ts'

/** Known to this process alone. */
const SECRET = randomBytes(32)

/**
 * A skill's instructions as an element of a prompt. The mark at both ends cannot be known to whoever wrote them, so nothing in
 * them closes the element; the same instructions have the same mark while the process runs, so that prompt caches keep working.
 */
export function skillBlock({ name, uri, text }: { name: string; uri: string; text: string }): string {
  const mark = createHmac('sha256', SECRET).update(`${uri}\n${text}`).digest('hex').slice(0, 16)
  const attributes = `name="${escapeXml(oneLine(name))}" uri="${escapeXml(uri)}" mark="${mark}"`
  return `<skill_content ${attributes}>\n${text.trim()}\n</skill_content mark="${mark}">`
}
