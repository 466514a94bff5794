/** The kinds of data (docs/schema-format.md, "attributes"). `integer` holds 32 bits; more is a `bigint`. */
export const KINDS = [
  'string',
  'integer',
  'bigint',
  'float',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'uuid',
  'json',
  'bytes',
  'enum',
] as const

export type Kind = (typeof KINDS)[number]

/** The short spelling of a type: `string`, `datetime?` (nullable), `string[]` (a list), `string[]?`. */
export type TypeName = `${Exclude<Kind, 'enum'>}${'' | '[]'}${'' | '?'}`

/** A type, taken apart. */
export interface AttributeType {
  readonly kind: Kind
  readonly list: boolean
  readonly nullable: boolean
  /** The values of an enum, empty for any other kind. */
  readonly values: readonly string[]
}

/** Takes the short spelling of a type apart. Throws a TypeError on a name that is no type: that is our user's code. */
export function parseType(name: TypeName): AttributeType {
  const match = /^([a-z]+)(\[\])?(\?)?$/.exec(name)
  const kind = KINDS.find((candidate) => candidate === match?.[1])
  if (!match || kind === undefined || kind === 'enum') {
    throw new TypeError(
      `Unknown attribute type "${name}". A type is one of ${KINDS.join(', ')}, with [] and ? behind it.`,
    )
  }
  return Object.freeze({ kind, list: match[2] !== undefined, nullable: match[3] !== undefined, values: [] })
}

/** The largest values of `integer` and `bigint`, which the stores have. */
export const INT32_MAX: number = 2 ** 31 - 1
export const INT64_MAX: bigint = 2n ** 63n - 1n

/** The type in words, for the detail of an error: `integer`, `list of string`, `one of draft, published`. */
export function describeType(type: AttributeType): string {
  const one = type.kind === 'enum' ? `one of ${type.values.join(', ')}` : type.kind
  return type.list ? `list of ${one}` : one
}
