// Streamable HTTP with sessions, as servers of 2025-11-25 keep them: one transport for each session.
import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

export class SessionEndpoint {
  #sessions = new Map()
  #newServer

  constructor(newServer) {
    this.#newServer = newServer
  }

  async fetch(request) {
    const id = request.headers.get('mcp-session-id')
    if (id !== null && !this.#sessions.has(id)) return new Response('Session not found', { status: 404 })
    const transport = id === null ? await this.#open() : this.#sessions.get(id)
    return transport.handleRequest(request)
  }

  /** What a restart does: every client has to begin a new session. */
  forget() {
    this.#sessions.clear()
  }

  async #open() {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => this.#sessions.set(id, transport),
    })
    await this.#newServer().connect(transport)
    return transport
  }
}
