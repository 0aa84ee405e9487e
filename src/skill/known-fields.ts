/** The fields of the Agent Skills specification. */
const SPECIFICATION_FIELDS = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
] as const

/** Fields that clients document beside the specification; another client may not know them. */
const CLIENT_FIELDS = [
  'when_to_use',
  'argument-hint',
  'arguments',
  'disable-model-invocation',
  'user-invocable',
  'disallowed-tools',
  'model',
  'effort',
  'context',
  'agent',
  'background',
  'hooks',
  'paths',
  'shell',
]

const KNOWN: ReadonlySet<string> = new Set([...SPECIFICATION_FIELDS, ...CLIENT_FIELDS])

/** True for a field of the specification, and for one that a client documents. */
export function isKnownField(field: string): boolean {
  return KNOWN.has(field)
}

/** The known field that a misspelt one comes close to. */
export function knownFieldLike(field: string): string | undefined {
  const plain = plainOf(field)
  if (plain.length < 3) return undefined
  return [...KNOWN].find((known) => {
    const other = plainOf(known)
    return other === plain || (Math.min(other.length, plain.length) > 4 && isOneEditApart(other, plain))
  })
}

function plainOf(field: string): string {
  return field
    .slice(0, 64)
    .toLowerCase()
    .replace(/[-_\s]/g, '')
}

/** One letter too many, missing, changed, or swapped with its neighbour. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
