import { importFrom } from './peers.ts'

export interface ExtSkillsEntry {
  uri: string
  resources: { uri: string; digest: string; size: number }[]
}

interface ExtSkillsServer {
  discoverSkills(root: string): Map<string, unknown>
  buildSkillEntry(skill: unknown): ExtSkillsEntry
}

/** All skills of a folder, as `@olaservo/ext-skills` describes them. */
export async function extSkillsEntries(folder: string): Promise<(root: string) => ExtSkillsEntry[]> {
  const server = (await importFrom(folder, '@olaservo/ext-skills/server')) as ExtSkillsServer
  return (root) => Array.from(server.discoverSkills(root).values(), server.buildSkillEntry)
}
