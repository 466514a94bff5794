import type { Deprecation } from '../vocabulary/deprecation.js'
import type { StandardSchema } from '../value/standard-schema.js'
import type { TypeName } from '../vocabulary/values/type.js'
import type { Direction, Shape } from '../shape/shape.js'
import type { Operator } from '../vocabulary/operators.js'
import type { AssignedParent, TargetRecord } from './column-types.js'
import type { Dependent, Linkage, ResourceReference } from './sideload.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { Constraints, WriteAction } from './config.js'
import type { Guard } from './handler.js'

/** Carries a shape's type; it does not exist at run time. */
export interface Shaped<S extends Shape = Shape> {
  readonly '~shape': S
}

/** The shape of a Resource. */
export type ShapeOf<R extends Shaped> = R['~shape']

/** The context passed to a Resource's functions; undefined if there is no request. */
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

/**
 * A function that takes a scope and returns one: a default filter, or an extra field's scope function (specification
 * 2.3).
 */
export type ScopeHandler<R extends Shaped> =
  | MethodName<R>
  | {
      call(this: R, scope: ShapeOf<R>['scope'], context: ContextOf<R>): Awaitable<ShapeOf<R>['scope']>
    }['call']

/** A custom sort function, called once for each sort key with the key's column (rules 4.1, 22.1). */
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

/** A custom pagination function. It receives the page number, starting at 1, and the page size (specification 4.2). */
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
 * The function of a custom action. It receives the input and the context; if the action is on a record, it receives the
 * record first.
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

/** The input of a custom action, by name. Generated methods use the exact type. */
export type OwnInput = Readonly<Record<string, unknown>>

/** The options of a custom action, by their names in docs/schema-format.md. */
export interface OwnActionOptions<
  R extends Shaped = Shaped,
  On extends 'record' | 'collection' = 'record' | 'collection',
