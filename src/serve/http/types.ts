import type { SkillServerOptions } from '../mcp-server.ts'

/** Who calls, as far as this server cares. */
export interface Principal {
  name: string
  /** Labels of the sources that the caller sees, on every surface; all where it is not set. */
  sources?: readonly string[] | undefined
}

/** Why a caller is not let in, in the words of RFC 6750. */
export interface AuthFailure {
  /** 503: nobody can be let in now, because the issuer does not answer. */
  status: 401 | 403 | 503
  error: 'invalid_token' | 'insufficient_scope' | undefined
  description: string
}

/** Decides who calls from the value of the `Authorization` header. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal | AuthFailure>

/** A caller known by a static bearer token. */
export interface TokenGrant extends Principal {
  /** SHA-256 of the token in lowercase hex; the token itself is not kept. */
  sha256: string
}

/** The tokens of an authorization server that are let in. */
export interface OAuthOptions {
  /** The authorization server; `iss` of its tokens. */
  issuer: string
  /** This server as clients address it and as tokens name it in `aud`: its canonical URI (RFC 8707). */
  audience: string
  /** Where the issuer's keys are. Default: as its metadata says. */
  jwksUri?: string | undefined
  /** Scopes that a token must have. */
  scopes?: readonly string[] | undefined
  /** Claim that lists the labels of the sources that the caller sees. Default: every source. */
  sourcesClaim?: string | undefined
}

/** One line of the log for one request, also a refused one; never a token, never a body. */
export interface RequestLog {
  time: string
  /** Also in the `x-request-id` header of the answer. */
  id: string
  principal: string | undefined
  method: string
  path: string
  /** The method of the protocol that was called. */
  rpc: string | undefined
  /** 499 where the connection ended before there was an answer, also by a body that was sent too slowly. */
  status: number
  /** False: the client went before the answer was complete. */
  complete: boolean
  ms: number
}

/** How a catalog is served over HTTP. */
export interface HttpOptions extends Pick<SkillServerOptions, 'maxSkills' | 'onWarning'> {
  /** Default `127.0.0.1`. Any other address than a loopback one needs tokens or OAuth. */
  host?: string | undefined
  /** Default 3917; 0 takes a free one. */
  port?: number | undefined
  tokens?: readonly TokenGrant[] | undefined
  oauth?: OAuthOptions | undefined
  /** Further values of the `Host` header that are this server, exactly as clients send them. */
  allowedHosts?: readonly string[] | undefined
  /** Origins of pages that may call, exactly. Default: none but this server's own. */
  allowedOrigins?: readonly string[] | undefined
  /** Requests of one caller a minute. Default 6,000. */
  requestsPerMinute?: number | undefined
  /** Serves `/.well-known/agent-skills/` (discovery draft 0.2.0). Default false. */
  wellKnown?: boolean | undefined
  /** Limits that are to be others than `HTTP_LIMITS`. */
  limits?: Partial<HttpLimits> | undefined
  onRequest?: ((log: RequestLog) => void) | undefined
}

/** What the server reads and holds at the most. */
export interface HttpLimits {
  /** Bytes of a request body. */
  bodyBytes: number
  /** Bytes of a request's header lines. */
  headerBytes: number
  /** Milliseconds until the headers, and the whole request, must have arrived. */
  headersMs: number
  requestMs: number
  /** Milliseconds that an idle connection is kept. */
  keepAliveMs: number
  /** Connections at the same time of one address, which may be a proxy's, and of all. */
  connections: CallerLimits
  /** Subscriptions at the same time of one caller, and of all. */
  streams: CallerLimits
  /** Sets of visible sources that are kept ready. */
  views: number
  /** Milliseconds that running requests get at shutdown. */
  drainMs: number
}

export interface CallerLimits {
  each: number
  all: number
}

export const HTTP_LIMITS: HttpLimits = {
  bodyBytes: 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 5000,
  connections: { each: 1024, all: 2048 },
  streams: { each: 16, all: 1024 },
  views: 64,
  drainMs: 5000,
}

/** The options with what was left out. */
export interface ServedOptions extends HttpOptions {
  limits: HttpLimits
}
