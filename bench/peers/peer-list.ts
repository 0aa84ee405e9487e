export interface PeerPackage {
  /** What is installed, with exact versions: a benchmark of moving targets says nothing. */
  packages: readonly string[]
  /** Used instead where Node is older than that major version. */
  before?: { major: number; packages: readonly string[] }
}

/** Projects that do some of what Skillway does, and tools of the benchmark; installed for the benchmark alone. */
export const PEERS = {
  sdk: { packages: ['@modelcontextprotocol/server@2.4.0', '@hono/node-server@2.1.9', 'hono@4.13.19'] },
  'ext-skills': { packages: ['@olaservo/ext-skills@0.14.0', '@modelcontextprotocol/server@2.4.0'] },
  openskills: { packages: ['openskills@1.5.0'] },
  skills: { packages: ['skills@1.7.4'], before: { major: 22, packages: ['skills@1.5.18'] } },
  'skills-ref': { packages: ['skills-ref@0.1.5'] },
  'agent-skills-cli': { packages: ['agent-skills-cli@1.1.9'] },
  autocannon: { packages: ['autocannon@8.0.0'] },
} as const satisfies Record<string, PeerPackage>

export type PeerName = keyof typeof PEERS
