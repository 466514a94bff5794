import type { StandardSchema } from '../value/standard-schema.js'
import type { TypeName } from '../vocabulary/type.js'
import type { Direction, Shape } from '../shape/shape.js'
import type { Operator } from '../vocabulary/operators.js'
import type { AssignedParent, TargetRecord } from './column-types.js'
import type { Dependent, Linkage, ResourceReference } from './sideload.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { Constraints } from './config.js'
import type { Guard } from './handler.js'

/** Whatever carries the type of a shape; nothing is there at run time. */
export interface Shaped<S extends Shape = Shape> {
  readonly '~shape': S
}

/** The shape of a Resource. */
export type ShapeOf<R extends Shaped> = R['~shape']

/** What a function of a Resource sees of a request; undefined where there is none. */
export type ContextOf<R extends Shaped> = ShapeOf<R>['context'] | undefined

/** The names of a Resource's methods. */
export type MethodName<R> = Extract<
  { [Name in keyof R]: R[Name] extends AnyMethod ? Name : never }[keyof R],
  string
>

/** The name, where it is that of a method of the Resource. One name costs the compiler less than the names of all methods. */
export type NameOfMethod<R, Name extends keyof R> = R[Name] extends AnyMethod ? Name : never

type AnyMethod = (...parameters: never[]) => unknown

/** A value, or the promise of it. */
export type Awaitable<Value> = Value | Promise<Value>

/** A function from scope to scope: a default filter, the scope of an extra field (specification 2.3). */
export type ScopeHandler<R extends Shaped> =
  | MethodName<R>
  | {
      call(this: R, scope: ShapeOf<R>['scope'], context: ContextOf<R>): Awaitable<ShapeOf<R>['scope']>
    }['call']

/** Custom sorting, called once for each key, with its column (rules 4.1, 22.1). */
export type SortHandler<R extends Shaped> =
  | MethodName<R>
  | {
      call(
        this: R,
        scope: ShapeOf<R>['scope'],
        column: string,
        direction: Direction,
        context: ContextOf<R>,
      ): Awaitable<ShapeOf<R>['scope']>
    }['call']

/** Custom pagination: the current page from 1, and its size (specification 4.2). */
export type PaginateHandler<R extends Shaped> =
  | MethodName<R>
  | {
      call(
        this: R,
        scope: ShapeOf<R>['scope'],
        page: number,
        size: number,
        context: ContextOf<R>,
      ): Awaitable<ShapeOf<R>['scope']>
    }['call']

/** A custom calculation over the unpaginated scope, of a column (rules 6.2, 22.1). */
export type StatHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, scope: ShapeOf<R>['scope'], column: string, context: ContextOf<R>): unknown }['call']

/** Code around the end of a transaction, for one record of a write. */
export type HookHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** The value of an extra field, from a record. */
export type ValueHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** How an attribute is declared: the short spelling of its type, or its type with what else there is to say. */
export type AttributeDeclaration<Column extends string = string> = TypeName | AttributeOptions<Column>

/** What there is to say of an attribute, in the words of docs/schema-format.md. */
export interface AttributeOptions<Column extends string = string> extends Constraints {
  readonly type?: TypeName
  readonly enum?: readonly string[]
  /** Only for an enum: another type says it with a question mark. */
  readonly nullable?: boolean
  /** Only for an enum: another type says it with brackets. */
  readonly list?: boolean
  /** Whether a create must give it; required unless it is nullable, not writable, or has a default. */
  readonly required?: boolean
  /** The column that it stands for, where that has another name (rule 14.9): `attribute('kind', { column: 'type', … })`. */
  readonly column?: Column
  readonly readable?: Guard
  readonly writable?: Guard
  readonly sortable?: Guard
  readonly default?: unknown
  /** A Standard Schema that each value has to satisfy when it is written; what it returns is what is written (rule 11.10). */
  readonly schema?: StandardSchema
  readonly description?: string
}

/** What there is to say of a filter (specification 2.2, docs/schema-format.md). */
export interface FilterOptions extends TypeSpelling {
  readonly aliases?: readonly string[]
  /** The name of a method on the context; only `true` lets the filter through (rule 3.2). */
  readonly if?: string
  readonly operators?: readonly Operator[]
  /** The column that it is about, where that has another name, with to-one relationships in front: `author.fullName`. */
  readonly column?: string
  /** @deprecated Write `column`. */
  readonly attribute?: string
  readonly required?: boolean
  /** Of a filter with a function: the function gets a list, always, and not one value (rule 14.3). Of an enum: a list of them. */
  readonly list?: boolean
}

/** The conditions of a default filter, by their operators: `{ eq: true }`; a list is any of its members, null the absence. */
export type DefaultConditions = { readonly [Name in Operator]?: unknown }

