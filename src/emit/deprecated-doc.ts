import type { Deprecation } from '@jsonapi-gen/runtime/vocabulary'
import type { DeprecationSchema } from '../schema/schema.js'

/**
 * The text of a comment: a description, and the tag for which editors strike a name through. Undefined if there is
 * neither.
 */
export function docOf({
  description,
  deprecated,
}: {
  readonly description?: string | undefined
  readonly deprecated?: Deprecation | DeprecationSchema | undefined
}): string | undefined {
  const lines = [
    ...(description === undefined ? [] : [description]),
    ...(deprecated ? [tagOf(deprecated)] : []),
  ]
  return lines.length === 0 ? undefined : lines.join('\n')
}

function tagOf({ since, sunset, use }: Deprecation | DeprecationSchema): string {
  return [
    `@deprecated Since ${since}.`,
    ...(sunset === undefined ? [] : [`It may be gone from ${sunset} on.`]),
    ...(use === undefined ? [] : [`Use ${use} instead.`]),
  ].join(' ')
}
