export { type HttpServer, serveOnHttp } from './serve/http/listen.ts'
export { tokenHash } from './serve/http/token-auth.ts'
export type {
  HttpLimits,
  HttpOptions,
  OAuthOptions,
  Principal,
  RequestLog,
  TokenGrant,
} from './serve/http/types.ts'
export { createSkillServer, type SkillServer, type SkillServerOptions } from './serve/mcp-server.ts'
export { serveOnStdio, type StdioOptions } from './serve/stdio.ts'