/** The built-in calculations that stats offer, by attribute: `{ total: 'count', views: ['sum', 'average'] }` (rule 6.2). */
export type StatOptions<Column extends string = string> = Readonly<
  Record<string, Calculation | readonly Calculation[] | ColumnStat<Column>>
>

/** A stat of a column that has another name: `{ visits: { column: 'views', calculations: ['sum'] } }` (rule 14.9). */
export interface ColumnStat<Column extends string = string> {
  readonly column: Column
  readonly calculations?: Calculation | readonly Calculation[]
}

/** What there is to say of an extra field. */
export interface ExtraFieldOptions<R extends Shaped = Shaped> {
  readonly type?: TypeName
  readonly value?: ValueHandler<R>
}

/** What every kind of sideload may say. */
export interface SideloadOptions {
  readonly resource: ResourceReference
  /** The base scope of the related records, in place of their resource's own. */
  readonly scope?: ((...parameters: never[]) => unknown) | string
  readonly linkage?: Linkage
  /** Who may see it: to anybody else there is no such relationship (rule 14.12). */
  readonly readable?: Guard
  readonly writable?: Guard
  readonly description?: string
}

/** A sideload over a foreign key. */
export interface KeyedOptions<
  ForeignKey extends string = string,
  PrimaryKey extends string = string,
> extends SideloadOptions {
  /** One column, or the columns of a composite key in its order. */
  readonly foreignKey: ForeignKey | readonly ForeignKey[]
  /** The relation of the store, where that has another name (rule 14.9): `belongsTo('kind', { relation: 'type', … })`. */
  readonly relation?: string
  readonly primaryKey?: PrimaryKey | readonly PrimaryKey[]
}

/** What a sideload whose members are other records may say. */
export interface DependentOptions {
  /**
   * `restrict`: the record is not destroyed as long as it has members, hidden ones included (rule 11.15). Without it, the store
   * does what its foreign keys say.
   *
   * ```ts
   * this.hasMany('invoices', { resource: 'invoices', foreignKey: 'customerId', dependent: 'restrict' })
   * ```
   */
  readonly dependent?: Dependent
}

/** A hasMany or a hasOne. */
export interface MembersOptions<ForeignKey extends string = string, PrimaryKey extends string = string>
  extends KeyedOptions<ForeignKey, PrimaryKey>, DependentOptions {}

/** A many-to-many sideload: the join relation of the related model, and the key of this side on it. */
export interface JoinedOptions extends SideloadOptions, DependentOptions {
  readonly foreignKey: Readonly<Record<string, string | readonly string[]>>
  /** The relation of the store, where that has another name (rule 14.9). */
  readonly relation?: string
  readonly primaryKey?: string | readonly string[]
}

/** A to-one sideload to several types, told apart by a column. */
export interface PolymorphicBelongsToOptions<Column extends string = string> extends Omit<
  SideloadOptions,
  'resource' | 'scope'
> {
  readonly groupBy: Column
  readonly groups: Readonly<
    Record<
      string,
      { readonly resource: ResourceReference; readonly foreignKey: Column; readonly primaryKey?: string }
    >
  >
}

/** A to-many sideload of children that name this side by key and type. */
export interface PolymorphicHasManyOptions<
  ForeignKey extends string = string,
  PrimaryKey extends string = string,
>
  extends SideloadOptions, DependentOptions {
  readonly foreignKey: ForeignKey
  readonly primaryKey?: PrimaryKey
  /** The name of the children's polymorphicBelongsTo. */
  readonly as: string
}

/** Returns the scope that holds the related records of the parents; any function where the shape is open. */
type SideloadScope<R extends Shaped> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : { call(this: R, parents: ShapeOf<R>['record'][], context: ContextOf<R>): unknown }['call']

/** Gives each parent its own among the children; any function where the shape is open. */
type SideloadAssign<R extends Shaped, Name extends string> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : {
      call(
        this: R,
        parents: AssignedParent<ShapeOf<R>, Name>[],
        children: TargetRecord<ShapeOf<R>, Name>[],
      ): unknown
    }['call']

/** A custom sideload: both functions are the application's; to-many unless it says `many: false`. */
export interface CustomSideloadOptions<
  R extends Shaped = Shaped,
  Name extends string = string,
> extends SideloadOptions {
  readonly scope: MethodName<R> | SideloadScope<R>
  readonly assign: MethodName<R> | SideloadAssign<R, Name>
  readonly many?: boolean
}

/** The type that a declaration spells. */
export interface TypeSpelling {
  readonly type?: TypeName
  readonly enum?: readonly string[]
  readonly nullable?: boolean
  readonly list?: boolean
}
