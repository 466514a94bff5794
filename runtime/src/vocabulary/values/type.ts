/** The kinds of data (docs/schema-format.md, "attributes"). `integer` has 32 bits. Larger numbers need `bigint`. */
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

/** A kind of data. */
export type Kind = (typeof KINDS)[number]

/** The kinds of data for an id with a single column. */
export const ID_KINDS = ['integer', 'bigint', 'string', 'uuid'] as const

/** A kind of data for an id. */
export type IdKind = (typeof ID_KINDS)[number]

/** Whether a kind of data is permitted for an id. */
export function isIdKind(kind: Kind): kind is IdKind {
  return ID_KINDS.some((each) => each === kind)
}

/** The kinds of data for a column of a key, alone or with others. */
export const KEY_KINDS = [
  'integer',
  'bigint',
  'string',
  'uuid',
  'date',
  'datetime',
  'enum',
  'boolean',
  'decimal',
  'bytes',
] as const

/** A kind of data for a column of a key. */
export type KeyKind = (typeof KEY_KINDS)[number]

/** Whether a kind of data is permitted for a column of a key. */
export function isKeyKind(kind: Kind): kind is KeyKind {
  return KEY_KINDS.some((each) => each === kind)
}

/** The short spelling of a type: `string`, `datetime?` (nullable), `string[]` (a list), `string[]?`. */
export type TypeName = `${Exclude<Kind, 'enum'>}${'' | '[]'}${'' | '?'}`

/** A type, split into its parts. */
export interface AttributeType {
  readonly kind: Kind
  readonly list: boolean
  readonly nullable: boolean
  /** The values of an enum; empty for other kinds. */
  readonly values: readonly string[]
  /** The largest integer, if it exceeds the usual maximum: an oid in PostgreSQL is unsigned. */
  readonly most?: number | undefined
}

/**
 * Parses the short spelling of a type. Throws a TypeError if the name is not a type, which is a mistake in the
 * application's code.
 */
export function parseType(name: TypeName): AttributeType {
  const match = /^([a-z]+)(\[\])?(\?)?$/.exec(name)
  const kind = KINDS.find((candidate) => candidate === match?.[1])
  if (!match || kind === undefined || kind === 'enum') {
    throw new TypeError(
      `Unknown attribute type "${name}". A type is one of ${KINDS.join(', ')}, optionally followed by [] and ?.`,
    )
  }
  return Object.freeze({ kind, list: match[2] !== undefined, nullable: match[3] !== undefined, values: [] })
}

/** Whether values of the type are numbers. */
export function isNumeric({ kind, list }: Pick<AttributeType, 'kind' | 'list'>): boolean {
  return !list && (kind === 'integer' || kind === 'bigint' || kind === 'float' || kind === 'decimal')
}

/** Whether a request can sort by values of the type. */
export function isSortable({ kind, list }: Pick<AttributeType, 'kind' | 'list'>): boolean {
  return !list && kind !== 'json' && kind !== 'bytes'
}

/** The largest values of `integer` and `bigint` that stores can contain. */
export const INT32_MAX: number = 2 ** 31 - 1
export const INT64_MAX: bigint = 2n ** 63n - 1n

/** A word with its article: `an integer`, `a list of string`. */
export const withArticle = (word: string): string => `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`

/** Names one value of the type: `an integer`, `a list of string`, `one of draft, published`. */
export function describeValue(type: AttributeType): string {
  const name = describeType(type)
  return !type.list && UNCOUNTABLE.has(type.kind) ? name : withArticle(name)
}

const UNCOUNTABLE: ReadonlySet<Kind> = new Set(['bytes', 'enum', 'json'])

/** The type in words, for the detail of an error: `integer`, `list of string`, `one of draft, published`. */
export function describeType(type: AttributeType): string {
  const one = type.kind === 'enum' ? `one of ${type.values.join(', ')}` : type.kind
  return type.list ? `list of ${one}` : one
}
