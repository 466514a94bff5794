import type { StandardSchema } from '../value/standard-schema.js'
import type { TypeName } from '../vocabulary/type.js'
import type { Direction, Shape } from '../shape/shape.js'
import type { Operator } from '../vocabulary/operators.js'
import type { AssignedParent, TargetRecord } from './column-types.js'
import type { Dependent, Linkage, ResourceReference } from './sideload.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { Constraints, WriteAction } from './config.js'
import type { Guard } from './handler.js'

/** Carries the type of a shape; it does not exist at run time. */
export interface Shaped<S extends Shape = Shape> {
  readonly '~shape': S
}

/** The shape of a Resource. */
export type ShapeOf<R extends Shaped> = R['~shape']

/** The context that a function of a Resource gets: undefined if there is no request. */
export type ContextOf<R extends Shaped> = ShapeOf<R>['context'] | undefined

/** The names of a Resource's methods. */
export type MethodName<R> = Extract<
  { [Name in keyof R]: R[Name] extends AnyMethod ? Name : never }[keyof R],
  string
>

/**
 * The name if it is the name of a method of the Resource. Checking one name costs the compiler less than listing all
 * methods.
 */
export type NameOfMethod<R, Name extends keyof R> = R[Name] extends AnyMethod ? Name : never

type AnyMethod = (...parameters: never[]) => unknown

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>

/** A function from scope to scope: a default filter, the scope of an extra field (specification 2.3). */
export type ScopeHandler<R extends Shaped> =
  | MethodName<R>
  | {
      call(this: R, scope: ShapeOf<R>['scope'], context: ContextOf<R>): Awaitable<ShapeOf<R>['scope']>
    }['call']

/** Custom sorting. Called once for each key, with its column (rules 4.1, 22.1). */
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

/** Custom pagination. Gets the page number, from 1, and the page size (specification 4.2). */
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

/** A custom calculation over a column of the unpaginated scope (rules 6.2, 22.1). */
export type StatHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, scope: ShapeOf<R>['scope'], column: string, context: ContextOf<R>): unknown }['call']

/**
 * The function of an action of a resource's own: one on a record gets the record first, and every one gets the input and
 * the context.
 */
export type OwnActionHandler<R extends Shaped, On extends 'record' | 'collection'> =
  | MethodName<R>
  | (On extends 'record'
      ? {
          call(
            this: R,
            record: ShapeOf<R>['record'],
            input: OwnInput,
            context: NonNullable<ContextOf<R>>,
          ): unknown
        }['call']
      : { call(this: R, input: OwnInput, context: NonNullable<ContextOf<R>>): unknown }['call'])

/** The input of an action of a resource's own, by name. A generated method has its exact type. */
export type OwnInput = Readonly<Record<string, unknown>>

/** The options of an action of a resource's own, in the words of docs/schema-format.md. */
export interface OwnActionOptions<
  R extends Shaped = Shaped,
  On extends 'record' | 'collection' = 'record' | 'collection',
> {
  /** Whether it is done to one record, or to the collection. */
  readonly on: On
  /** The members of its input, each declared like an attribute. */
  readonly input?: Readonly<Record<string, InputDeclaration>>
  /**
   * `posts` for a record of that type, `posts?` where there may be none, `posts[]` for a list of records, `meta` for an
   * object of JSON. The default is a record of the resource's own type; for an action on the collection, `meta`.
   */
  readonly output?: string
  /** A method of the context; only `true` permits the action. */
  readonly guard?: Guard
  /** The scope that its record must be in; by default that of `update`. Only for an action on a record. */
  readonly scope?: On extends 'record' ? ScopeHandler<R> : never
  /** False runs it outside of a transaction, for an action that calls another server. */
  readonly transaction?: boolean
}

/** The declaration of a member of an input: the short spelling of its type, or its type with options. */
export type InputDeclaration =
  | TypeName
  | Omit<AttributeOptions, 'column' | 'readable' | 'writable' | 'sortable'>

/** The actions that a hook may name: kinds of write, and actions of the resource's own. */
export type HookAction<R extends Shaped> =
  | WriteAction
  | (ShapeOf<R> extends { readonly actions: infer Actions } ? Extract<keyof Actions, string> : never)

/** Code at the end of a transaction, for one record of a write. */
export type HookHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** Computes the value of an extra field from a record. */
export type ValueHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** The declaration of an attribute: the short spelling of its type, or its type with options. */
export type AttributeDeclaration<Column extends string = string> = TypeName | AttributeOptions<Column>

/** The options of an attribute, by their names in docs/schema-format.md. */
export interface AttributeOptions<Column extends string = string> extends Constraints {
  readonly type?: TypeName
  readonly enum?: readonly string[]
  /** Only for an enum; other types use a question mark. */
  readonly nullable?: boolean
  /** Only for an enum; other types use brackets. */
  readonly list?: boolean
  /** Whether a create must set it. The default is true, unless it is nullable, not writable, or has a default. */
  readonly required?: boolean
  /** Its column if the name differs: `attribute('kind', { column: 'type', … })`. */
  readonly column?: Column
  readonly readable?: Guard
  readonly writable?: Guard
  readonly sortable?: Guard
  readonly default?: unknown
  /** A Standard Schema that validates each written value; the value that it returns is stored. */
  readonly schema?: StandardSchema
  readonly description?: string
}