> {
  /** Whether the action applies to one record or to the collection. */
  readonly on: On
  /** The input's members, each declared like an attribute. */
  readonly input?: Readonly<Record<string, InputDeclaration>>
  /**
   * `posts` for a record of that type, `posts?` if there may be no record, `posts[]` for a list of records, `meta` for
   * a JSON object. The default is a record of the resource's own type; for an action on the collection, `meta`.
   */
  readonly output?: string
  /** The name of a context method. Only a return value of `true` permits the action. */
  readonly guard?: Guard
  /** The scope that must contain the record; by default, the `update` scope. Only for an action on a record. */
  readonly scope?: On extends 'record' ? ScopeHandler<R> : never
  /** Set it to false to run the action outside a transaction, for example because it calls another server. */
  readonly transaction?: boolean
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/** The declaration of an input member: its type in short form, or a type with options. */
export type InputDeclaration =
  | TypeName
  | Omit<AttributeOptions, 'column' | 'readable' | 'writable' | 'sortable' | 'deprecated'>

/** The actions that a hook can be declared for: kinds of write, and custom actions. */
export type HookAction<R extends Shaped> =
  | WriteAction
  | (ShapeOf<R> extends { readonly actions: infer Actions } ? Extract<keyof Actions, string> : never)

/** A function that runs at the end of a transaction, for one record of a write. */
export type HookHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** Computes the value of an extra field from a record. */
export type ValueHandler<R extends Shaped> =
  | MethodName<R>
  | { call(this: R, record: ShapeOf<R>['record'], context: ContextOf<R>): unknown }['call']

/** The declaration of an attribute: its type in short form, or a type with options. */
export type AttributeDeclaration<Column extends string = string> = TypeName | AttributeOptions<Column>

/** Attribute options, named as in docs/schema-format.md. */
export interface AttributeOptions<Column extends string = string> extends Constraints {
  readonly type?: TypeName
  readonly enum?: readonly string[]
  /** Whether the value may be null. This option is only for enums. For other types, append `?` to the type. */
  readonly nullable?: boolean
  /** Whether the value is a list. This option is only for enums. For other types, append `[]` to the type. */
  readonly list?: boolean
  /**
   * Whether a create request must set the attribute. True by default, unless the attribute is nullable, not writable,
   * or has a default.
   */
  readonly required?: boolean
  /** The column, if its name differs from the attribute's: `attribute('kind', { column: 'type', … })`. */
  readonly column?: Column
  readonly readable?: Guard
  readonly writable?: Guard
  readonly sortable?: Guard
  readonly default?: unknown
  /** A Standard Schema that validates each written value. Its output is stored. */
  readonly schema?: StandardSchema
  readonly description?: string
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/** Filter options (docs/schema-format.md). */
export interface FilterOptions extends TypeSpelling {
  readonly aliases?: readonly string[]
  /** The name of a context method. The filter is permitted only if the method returns `true`. */
  readonly if?: string
  readonly operators?: readonly Operator[]
  /**
   * The column, if its name differs from the filter's. It can be prefixed with to-one relationships: `author.fullName`.
   */
  readonly column?: string
  readonly required?: boolean
  /**
   * For a filter with a function, whether the function always receives a list instead of one value. For an enum, the
   * list contains enum values.
   */
  readonly list?: boolean
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/**
 * The conditions of a default filter, by operator: `{ eq: true }`. A list matches any of its members; null matches a
 * missing value.
 */
export type DefaultConditions = { readonly [Name in Operator]?: unknown }

/** The built-in calculations of stats, by attribute: `{ total: 'count', views: ['sum', 'average'] }` (rule 6.2). */
export type StatOptions<Column extends string = string> = Readonly<
  Record<string, Calculation | readonly Calculation[] | ColumnStat<Column>>
>

/**
 * A stat whose name differs from its column's: `{ visits: { column: 'views', calculations: ['sum'] } }` (rule 14.9).
 */
export interface ColumnStat<Column extends string = string> {
  /** By default, the column of the attribute with the stat's name. */
  readonly column?: Column
  readonly calculations?: Calculation | readonly Calculation[]
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/** Extra field options. */
export interface ExtraFieldOptions<R extends Shaped = Shaped> {
  readonly type?: TypeName
  readonly value?: ValueHandler<R>
  /** A function, or the name of a method, that computes the values for all records in one call. */
  readonly values?: ((...parameters: never[]) => unknown) | string
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/** The options that all kinds of sideload share. */
export interface SideloadOptions {
  readonly resource: ResourceReference
  /** The base scope of the related records, instead of their resource's base scope. */
  readonly scope?: ((...parameters: never[]) => unknown) | string
  readonly linkage?: Linkage
  /** The read guard. For requests that it rejects, the relationship does not exist. */
  readonly readable?: Guard
  readonly writable?: Guard
  readonly description?: string
  /** Since when it is deprecated, the day from which it may be removed, and the name of what replaces it. */
  readonly deprecated?: Deprecation
}

/** A sideload that uses a foreign key. */
export interface KeyedOptions<
  ForeignKey extends string = string,
  PrimaryKey extends string = string,
> extends SideloadOptions {
  /** One column, or the columns of a composite key in key order. */
  readonly foreignKey: ForeignKey | readonly ForeignKey[]
  /**
   * The relation in the store, if its name differs from the sideload's: `belongsTo('kind', { relation: 'type', … })`.
   */
  readonly relation?: string
  readonly primaryKey?: PrimaryKey | readonly PrimaryKey[]
}

/** The options of a sideload whose related records refer to the owner. */
export interface DependentOptions {
  /**
   * `restrict`: the record cannot be destroyed while it has related records, even hidden ones (rule 11.15). By default,
   * the store's foreign keys determine what happens.
   *
   * ```ts
   * this.hasMany('invoices', { resource: 'invoices', foreignKey: 'customerId', dependent: 'restrict' });
   * ```
   */
  readonly dependent?: Dependent
}

/** A hasMany or hasOne sideload. */
export interface MembersOptions<ForeignKey extends string = string, PrimaryKey extends string = string>
  extends KeyedOptions<ForeignKey, PrimaryKey>, DependentOptions {}

/** A many-to-many sideload: the related model's join relation, and the key that refers to this side. */
export interface JoinedOptions extends SideloadOptions, DependentOptions {
  readonly foreignKey: Readonly<Record<string, string | readonly string[]>>
  /** The relation in the store, if its name differs from the sideload's. */
  readonly relation?: string
  readonly primaryKey?: string | readonly string[]
}

/** A to-one sideload to one of several types. A column determines which one. */
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

/** A to-many sideload to children that refer to this side by a key and a type. */
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

/** Returns a scope that contains the parents' related records. If the shape is open, any function is accepted. */
type SideloadScope<R extends Shaped> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : { call(this: R, parents: ShapeOf<R>['record'][], context: ContextOf<R>): unknown }['call']

/** Assigns the children to their parents. If the shape is open, any function is accepted. */
type SideloadAssign<R extends Shaped, Name extends string> = string extends ShapeOf<R>['type']
  ? (...parameters: never[]) => unknown
  : {
      call(
        this: R,
        parents: AssignedParent<ShapeOf<R>, Name>[],
        children: TargetRecord<ShapeOf<R>, Name>[],
      ): unknown
    }['call']

/** A custom sideload, for which the application defines both functions. It is to-many unless you set `many: false`. */
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
