import type { AttributeType, Kind } from '@jsonapi-gen/runtime/vocabulary'

/**
 * A store's types: `bits` and `inet` are not text, an `oid` cannot be summed, `padded` text ends in spaces, `longText`
 * has only patterns, and `incomparable` can be neither compared nor sorted.
 */
export type StoredType = 'inet' | 'bits' | 'oid' | 'money' | 'padded' | 'longText' | 'incomparable'

/** The type of an attribute, a filter or an extra field. `values` is empty unless the kind is `enum`. */
export interface ValueType extends AttributeType {
  /** The store's own type for the column, if the store supports less than the kind allows (rule 23.12). */
  readonly stored?: StoredType | undefined
}

/** Whether a client may, must or must not choose the id of a new record. */
export const CLIENT_IDS = ['forbidden', 'allowed', 'required'] as const
/** The rule for ids chosen by clients. */
export type ClientIds = (typeof CLIENT_IDS)[number]

/** The permitted lengths of a client-chosen id, in characters. */
export interface IdLength {
  readonly minLength?: number
  readonly maxLength?: number
}

/** The ways to specify a page in a request. */
export const PAGE_STYLES = ['number', 'cursor'] as const
/** The way that requests specify a resource's pages. */
export type PageStyle = (typeof PAGE_STYLES)[number]

/** The adapters that generated code knows. */
export const ADAPTERS = ['prisma', 'kysely', 'null'] as const
/** The adapter of a resource. */
export type AdapterName = (typeof ADAPTERS)[number]

/** The adapters for a database. */
export const ENGINES = ['prisma', 'kysely'] as const

/** An adapter for a database. */
export type Engine = (typeof ENGINES)[number]

/** The frameworks that route stubs are written for. */
export const FRAMEWORKS = ['express', 'fastify', 'hono', 'nest', 'fetch'] as const
/** The framework of the route stubs. */
export type Framework = (typeof FRAMEWORKS)[number]

/** The endings of imported paths in written code: `./post.js`, `./post.ts` or `./post`. */
export const IMPORTS = ['js', 'ts', 'none'] as const
/** The ending of imported paths in written code. */
export type Imports = (typeof IMPORTS)[number]

/** The end of an imported path. */
export const importEnd = (imports: Imports): string => (imports === 'none' ? '' : `.${imports}`)

/** The kinds of conditions that `scopes` declares about records. */
export const POLICIES = ['read', 'create', 'update', 'updated', 'destroy'] as const

/** A kind of condition that `scopes` declares. */
export type Policy = (typeof POLICIES)[number]

/** The actions of a controller. */
export const ACTIONS = ['index', 'show', 'create', 'update', 'destroy'] as const
/** An action of a controller. */
export type Action = (typeof ACTIONS)[number]

/** The possible targets of a resource's own action: one record, or the collection. */
export const OWN_TARGETS = ['record', 'collection'] as const
/** The target of a resource's own action. */
export type OwnTarget = (typeof OWN_TARGETS)[number]

/** Whether an API serves its OpenAPI document, and whether that is also written as a JSON file. */
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

/** The effect of destroying a record while a relationship has members: `restrict` prevents the destroy. */
export const DEPENDENTS = ['restrict'] as const
/** A value of `dependent`. */
export type Dependent = (typeof DEPENDENTS)[number]

/** The constraints on a value, under JSON Schema's names. */
export const CONSTRAINTS = ['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum'] as const
/** The name of a constraint. */
export type ConstraintName = (typeof CONSTRAINTS)[number]

/** A JSON literal: a default, or the value of a default filter. */
export type Literal = string | number | bigint | boolean | null | readonly Literal[] | LiteralMap
/** A JSON object. */
export interface LiteralMap {
  readonly [key: string]: Literal
}

/** The type without its list and nullability. */
export function scalarOf(kind: Exclude<Kind, 'enum'>): ValueType {
  return Object.freeze({ kind, values: Object.freeze([]), list: false, nullable: false })
}

/** A join in a datamodel. */
export interface JoinSchema {
  /** A name that both sides of the join share, and that no other join has. */
  readonly name: string
  /** The join model; undefined if the store manages the join itself. */
  readonly model: string | undefined
  /** The join model's columns that refer to this side, and those that refer to the related records. */
  readonly key: readonly string[]
  readonly otherKey: readonly string[]
}

/**
 * The guard for reads in the first schema from `init`: `generate` writes a method with that name, which rejects
 * everybody.
 */
export const FIRST_GUARD = 'mayRead'
