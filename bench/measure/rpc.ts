/** What every request of MCP 2026-07-28 says of its client. */
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface Call {
  method: string
  params: Record<string, unknown>
}

/** A call as one line of JSON-RPC. */
export function callText({ method, params }: Call): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } })
}

/** The headers that go with a call over HTTP. */
export function callHeaders({ method, params }: Call): Record<string, string> {
  const name = params['name'] ?? params['uri']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': META['io.modelcontextprotocol/protocolVersion'],
    'mcp-method': method,
    ...(typeof name === 'string' && NAMED.has(method) ? { 'mcp-name': name } : {}),
  }
}

const NAMED = new Set(['tools/call', 'resources/read', 'prompts/get'])
