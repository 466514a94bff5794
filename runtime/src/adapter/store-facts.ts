import type { TypeName } from '../vocabulary/type.js'

/**
 * The facts about a store: its models, their columns and their relations. The generator writes them from the datamodel,
 * as `facts.gen.ts`, and each generated resource passes them to its adapter (`facts`). Defaults are left out, so that
 * the file is easy to read. It is plain data, and the only source of an adapter.
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
  /** The database, in Prisma's words: `sqlite`, `postgresql`, `mysql`. */
  readonly provider?: string
  /** `prisma` if the database has no foreign keys, and Prisma emulates them. */
  readonly relationMode?: 'prisma'
  /**
   * Whether the facts come from a schema without a datamodel. Then columns that it does not name may exist too, and
   * names of relations are trusted.
   */
  readonly partial?: true
  /** The values of each enum, or a map from values to their names in the database if these differ. */
  readonly enums?: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>
  readonly models: Readonly<Record<string, ModelFacts>>
  /** `Prisma.AnyNull`, which a JSON column is compared with to find both kinds of null. */
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

/** The columns of a constraint, with its names in the client and in the database if the datamodel declares them. */
export type ConstraintFacts =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly name?: string; readonly stored?: string }

/**
 * A type in the spelling of attributes: `string`, `datetime?`, `integer[]`. TypeScript widens the literal of a column
 * with the name of an object method, such as `toString`, so any text is accepted.
 */
export type ColumnTypeName = TypeName | (string & {})

/** A column that needs more than its type: the type or the enum, with details. */
export type ColumnFacts = (
  | { readonly type: ColumnTypeName }
  | { readonly enum: string; readonly list?: boolean; readonly nullable?: boolean }
) & {
  /** Its name in the database, if it differs. */
  readonly stored?: string
  /** The type of the database, as the datamodel names it: `VarChar(200)`. */
  readonly native?: string
  /** The default of a new row. */
  readonly default?: unknown
  /** The function that fills it in: `autoincrement`, `now`, `uuid`, `updatedAt`. */
  readonly generated?: string
  /** Whether its values are unique; the name of the constraint if the datamodel declares one. */
  readonly unique?: boolean | string
}

/**
 * A relation. The side with the foreign key declares the key; the other side declares the name of the inverse relation.
 */
export interface RelationFacts {
  readonly model: string
  readonly many?: boolean
  /** The columns of the foreign key, each with the column that it refers to. */
  readonly key?: Readonly<Record<string, string>>
  /** What the store does with these records when the record that they refer to is destroyed. */
  readonly onDelete?: string
  /** The inverse relation of the other model. */
  readonly inverse?: string
  /** The table of a join that has no model. */
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
