import type { Deprecation } from '@jsonapi-gen/runtime/vocabulary'
import type { Json, JsonObject } from './json.js'

/** A part of the API that may be deprecated. */
interface Deprecable {
  readonly deprecated?: Deprecation | undefined
}

/** What a description says about a deprecation; empty for a part that is not deprecated. */
export function deprecationText({ deprecated }: Deprecable): string {
  if (!deprecated) return ''
  const { since, sunset, use } = deprecated
  return [
    `Deprecated since ${since}.`,
    ...(sunset === undefined ? [] : [`It may be gone from ${sunset} on.`]),
    ...(use === undefined ? [] : [`Use ${use} instead.`]),
  ].join(' ')
}

/** A schema, a parameter or an operation, marked as deprecated if its part is. */
export function withDeprecation(described: JsonObject, part: Deprecable): JsonObject {
  const text = deprecationText(part)
  if (text === '') return described
  const { description } = described
  return {
    ...described,
    description: typeof description === 'string' ? `${description} ${text}` : text,
    deprecated: true,
  }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'patch', 'delete'])

/** A path whose operations are marked as deprecated if its part is. */
export function deprecatedPath(path: JsonObject, part: Deprecable): JsonObject {
  if (!part.deprecated) return path
  return Object.fromEntries(
    Object.entries(path).map(([key, value]): [string, Json] => [
      key,
      METHODS.has(key) && isObject(value) ? withDeprecation(value, part) : value,
    ]),
  )
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
