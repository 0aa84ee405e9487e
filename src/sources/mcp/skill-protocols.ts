import { SKILLS_EXTENSION } from '../../sep2640/wire.ts'
import { extensionProtocol } from './extension-protocol.ts'
import type { McpLimits } from './limits.ts'
import { resourceProtocol } from './resource-protocol.ts'
import type { Session } from './session.ts'
import type { SkillProtocol } from './skill-protocol.ts'

/** The best way of obtaining skills that a server declares. It is never asked by the extension otherwise (SEP-2640). */
export function skillProtocols(limits: McpLimits): (session: Session) => SkillProtocol {
  const extension = extensionProtocol(limits)
  const resources = resourceProtocol(limits)
  return ({ capabilities }) => {
    const declared = capabilities.extensions?.[SKILLS_EXTENSION]
    return typeof declared === 'object' && declared !== null ? extension : resources
  }
}
