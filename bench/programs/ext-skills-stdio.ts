// A server of @olaservo/ext-skills on stdin and stdout, with the skills below a folder.
import type * as Sdk from '@modelcontextprotocol/server'
import type * as SdkStdio from '@modelcontextprotocol/server/stdio'
import { importFrom } from '../peers/peers.ts'

interface ExtSkills {
  discoverSkills(root: string): Map<string, unknown>
  registerSkillResources(
    server: Sdk.McpServer,
    skills: Map<string, unknown>,
    root: string,
    options: { template: boolean },
  ): void
}

const [, , folder, root] = process.argv
const { McpServer } = (await importFrom(folder!, '@modelcontextprotocol/server')) as typeof Sdk
const { serveStdio } = (await importFrom(folder!, '@modelcontextprotocol/server/stdio')) as typeof SdkStdio
const extSkills = (await importFrom(folder!, '@olaservo/ext-skills/server')) as ExtSkills
const skills = extSkills.discoverSkills(root!)
serveStdio(() => {
  const server = new McpServer({ name: 'ext-skills', version: '1.0.0' })
  extSkills.registerSkillResources(server, skills, root!, { template: true })
  return server
})
