import type { SkillSource } from '../sources/types.ts'
import { formatSkillUri } from '../uri/format.ts'
import { parseReference } from '../uri/parse.ts'

/** Which skill, and from where. The same URI at another place is another skill (SEP-2640: server and URI stay together). */
export interface SkillIdentity {
  /** The source's label, given by the host. */
  label: string
  /** The command or URL behind the label. */
  endpoint: string
  /** The skill's URI in its own source, without the catalog's mount. */
  uri: string
}

export function identityOf(
  source: Pick<SkillSource, 'label' | 'kind' | 'endpoint'>,
  skillPath: string,
): SkillIdentity {
  return { label: source.label, endpoint: source.endpoint ?? source.kind, uri: formatSkillUri(skillPath) }
}

/** The skill's URI in the catalog, where it stands below the label of its server. */
export function catalogUri({ label, uri }: Pick<SkillIdentity, 'label' | 'uri'>): string {
  return formatSkillUri([label, ...parseReference(uri).segments].join('/'))
}

export function isSameIdentity(one: SkillIdentity, other: SkillIdentity): boolean {
  return one.label === other.label && one.endpoint === other.endpoint && one.uri === other.uri
}
