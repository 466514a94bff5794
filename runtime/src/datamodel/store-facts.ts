import type { TypeName } from '../vocabulary/values/type.js'

/**
 * The facts about a store: its models, their columns and their relations. The generator writes them from the datamodel,
 * as `facts.gen.ts`, and each generated resource passes them to its adapter (`facts`). Defaults are omitted, so the
 * file is easy to read. The facts are plain data, and are the adapter's only source.
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
 * };
 * ```
 */
export interface StoreFacts {
  /** Prisma's name for the database: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** `prisma` if the database has no foreign keys, and Prisma emulates them. */
  readonly relationMode?: 'prisma'
  /**
   * Whether the facts come from a schema without a datamodel. In that case, columns that the schema does not mention
   * may also exist, and the relations that it mentions are assumed to exist.
   */
  readonly partial?: true
  /** The values of each enum, or a map from values to their names in the database if these differ. */
  readonly enums?: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>
  readonly models: Readonly<Record<string, ModelFacts>>
  /** `Prisma.AnyNull`, the value that a filter uses to find both kinds of null in a JSON column. */
  readonly anyNull?: object
}

/** A model: a table, or a view. */
export interface ModelFacts {
  /** Its name in the database, if it differs. */
  readonly table?: string
  /** Its schema in the database, if the datamodel names one. */
  readonly schema?: string
  /** The primary key: the column `id` by default; an empty list if there is none. */
  readonly key?: ConstraintFacts
  readonly columns: Readonly<Record<string, ColumnTypeName | ColumnFacts>>
  readonly relations?: Readonly<Record<string, RelationFacts>>
  /** The unique constraints over several columns. */
  readonly unique?: readonly ConstraintFacts[]
  /** The columns of each index that is not a constraint. */
  readonly indexes?: readonly (readonly string[])[]
}

/**
 * The columns of a constraint, and the constraint's names in the client and in the database if the datamodel declares
 * them.
 */
export type ConstraintFacts =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly name?: string; readonly stored?: string }

/**
 * A type in the spelling of attributes: `string`, `datetime?`, `integer[]`. Any string is accepted, because TypeScript
 * widens the literal type if a column has the name of an object method, such as `toString`.
 */
export type ColumnTypeName = TypeName | (string & {})

/** A column whose type alone is not enough: the type or the enum, and details. */
export type ColumnFacts = (
  | { readonly type: ColumnTypeName }
  | { readonly enum: string; readonly list?: boolean; readonly nullable?: boolean }
) & {
  /** Its name in the database, if it differs. */
  readonly stored?: string
  /** The database type, as named in the datamodel: `VarChar(200)`. */
  readonly native?: string
  /** The default for a new row. */
  readonly default?: unknown
  /** The function that sets the value: `autoincrement`, `now`, `uuid`, `updatedAt`. */
  readonly generated?: string
  /** Whether the values are unique, or the constraint's name if the datamodel declares one. */
  readonly unique?: boolean | string
}

/**
 * A relation. The side with the foreign key declares the key; the other side declares the name of the inverse relation.
 */
export interface RelationFacts {
  readonly model: string
  readonly many?: boolean
  /** The columns of the foreign key, each mapped to the column that it refers to. */
  readonly key?: Readonly<Record<string, string>>
  /** The store's action on these records when the record that they refer to is destroyed. */
  readonly onDelete?: string
  /** The inverse relation of the other model. */
  readonly inverse?: string
  /** The join table, if the join has no model. */
  readonly join?: string
}

/** The facts, deeply frozen, so that nobody changes them behind an adapter's back. */
export function frozenFacts(facts: StoreFacts): StoreFacts {
  freezeData(facts)
  return facts
}

/** Objects that are not plain, such as Prisma's `AnyNull`, belong to others and are not frozen. */
function freezeData(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return
  Object.freeze(value)
  for (const member of Object.values(value)) freezeData(member)
}
