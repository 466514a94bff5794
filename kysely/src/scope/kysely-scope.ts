import type { Condition, JoinedTo, Order, ScopeMeaning, AdapterResource } from '@jsonapi-gen/runtime/adapter'
import { ScopeFault } from '@jsonapi-gen/runtime/adapter'
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

/** What every object inherits under a name: a column may be called `toString`, which every object has too. */
type Inherited<Name> = Name extends keyof typeof Object.prototype ? (typeof Object.prototype)[Name] : never

/** The tables of a database, by name, as Kysely's types describe them. */
export type AnyDatabase = Record<string, Record<string, unknown>>

/** A condition of the application, written with Kysely's expression builder. */
export type ExpressionOf<Database, Table extends keyof Database> = (
  builder: ExpressionBuilder<Database, Table>,
) => Expression<SqlBool>

/** Values of columns, by their names in the database: each column must have its value, or one of a list, or be null. */
export type ColumnValues<Database, Table extends keyof Database> = {
  readonly [Column in keyof Database[Table]]?:
    | OneOrSome<Compared<SelectType<Database[Table][Column]>>>
    | Inherited<Column>
}

type OneOrSome<Value> = Value | readonly Value[]

/**
 * What a column may be compared with: a value that the driver accepts, or one that the adapter converts. SQLite stores
 * Dates as text and booleans as numbers; the adapter accepts Dates and booleans for such columns.
 */
type Compared<Value> =
  | Value
  | (string extends Value ? Date : never)
  | (number | bigint extends Value ? boolean : never)

/** The tables, with the types that their columns may be compared with. */
type ComparedTables<Database> = {
  readonly [Table in keyof Database]: {
    readonly [Column in keyof Database[Table]]: Compared<SelectType<Database[Table][Column]>>
  }
}

/**
 * A scope that may belong to any of several tables. The scopes of the whole API narrow it by columns that all of the
 * tables have.
 *
 * ```ts
 * scopeTenant<Scope extends CommonKyselyScope<Database, 'Invoice' | 'Project'>>(scope: Scope): Scope {
 *   return scope.where({ tenantId: 1 });
 * }
 * ```
 */
export interface CommonKyselyScope<Database, Tables extends keyof Database> {
  /** Adds the values as a condition; all conditions of a scope must hold. */
  where(values: CommonValues<Database, Tables>): this
}

/** Values of the columns that several tables share: only values that every table accepts. */
type CommonValues<Database, Tables extends keyof Database> = {
  readonly [Column in keyof Database[Tables]]?: OneOrSome<Taken<Database, Tables, Column>> | Inherited<Column>
}

/** The values that the column has in every table. */
type Taken<Database, Tables extends keyof Database, Column> = (
  Tables extends unknown
    ? (value: Column extends keyof Database[Tables] ? SelectType<Database[Tables][Column]> : never) => void
    : never
) extends (value: infer Value) => void
  ? Value
  : never

/** One of the conditions of a scope; all of them must hold. */
export type ScopePart =
  | { readonly kind: 'condition'; readonly condition: Condition<KyselyScope> }
  | { readonly kind: 'joined'; readonly joined: JoinedTo<KyselyScope> }
  | { readonly kind: 'values'; readonly values: ScopeValues }
  | { readonly kind: 'expression'; readonly node: OperationNode }

/** The parts of a scope. */
export interface ScopeParts {
  readonly where: readonly ScopePart[]
  readonly order: readonly Order[]
  readonly skip?: number
  readonly take?: number
  /** How many records to keep for each value of some columns. */
  readonly each?: { readonly by: readonly string[]; readonly count: number }
}

const NOTHING: ScopeParts = Object.freeze({ where: Object.freeze([]), order: Object.freeze([]) })

/**
 * The scope of a Resource on Kysely. Filters, sorts and pages are chained onto it. It is immutable: every method
 * returns a new scope. `Database` is your interface of tables, and `Table` the table of the resource:
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
  readonly parts: ScopeParts
  /** Types the scope by its tables; it does not exist at run time. */
  declare protected readonly typed: (database: Database, table: Table) => void

  constructor(model: string, parts: ScopeParts = NOTHING) {
    this.model = model
    this.parts = Object.freeze(parts)
  }

  /**
   * Adds a condition; all conditions of a scope must hold. The condition is a function of Kysely's expression builder,
   * or the values of columns: texts, numbers, bigints, booleans, Dates, bytes, null, or lists of these. A Date or
   * boolean is converted to what the column stores. Throws ScopeFault for any other condition or value.
   */
  where(
    condition:
      | ((builder: ExpressionBuilder<ComparedTables<Database>, Table>) => Expression<SqlBool>)
      | ColumnValues<Database, Table>,
  ): this
  /** The same, with a builder typed by what the driver accepts. */
  where(condition: ExpressionOf<Database, Table>): this
  where(condition: ((builder: never) => Expression<SqlBool>) | ColumnValues<Database, Table>): this {
    const part: ScopePart =
      typeof condition === 'function'
        ? {
            kind: 'expression',
            node: checkedExpression(condition(sameBuilder(expressionBuilder<Database, Table>()))),
          }
        : { kind: 'values', values: checkedValues(condition) }
    return sameType(this, this.with({ where: [...this.parts.where, part] }))
  }

  /** Adds a key to the order: a column of the table. */
  orderBy(
    column: keyof Database[Table] & string,
    direction: 'asc' | 'desc' = 'asc',
  ): KyselyScope<Database, Table> {
    return this.with({ order: [...this.parts.order, { through: [], column, direction, nullable: true }] })
  }

  /** Sets how many records to skip and how many to return. */
  window(skip: number, take: number): KyselyScope<Database, Table> {
    return this.with({ skip, take })
  }

  /** Returns the scope with some parts replaced. */
  with(changed: Partial<ScopeParts>): KyselyScope<Database, Table> {
    return new KyselyScope<Database, Table>(this.model, { ...this.parts, ...changed })
  }
}

/** Interprets a value that the application returned as the scope of a resource. */
export function meaningOfScope(given: unknown, resource: AdapterResource): ScopeMeaning<KyselyScope> {
  if (!(given instanceof KyselyScope)) return meaningOfObject(given, resource)
  const { order, skip, take } = given.parts
  const more = [
    ...(order.length > 0 ? ['order'] : []),
    ...(skip !== undefined || take !== undefined ? ['page'] : []),
  ]
  if (more.length > 0) return { kind: 'more', more: more.join(', ') }
  const condition = { kind: 'scope', scope: given } as const
  if (given.model === String(resource.model)) return { kind: 'condition', condition }
  return {
    kind: 'doubtful',
    condition,
    why: `it is a scope of a different model from that of "${resource.type}"`,
  }
}

/**
 * Interprets an object that is not a scope: `{ where }` narrows the base scope of the resource, and `{}` is the base
 * scope (rule 8.2). Any other object is rejected, because an unknown member must not show more records.
 */
function meaningOfObject(given: unknown, { type, model }: AdapterResource): ScopeMeaning<KyselyScope> {
  if (!isShortForm(given)) {
    const cure =
      'Write { where: (builder) => … }, which narrows the base scope, or narrow baseScope(this) by where(…).'
    const advice = Array.isArray(given) ? ' Records are rendered with { scope: false }.' : ''
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
