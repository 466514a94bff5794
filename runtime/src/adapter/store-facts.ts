import type { TypeName } from '../vocabulary/type.js'

/**
 * What is known of a store: its models, their columns and how they refer to each other. The generator writes it, as
 * `store.gen.ts`, from the datamodel, and each generated resource hands it to its adapter (`facts`). Only what is not the
 * default is said, so that a person reads it at first sight. It is data: no adapter looks anywhere else.
 *
 * ```ts
 * export const store: StoreFacts = {
 *   provider: 'postgresql',
 *   enums: { Status: ['draft', 'published'] },
 *   models: {
 *     Post: {
 *       columns: {
 *         id: { type: 'integer', generated: 'autoincrement' },
 *         title: { type: 'string', native: 'VarChar(200)' },
 *         status: { enum: 'Status', default: 'draft' },
 *         authorId: 'integer',
 *       },
 *       relations: {
 *         author: { model: 'Author', key: { authorId: 'id' }, onDelete: 'Restrict' },
 *         comments: { model: 'Comment', many: true, inverse: 'post' },
 *         tags: { model: 'Tag', many: true, inverse: 'posts', join: '_PostToTag' },
 *       },
 *     },
 *   },
 * }
 * ```
 */
export interface StoreFacts {
  /** The database, in Prisma's words: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** `prisma` where the database has no foreign keys, and Prisma does what they would do. */
  readonly relationMode?: 'prisma'
  /**
   * Whether these are the words of a schema without a datamodel. What it does not name may be there all the same, and names of
   * relations are taken at their word.
   */
  readonly partial?: true
  /** Of each enum its values, or where the database calls some of them otherwise, what it calls each. */
  readonly enums?: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>
  readonly models: Readonly<Record<string, ModelFacts>>
  /** Prisma's `Prisma.AnyNull`: what a column of JSON is compared with to find nulls of both kinds. */
  readonly anyNull?: object
}

/** A model: a table, or a view. */
export interface ModelFacts {
  /** What the database calls it, unless that is its name. */
  readonly table?: string
  /** The schema of the database that it is in, where the datamodel says one. */
  readonly schema?: string
  /** The primary key: the column `id` unless it is said; an empty list where there is none. */
  readonly key?: ConstraintFacts
  readonly columns: Readonly<Record<string, ColumnTypeName | ColumnFacts>>
  readonly relations?: Readonly<Record<string, RelationFacts>>
  /** The unique constraints over several columns. */
  readonly unique?: readonly ConstraintFacts[]
}

/** The columns of a constraint, with its name in the client and in the database where these are said. */
export type ConstraintFacts =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly name?: string; readonly stored?: string }

/**
 * A type as attributes spell it: `string`, `datetime?`, `integer[]`. TypeScript takes the literal of a column that is called like
 * a method of each object, `toString`, for any text.
 */
export type ColumnTypeName = TypeName | (string & {})

/** A column, where its type does not say all: of a type, or of an enum. */
export type ColumnFacts = (
  | { readonly type: ColumnTypeName }
  | { readonly enum: string; readonly list?: boolean; readonly nullable?: boolean }
) & {
  /** What the database calls it, unless that is its name. */
  readonly stored?: string
  /** The type of the database, as the datamodel names it: `VarChar(200)`. */
  readonly native?: string
  /** What a new row has there if nobody says it. */
  readonly default?: unknown
  /** What fills it in if nobody does: `autoincrement`, `now`, `uuid`, `updatedAt`. */
  readonly generated?: string
  /** Whether no two rows have the same value there; the name of the constraint where the datamodel says one. */
  readonly unique?: boolean | string
}

/** A relation: the side that holds the key says it, the other one says what the relation is called there. */
export interface RelationFacts {
  readonly model: string
  readonly many?: boolean
  /** The columns of the foreign key, each with the column that it refers to. */
  readonly key?: Readonly<Record<string, string>>
  /** What the store does with these records when the one that they refer to is destroyed. */
  readonly onDelete?: string
  /** The relation of the other model that is the other side of this one. */
  readonly inverse?: string
  /** The table of a join that has no model. */
  readonly join?: string
}

/** The facts, and everything in them that is data, frozen: nobody changes them behind an adapter's back. */
export function frozenFacts(facts: StoreFacts): StoreFacts {
  freezeData(facts)
  return facts
}

/** What is no plain object, such as Prisma's `AnyNull`, is somebody else's. */
function freezeData(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return
  Object.freeze(value)
  for (const member of Object.values(value)) freezeData(member)
}
