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
 * Joins the parts of a component's name with `_`. The name contains only letters, digits, `_` and `-`, because
 * generators turn it into an identifier. Within a part, `_` is doubled, a dot becomes `_-`, and any other character
 * becomes its code. Different names stay different, because no part begins or ends with `_` or `-`.
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

/**
 * Joins the parts of an operation's name with dots. A dot within a part is doubled, so different names stay
 * different.
 */
export function operationName(...parts: readonly string[]): string {
  return parts
    .map((part) =>
      part
        .replaceAll('.', '..')
        .replaceAll(/[^\w.-]/gu, (character) => `_u${character.codePointAt(0)?.toString(16) ?? ''}_`),
    )
    .join('.')
}
