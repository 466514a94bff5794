import type { AttributeType, Kind } from '@jsonapi-gen/runtime/vocabulary'

/**
 * Types of a store's own: `bits` and `inet` are no texts, an `oid` is no number to add up, `longText` has patterns alone, and
 * `incomparable` is compared and sorted by nothing.
 */
export type StoredType = 'inet' | 'bits' | 'oid' | 'money' | 'longText' | 'incomparable'

/** The type of an attribute, a filter or an extra field. `values` is empty unless the kind is `enum`. */
export interface ValueType extends AttributeType {
  /** The store's own type of its column, where the store can do less with it than with the kind (rule 23.12). */
  readonly stored?: StoredType | undefined
}

/** Whether a client may, must or must not choose the id of what it creates. */
export const CLIENT_IDS = ['forbidden', 'allowed', 'required'] as const
/** The rule for ids chosen by clients. */
export type ClientIds = (typeof CLIENT_IDS)[number]

/** What says where a page begins. */
export const PAGE_STYLES = ['number', 'cursor'] as const
/** What says where the pages of a resource begin. */
export type PageStyle = (typeof PAGE_STYLES)[number]

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

/** Whether an API serves its OpenAPI document, and whether that is a file of JSON too. */
export type OpenApiOutput = boolean | 'json'

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
export function scalarOf(kind: Exclude<Kind, 'enum'>): ValueType {
  return Object.freeze({ kind, values: Object.freeze([]), list: false, nullable: false })
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