/** The options of a filter (docs/schema-format.md). */
export interface FilterOptions extends TypeSpelling {
  readonly aliases?: readonly string[]
  /** The name of a method of the context; the filter is permitted only if it returns `true`. */
  readonly if?: string
  readonly operators?: readonly Operator[]
  /** Its column if the name differs, with to-one relationships in front: `author.fullName`. */
  readonly column?: string
  readonly required?: boolean
  /**
   * For a filter with a function, whether the function always gets a list instead of one value. For an enum, a list of
   * its values.
   */
  readonly list?: boolean
}

/**
 * The conditions of a default filter, by operator: `{ eq: true }`. A list means any of its members, null means that
 * there is no value.
 */
export type DefaultConditions = { readonly [Name in Operator]?: unknown }

/** The built-in calculations of stats, by attribute: `{ total: 'count', views: ['sum', 'average'] }` (rule 6.2). */
export type StatOptions<Column extends string = string> = Readonly<
  Record<string, Calculation | readonly Calculation[] | ColumnStat<Column>>
>

/** A stat whose column has another name: `{ visits: { column: 'views', calculations: ['sum'] } }` (rule 14.9). */
export interface ColumnStat<Column extends string = string> {
  readonly column: Column
  readonly calculations?: Calculation | readonly Calculation[]
}

/** The options of an extra field. */
export interface ExtraFieldOptions<R extends Shaped = Shaped> {
  readonly type?: TypeName
  readonly value?: ValueHandler<R>
  /** A function, or the name of a method, that computes the values of all records at once. */
  readonly values?: ((...parameters: never[]) => unknown) | string
}

/** The options of every kind of sideload. */
export interface SideloadOptions {
  readonly resource: ResourceReference
  /** The base scope of the related records, instead of that of their resource. */
  readonly scope?: ((...parameters: never[]) => unknown) | string
  readonly linkage?: Linkage
  /** The guard of reads. For requests that it rejects, the relationship does not exist. */
  readonly readable?: Guard
  readonly writable?: Guard
  readonly description?: string
}

/** A sideload by a foreign key. */
export interface KeyedOptions<
  ForeignKey extends string = string,
  PrimaryKey extends string = string,
> extends SideloadOptions {
  /** One column, or the columns of a composite key in the order of the key. */
  readonly foreignKey: ForeignKey | readonly ForeignKey[]
  /** The relation of the store if its name differs: `belongsTo('kind', { relation: 'type', … })`. */
  readonly relation?: string
  readonly primaryKey?: PrimaryKey | readonly PrimaryKey[]
}

/** The options of a sideload that has members. */
export interface DependentOptions {
  /**
   * `restrict`: the record cannot be destroyed while it has members, including hidden ones (rule 11.15). Without it,
   * the foreign keys of the store decide.
   *
   * ```ts
   * this.hasMany('invoices', { resource: 'invoices', foreignKey: 'customerId', dependent: 'restrict' });
   * ```
   */
  readonly dependent?: Dependent
}

/** A hasMany or a hasOne. */
export interface MembersOptions<ForeignKey extends string = string, PrimaryKey extends string = string>
  extends KeyedOptions<ForeignKey, PrimaryKey>, DependentOptions {}

/** A many-to-many sideload: the join relation of the related model, and this side's key on it. */
export interface JoinedOptions extends SideloadOptions, DependentOptions {
  readonly foreignKey: Readonly<Record<string, string | readonly string[]>>
  /** The relation of the store if its name differs. */
  readonly relation?: string
  readonly primaryKey?: string | readonly string[]
}

/** A to-one sideload to several types; a column says which one. */
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

/** A to-many sideload to children that refer to this side by key and type. */
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

/** Returns the scope with the related records of the parents; any function if the shape is open. */
type SideloadScope<R extends Shaped> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : { call(this: R, parents: ShapeOf<R>['record'][], context: ContextOf<R>): unknown }['call']

/** Assigns the children to their parents; any function if the shape is open. */
type SideloadAssign<R extends Shaped, Name extends string> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : {
      call(
        this: R,
        parents: AssignedParent<ShapeOf<R>, Name>[],
        children: TargetRecord<ShapeOf<R>, Name>[],
      ): unknown
    }['call']

/** A custom sideload: the application defines both functions. It is to-many unless it has `many: false`. */
export interface CustomSideloadOptions<
  R extends Shaped = Shaped,
  Name extends string = string,
> extends SideloadOptions {
  readonly scope: MethodName<R> | SideloadScope<R>
  readonly assign: MethodName<R> | SideloadAssign<R, Name>
  readonly many?: boolean
}

/** The type in a declaration. */
export interface TypeSpelling {
  readonly type?: TypeName
  readonly enum?: readonly string[]
  readonly nullable?: boolean
  readonly list?: boolean
}
