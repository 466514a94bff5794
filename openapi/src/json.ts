/** Plain data in a document; undefined members are omitted. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject | undefined

/** A JSON object in a document. */
export interface JsonObject {
  readonly [name: string]: Json
}

/** A reference to a component. */
export function refTo(
  kind: 'schemas' | 'parameters' | 'responses' | 'headers' | 'requestBodies',
  name: string,
): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

/**
 * The parts of a name as a component may be called, for generators that make identifiers of it: of letters, digits, `_` and `-`.
 * `_` is between the parts. In a part it is two, a dot is `_-`, and anything else is its code, so that no two names become one: no
 * part begins or ends with one of these.
 */
export function componentName(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      part.replaceAll(/[^a-z\d-]/giu, (character) =>
        character === '_'
          ? '__'
          : character === '.'
            ? '_-'
            : `_--${character.codePointAt(0)?.toString(16) ?? ''}-`,
      ),
    )
    .join('_')
}

/** The parts of the name of an operation. A dot of a part is two, so that no two names become one. */
export function operationName(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .replaceAll('.', '..')
        .replaceAll(/[^\w.-]/gu, (character) => `_u${character.codePointAt(0)?.toString(16) ?? ''}_`),
    )
    .join('.')
}
