import { type AdapterResource, ScopeFault, type ScopeMeaning } from '@jsonapi-gen/runtime/adapter'
import { meaningOf, type SqlScopeParts } from '@jsonapi-gen/runtime/sql'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type OperationNode,
  type SelectType,
  type SqlBool,
} from 'kysely'
import { membersOf, sameBuilder, sameType } from '../store/cast.js'
import { checkedExpression, checkedValues, type ScopeValues } from './scope-values.js'

/** The member that every object inherits under a name: a column may be called `toString`, for example. */
type Inherited<Name> = Name extends keyof typeof Object.prototype ? (typeof Object.prototype)[Name] : never

/** The tables of a database, by name, as Kysely's types describe them. */
export type AnyDatabase = Record<string, Record<string, unknown>>

/** A condition from the application, written with Kysely's expression builder. */
export type ExpressionOf<Database, Table extends keyof Database> = (
  builder: ExpressionBuilder<Database, Table>,
) => Expression<SqlBool>

/**
 * Column values, keyed by the columns' names in the database. A column must equal the given value, or one of the values
 * in the given list. For null, the column must be null.
 */
export type ColumnValues<Database, Table extends keyof Database> = {
  readonly [Column in keyof Database[Table]]?:
    | OneOrSome<Compared<SelectType<Database[Table][Column]>>>
    | Inherited<Column>
}

type OneOrSome<Value> = Value | readonly Value[]

/**
 * A value that a column may be compared with: either the driver accepts it, or the adapter converts it. SQLite stores
 * Dates as text and booleans as numbers. The adapter accepts Dates and booleans for such columns.
 */
type Compared<Value> =
  | Value
  | (string extends Value ? Date : never)
  | (number | bigint extends Value ? boolean : never)

/** The tables, with the types that their columns may be compared to. */
type ComparedTables<Database> = {
  readonly [Table in keyof Database]: {
    readonly [Column in keyof Database[Table]]: Compared<SelectType<Database[Table][Column]>>
  }
}

/**
 * A scope that may belong to any of several tables. API-wide scopes narrow it by columns that all of these tables
 * share.
 *
 * ```ts
 * scopeTenant<Scope extends CommonKyselyScope<Database, 'Invoice' | 'Project'>>(scope: Scope): Scope {
 *   return scope.where({ tenantId: 1 });
 * }
 * ```
 */
export interface CommonKyselyScope<Database, Tables extends keyof Database> {
  /** Adds the values as a condition. Records must meet all conditions of a scope. */
  where(values: CommonValues<Database, Tables>): this
}

/** Values of the columns that several tables share: only values that every table accepts. */
type CommonValues<Database, Tables extends keyof Database> = {
  readonly [Column in keyof Database[Tables]]?: OneOrSome<Taken<Database, Tables, Column>> | Inherited<Column>
}

/** The values that the column accepts in every table. */
type Taken<Database, Tables extends keyof Database, Column> = (
  Tables extends unknown
    ? (value: Column extends keyof Database[Tables] ? SelectType<Database[Tables][Column]> : never) => void
    : never
) extends (value: infer Value) => void
  ? Value
  : never

/** A condition that the application wrote. */
export type OwnCondition =
  | { readonly kind: 'values'; readonly values: ScopeValues }
  | { readonly kind: 'expression'; readonly node: OperationNode }

const NOTHING: SqlScopeParts = Object.freeze({ where: Object.freeze([]), order: Object.freeze([]) })

/**
 * The scope of a Resource on Kysely. Filters, sorts and pages are chained onto it. It is immutable: every method
 * returns a new scope. `Database` is the interface that describes your tables, and `Table` is the resource's table:
 *
 * ```ts
 * filterPopular(scope: KyselyScope<Database, 'Post'>): KyselyScope<Database, 'Post'> {
 *   return scope.where({ status: 'published' }).where((builder) => builder('views', '>=', 100));
 * }
 * ```
 */
