import { CORE_SCHEMA, defineMappingTag, defineSequenceTag, type Schema } from 'js-yaml'
import { REFUSED } from './refused.ts'

/**
 * YAML 1.2 core, built straight into what JSON can hold: keys are strings, numbers are finite, text is well-formed.
 * `__proto__` is refused, because one careless copy of it anywhere would change every object.
 */
export const STRICT_SCHEMA = frontmatterSchema({ dropProto: false })

/** The same, except that a field of the name `__proto__` is left out. */
export const PROTO_DROPPING_SCHEMA = frontmatterSchema({ dropProto: true })

type JsonObject = Record<string, unknown>

function frontmatterSchema({ dropProto }: { dropProto: boolean }): Schema {
  const mapping = defineMappingTag<JsonObject>('tag:yaml.org,2002:map', {
    create: () => ({}),
    addPair(object, key, value) {
      if (typeof key !== 'string') return REFUSED.key
      if (!key.isWellFormed()) return REFUSED.surrogate
      if (key === '__proto__') return dropProto ? '' : REFUSED.proto
      object[key] = withoutNegativeZero(value)
      return problemOf(value)
    },
    has: (object, key) => typeof key === 'string' && Object.hasOwn(object, key),
    keys: (object) => Object.keys(object),
    get: (object, key) => object[String(key)],
    identify: () => false,
  })
  const sequence = defineSequenceTag<unknown[]>('tag:yaml.org,2002:seq', {
    create: () => [],
    addItem(list, item) {
      list.push(withoutNegativeZero(item))
      return problemOf(item)
    },
    identify: () => false,
  })
  return CORE_SCHEMA.withTags(mapping, sequence)
}

function problemOf(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return REFUSED.number
  if (typeof value === 'string' && !value.isWellFormed()) return REFUSED.surrogate
  return ''
}

function withoutNegativeZero(value: unknown): unknown {
  return value === 0 ? 0 : value
}
