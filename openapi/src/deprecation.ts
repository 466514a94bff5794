import { type Deprecable, deprecationText } from '@jsonapi-gen/runtime/vocabulary'
import type { Json, JsonObject } from './json.js'

/** A schema, a parameter or an operation, marked as deprecated if its part is. */
export function withDeprecation(described: JsonObject, part: Deprecable): JsonObject {
  if (!part.deprecated) return described
  const text = deprecationText(part.deprecated, 'Deprecated since')
  const { description } = described
  return {
    ...described,
    description: typeof description === 'string' ? `${description} ${text}` : text,
    deprecated: true,
  }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'patch', 'delete'])

/** A path whose operations are marked as deprecated if one of their parts is; the first one counts. */
export function deprecatedPath(
  path: JsonObject,
  partsOf: (method: string) => readonly Deprecable[],
): JsonObject {
  return Object.fromEntries(
    Object.entries(path).map(([key, value]): [string, Json] => {
      const part = METHODS.has(key) && partsOf(key).find(({ deprecated }) => deprecated)
      return [key, part && isObject(value) ? withDeprecation(value, part) : value]
    }),
  )
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