export class KyselyScope<Database = AnyDatabase, Table extends keyof Database = keyof Database> {
  readonly model: string
  /** The conditions, the order and the page so far. */
  readonly parts: SqlScopeParts
  /** Carries the types of the scope's tables. It does not exist at run time. */
  declare protected readonly typed: (database: Database, table: Table) => void

  constructor(model: string, parts: SqlScopeParts = NOTHING) {
    this.model = model
    this.parts = Object.freeze(parts)
  }

  /**
   * Adds a condition. Records must meet all conditions of a scope. The condition is a function that receives Kysely's
   * expression builder, or the values of columns: strings, numbers, bigints, booleans, Dates, bytes, null, or lists of
   * these. A Date or boolean is converted to the form that the column stores. Throws ScopeFault for any other condition
   * or value.
   */
  where(
    condition:
      | ((builder: ExpressionBuilder<ComparedTables<Database>, Table>) => Expression<SqlBool>)
      | ColumnValues<Database, Table>,
  ): this
  /** Adds a condition. The builder's types match the values that the driver accepts. */
  where(condition: ExpressionOf<Database, Table>): this
  where(condition: ((builder: never) => Expression<SqlBool>) | ColumnValues<Database, Table>): this {
    const own: OwnCondition =
      typeof condition === 'function'
        ? {
            kind: 'expression',
            node: checkedExpression(condition(sameBuilder(expressionBuilder<Database, Table>()))),
          }
        : { kind: 'values', values: checkedValues(condition) }
    return sameType(this, this.with({ where: [...this.parts.where, { kind: 'own', own }] }))
  }

  /** Adds a sort key: a column of the table. */
  orderBy(
    column: keyof Database[Table] & string,
    direction: 'asc' | 'desc' = 'asc',
  ): KyselyScope<Database, Table> {
    return this.with({ order: [...this.parts.order, { through: [], column, direction, nullable: true }] })
  }

  /** Sets the number of records to skip and the maximum number to return. */
  window(skip: number, take: number): KyselyScope<Database, Table> {
    return this.with({ skip, take })
  }

  /** Returns the scope with some parts replaced. */
  with(changed: Partial<SqlScopeParts>): KyselyScope<Database, Table> {
    return new KyselyScope<Database, Table>(this.model, { ...this.parts, ...changed })
  }
}

/** Interprets a value that the application returned as the scope of a resource. */
export function meaningOfScope(given: unknown, resource: AdapterResource): ScopeMeaning<KyselyScope> {
  if (!(given instanceof KyselyScope)) return meaningOfObject(given, resource)
  return meaningOf(given, resource)
}

/**
 * Interprets an object that is not a scope: `{ where }` narrows the resource's base scope, and `{}` is the base scope
 * (rule 8.2). Any other object is rejected, because an unknown member must not expose more records.
 */
function meaningOfObject(given: unknown, { type, model }: AdapterResource): ScopeMeaning<KyselyScope> {
  if (!isShortForm(given)) {
    const cure =
      'Write { where: (builder) => … }, which narrows the base scope, or narrow baseScope(this) with where(…).'
    const advice = Array.isArray(given)
      ? ' To render records that are already loaded, pass { scope: false }.'
      : ''
    return { kind: 'none', why: `The scope of "${type}" is not a scope. ${cure}${advice}` }
  }
  if (given.where === undefined) return { kind: 'short', narrows: 'nothing' }
  try {
    const scope = new KyselyScope(String(model)).where(given.where)
    return { kind: 'short', narrows: { kind: 'scope', scope } }
  } catch (error) {
    if (!(error instanceof ScopeFault)) throw error
    return { kind: 'none', why: `The scope of "${type}": ${error.message}` }
  }
}

/** An object with only a condition, or without members. */
function isShortForm(given: unknown): given is { readonly where?: ExpressionOf<AnyDatabase, string> } {
  if (typeof given !== 'object' || given === null || Object.getPrototypeOf(given) !== Object.prototype) {
    return false
  }
  const { where, ...others } = membersOf(given)
  return (
    Object.keys(others).length === 0 &&
    (where === undefined ? !('where' in given) : typeof where === 'function')
  )
}
