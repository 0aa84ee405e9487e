// A server of the official SDK on stdin and stdout: with the skills below a folder, or without any.
import type * as Sdk from '@modelcontextprotocol/server'
import type * as SdkSkills from '@modelcontextprotocol/server/ext/skills'
import type * as SdkStdio from '@modelcontextprotocol/server/stdio'
import { importFrom } from '../peers/peers.ts'
import { sdkCatalog } from '../peers/sdk.ts'

const [, , folder, root] = process.argv
const { McpServer } = (await importFrom(folder!, '@modelcontextprotocol/server')) as typeof Sdk
const { serveStdio } = (await importFrom(folder!, '@modelcontextprotocol/server/stdio')) as typeof SdkStdio
const skills = root === undefined ? await nothing() : await sdkCatalog(folder!, root)
serveStdio(() => {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' })
  skills.attach(server)
  return server
})

async function nothing(): Promise<SdkSkills.SkillsExtension> {
  const skillsOf = (await importFrom(folder!, '@modelcontextprotocol/server/ext/skills')) as typeof SdkSkills
  return skillsOf.SkillsExtension.load(skillsOf.memorySkillFiles({}))
}
