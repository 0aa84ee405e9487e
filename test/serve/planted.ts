import type { Rpc } from './http/requests.ts'
import type { WireEntry } from './judge-entry.ts'
import type { Wire } from './wire.ts'

/** One thing that a server does wrong, and the duty of SEP-2640 under which the oracle has to see it. */
export interface Fault {
  title: string
  duty: string
  /** What the honest server is asked instead. */
  asks?(params: Record<string, unknown>): Record<string, unknown>
  /** Changes an honest answer. */
  change(answer: Rpc, asked: { method: string; params: Record<string, unknown>; count: number }): Rpc
}

/** The same server with one fault planted between it and whoever asks. */
export function withFault(wire: Wire, fault: Fault): Wire {
  let count = 0
  return {
    ...wire,
    async ask(method, params = {}) {
      const answer = structuredClone(await wire.ask(method, fault.asks?.(params) ?? params))
      return fault.change(answer, { method, params, count: count++ })
    },
  }
}

const TARGET = 'skill://alpha/SKILL.md'
const OTHER = 'skill://acme/billing/refunds/SKILL.md'

/** Changes the entry of one skill wherever it is shown, or only in these methods. */
function entryFault(
  title: string,
  duty: string,
  change: (entry: WireEntry) => void,
  methods = ['skills/list', 'skills/get'],
): Fault {
  return {
    title,
    duty,
    change(answer, { method }) {
      const entry = methods.includes(method) ? entriesIn(answer).find(({ uri }) => uri === TARGET) : undefined
      if (entry !== undefined) change(entry)
      return answer
    },
  }
}

function entriesIn({ result }: Rpc): WireEntry[] {
  const { skills = [], skill } = (result ?? {}) as { skills?: WireEntry[]; skill?: WireEntry }
  return skill === undefined ? skills : [skill]
}

function files(entry: WireEntry): Exclude<WireEntry['resources'], 'dynamic'> {
  return entry.resources as Exclude<WireEntry['resources'], 'dynamic'>
}

const plus = (entry: WireEntry, uri: string) => files(entry).push({ ...files(entry)[0]!, uri })
const wrongCode =
  (method: string, code: number): Fault['change'] =>
  (answer, asked) =>
    asked.method === method && answer.error !== undefined
      ? { ...answer, error: { ...answer.error, code } }
      : answer

/** Every row of the table of faults that two testers in use were measured with, most of which they miss. */
export const FAULTS: Fault[] = [
  entryFault('digest all zeros', 'S13', (entry) => (files(entry)[0]!.digest = `sha256:${'0'.repeat(64)}`)),
  entryFault('digest upper case', 'S13', (entry) => {
    files(entry)[0]!.digest = files(entry)[0]!.digest.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase())
  }),
  entryFault('size +1', 'S13', (entry) => files(entry)[0]!.size++),
  entryFault('size missing', 'S13', (entry) => delete (files(entry)[0]! as { size?: number }).size),
  entryFault('description differs', 'S16', (entry) => (entry.frontmatter['description'] = 'Another.')),
  entryFault(
    'extra allowed-tools in the listing',
    'S16',
    (entry) => (entry.frontmatter['allowed-tools'] = 'Bash(*)'),
  ),
  entryFault('one file omitted in list and get', 'S11', (entry) => files(entry).pop()),
  entryFault('own SKILL.md omitted', 'S11', (entry) => {
    entry.resources = files(entry).filter(({ uri }) => uri !== TARGET)
  }),
  entryFault('a foreign URI listed', 'S12', (entry) => plus(entry, OTHER)),
  entryFault('..%2f..%2fetc%2fpasswd listed', 'S12', (entry) =>
    plus(entry, 'skill://alpha/..%2f..%2fetc%2fpasswd'),
  ),
  entryFault('a Skill.md twin listed', 'S11', (entry) => plus(entry, 'skill://alpha/Skill.md')),
  entryFault('a file listed twice', 'S11', (entry) => plus(entry, files(entry)[1]!.uri)),
  {
    title: 'all entries dynamic',
    duty: 'S14',
    change(answer) {
      for (const entry of entriesIn(answer)) entry.resources = 'dynamic'
      return answer
    },
  },
  entryFault('resources absent', 'S10', (entry) => delete (entry as { resources?: unknown }).resources),
  entryFault('name is not the end of the path', 'S7', (entry) => (entry.frontmatter['name'] = 'omega')),
  {
    title: 'no ttlMs and cacheScope',
    duty: 'S20',
    change(answer, { method }) {
      if (method.startsWith('skills/') && answer.result !== undefined) {
        delete answer.result['ttlMs']
        delete answer.result['cacheScope']
      }
      return answer
    },
  },
  {
    title: 'a repeated cursor',
    duty: 'S21',
    asks: withoutCursor,
    change: (answer, { method }) => (method === 'skills/list' ? withCursor(answer, 'again') : answer),
  },
  {
    title: 'endless cursors',
    duty: 'S21',
    asks: withoutCursor,
    change: (answer, { method, count }) =>
      method === 'skills/list' ? withCursor(answer, `c${count}`) : answer,
  },
  entryFault('get has another manifest than list', 'S22', (entry) => files(entry).pop(), ['skills/get']),
  {
    title: 'get answers with another skill',
    duty: 'S22',
    change(answer, { method, params }) {
      const [entry] = method === 'skills/get' && params['uri'] === TARGET ? entriesIn(answer) : []
      if (entry !== undefined) entry.uri = OTHER
      return answer
    },
  },
  { title: 'another error code of get', duty: 'S23', change: wrongCode('skills/get', -32_002) },
  {
    title: 'another error code of resources/read',
    duty: 'S25',
    change: wrongCode('resources/read', -32_603),
  },
  {
    title: 'other bytes at the second read',
    duty: 'S13',
    change: (
      (seen = new Set<unknown>()): Fault['change'] =>
      (answer, { method, params }) => {
        if (method !== 'resources/read' || params['uri'] !== TARGET) return answer
        const [content] = (answer.result?.['contents'] ?? []) as { text: string }[]
        if (seen.has(TARGET) && content !== undefined) content.text += ' '
        seen.add(TARGET)
        return answer
      }
    )(),
  },
  {
    title: 'a directory that lists file:///etc/passwd',
    duty: 'S24',
    change(answer, { method, params }) {
      const children = answer.result?.['resources'] as Record<string, unknown>[] | undefined
      if (method === 'resources/directory/read' && params['uri'] === 'skill://alpha')
        children?.push({ uri: 'file:///etc/passwd', name: 'passwd', mimeType: 'text/plain' })
      return answer
    },
  },
  entryFault('escape and tag characters only in the listing', 'S16', (entry) => {
    entry.frontmatter['description'] += '\u001b[2J\u{e0041}'
  }),
  {
    title: 'no resources capability',
    duty: 'S4',
    change(answer) {
      delete (answer.result?.['capabilities'] as Record<string, unknown> | undefined)?.['resources']
      return answer
    },
  },
  {
    title: 'a name twice',
    duty: 'S18',
    change(answer, { method }) {
      const entry = method === 'skills/list' ? entriesIn(answer).find(({ uri }) => uri === TARGET) : undefined
      if (entry !== undefined) entry.frontmatter['name'] = 'refunds'
      return answer
    },
  },
]

function withoutCursor(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => name !== 'cursor'))
}

function withCursor(answer: Rpc, nextCursor: string): Rpc {
  return answer.result === undefined ? answer : { ...answer, result: { ...answer.result, nextCursor } }
}
