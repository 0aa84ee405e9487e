export { createSkillServer, type SkillServer, type SkillServerOptions } from './serve/mcp-server.ts'
export { serveOnStdio, type StdioOptions } from './serve/stdio.ts'
