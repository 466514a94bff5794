/**
 * When a part of the API was deprecated, the day from which it may be removed, and the part of its kind that replaces it.
 * Days are dates, such as `2027-01-31`.
 */
export interface Deprecation {
  readonly since: string
  readonly sunset?: string
  readonly use?: string
}

/** A part of the API that may be deprecated. */
export interface Deprecable {
  readonly deprecated?: Deprecation | undefined
}

/** The member `deprecated` of a part, as the contract contains it. */
export function deprecatedOf({ deprecated }: Deprecable): { readonly deprecated?: Deprecation } {
  if (!deprecated) return {}
  const { since, sunset, use } = deprecated
  return { deprecated: { since, ...(sunset !== undefined && { sunset }), ...(use !== undefined && { use }) } }
}

/**
 * The deprecation of a filter, a sort or a stat without its own: that of the first deprecated relationship on its path,
 * or that of its attribute (rule 31.2).
 */
export const inheritedDeprecation = (
  through: readonly Deprecable[],
  attribute: Deprecable | undefined,
): Deprecation | undefined => [...through, attribute].find((part) => part?.deprecated)?.deprecated

/** A deprecation in sentences. `opening` contains the first words: `Deprecated since`. */
export const deprecationText = ({ since, sunset, use }: Deprecation, opening: string): string =>
  [
    `${opening} ${since}.`,
    ...(sunset === undefined ? [] : [`It may be removed on or after ${sunset}.`]),
    ...(use === undefined ? [] : [`Use ${use} instead.`]),
  ].join(' ')
