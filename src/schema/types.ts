/** The scalar types of the format, apart from `enum`, which has values of its own. */
export const SCALAR_TYPES = [
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
] as const

/** A scalar type. */
export type ScalarType = (typeof SCALAR_TYPES)[number]

/** The type of an attribute, a filter or an extra field. `values` is empty unless the base is `enum`. */
export interface ValueType {
  readonly base: ScalarType | 'enum'
  readonly values: readonly string[]
  readonly list: boolean
  readonly nullable: boolean
  /** The store's own type of its column, where the store can do less with it than with the base (rule 23.12). */
  readonly stored?: StoredType | undefined
}

/**
 * Types of a store's own: `bits` and `inet` are no texts, an `oid` is no number to add up, `longText` has patterns alone, and
 * `incomparable` is compared and sorted by nothing.
 */
export type StoredType = 'inet' | 'bits' | 'oid' | 'money' | 'longText' | 'incomparable'

/** The types that an id may have. */
export const ID_TYPES = ['integer', 'bigint', 'string', 'uuid'] as const
/** The type of an id. */
export type IdType = (typeof ID_TYPES)[number]

/** The types that a column of an id may have, alone or with others. */
export const KEY_TYPES: readonly ValueType['base'][] = [
  ...ID_TYPES,
  'date',
  'datetime',
  'enum',
  'boolean',
  'decimal',
  'bytes',
]

/** Whether a client may, must or must not choose the id of what it creates. */
export const CLIENT_IDS = ['forbidden', 'allowed', 'required'] as const
/** The rule for ids chosen by clients. */
export type ClientIds = (typeof CLIENT_IDS)[number]

/** What says where a page begins. */
export const PAGE_STYLES = ['number', 'cursor'] as const
/** What says where the pages of a resource begin. */
export type PageStyle = (typeof PAGE_STYLES)[number]

/** The directives of Cache-Control that an answer has: those that stand alone, and those with a number of seconds. */
export const CACHE_FLAGS = [
  'public',
  'private',
  'no-cache',
  'no-store',
  'no-transform',
  'must-revalidate',
  'proxy-revalidate',
  'must-understand',
  'immutable',
] as const
/** Those with a number of seconds: `max-age=60`. */
export const CACHE_SECONDS = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'] as const

/** The adapters that generated code knows. */
export const ADAPTERS = ['prisma', 'null'] as const
/** The adapter of a resource. */
export type AdapterName = (typeof ADAPTERS)[number]

/** The frameworks that route stubs are written for. */
export const FRAMEWORKS = ['express', 'fastify', 'hono', 'fetch'] as const
/** The framework of the route stubs. */
export type Framework = (typeof FRAMEWORKS)[number]

/** What is done with a record, as far as `scopes` says with which. */
export const POLICIES = ['read', 'create', 'update', 'updated', 'destroy'] as const

/** One of them. */
export type Policy = (typeof POLICIES)[number]

/** The actions of a controller. */
export const ACTIONS = ['index', 'show', 'create', 'update', 'destroy'] as const
/** An action of a controller. */
export type Action = (typeof ACTIONS)[number]

/** The kinds of sideload. */
export const SIDELOAD_KINDS = [
  'belongsTo',
  'hasMany',
  'hasOne',
  'hasAndBelongsToMany',
  'polymorphicBelongsTo',
  'polymorphicHasMany',
  'custom',
] as const
/** A kind of sideload. */
export type SideloadKind = (typeof SIDELOAD_KINDS)[number]

/** What a destroy of a record does while a relationship of it has members: with `restrict`, it is refused (rule 11.15). */
export const DEPENDENTS = ['restrict'] as const
/** One of them. */
export type Dependent = (typeof DEPENDENTS)[number]

/** The constraints of a value, by JSON Schema's names. */
export const CONSTRAINTS = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'] as const
/** The name of a constraint. */
export type ConstraintName = (typeof CONSTRAINTS)[number]

/** A JSON literal, as defaults and the values of default filters are. */
export type Literal = string | number | bigint | boolean | null | readonly Literal[] | LiteralMap
/** A JSON object. */
export interface LiteralMap {
  readonly [key: string]: Literal
}

/** The type with no list, not nullable. */
export function scalarOf(base: ScalarType): ValueType {
  return Object.freeze({ base, values: Object.freeze([]), list: false, nullable: false })
}

/** Whether values of the type are numbers that can be added up. */
export function isNumeric({ base, list }: ValueType): boolean {
  return !list && (base === 'integer' || base === 'bigint' || base === 'float' || base === 'decimal')
}

/** Whether values of the type have an order: numbers, dates and text. */
export function isOrdered(type: ValueType): boolean {
  const { base, list, stored } = type
  if (stored === 'bits' || !isComparable(type)) return false
  return isNumeric(type) || (!list && (base === 'date' || base === 'datetime' || base === 'string'))
}

/** Whether rows can be sorted by values of the type; not by json, bytes and lists (rule 4.2). */
export function isSortable(type: ValueType): boolean {
  return !type.list && type.base !== 'json' && type.base !== 'bytes' && isComparable(type)
}

/** Whether the store tells one value of the type from another. */
export function isComparable({ stored }: ValueType): boolean {
  return stored !== 'incomparable' && stored !== 'longText'
}

/** Whether the store adds values of the type up. */
export function isSummable(type: ValueType): boolean {
  return isNumeric(type) && type.stored !== 'oid' && type.stored !== 'money'
}

/** A join, as a datamodel has it. */
export interface JoinSchema {
  /** What its two sides have in common, and other joins do not. */
  readonly name: string
  /** The join model; undefined where the store keeps the join by itself. */
  readonly model: string | undefined
  /** The columns of the join model that refer to this side, and those that refer to the related records. */
  readonly key: readonly string[]
  readonly otherKey: readonly string[]
}
