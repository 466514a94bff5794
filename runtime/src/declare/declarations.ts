import { Adapter } from '../adapter/adapter.js'
import type { IdKind } from '../value/identifier.js'
import { type IncludeDirective, type IncludeInput, includeTree } from '../query/include.js'
import type { Shape } from '../shape/shape.js'
import { CALCULATIONS, type Calculation } from '../shape/words.js'
import type { StandardSchema } from '../value/standard-schema.js'
import {
  type Action,
  copyConfig,
  defaultConfig,
  type HookConfig,
  type IdConfig,
  type ResourceConfig,
  type SortEntry,
  type ValidationConfig,
  type WriteAction,
} from './config.js'
import type {
  AttributeDeclaration,
  CustomSideloadOptions,
  ExtraFieldOptions,
  FilterHandler,
  FilterOptions,
  JoinedOptions,
  KeyedOptions,
  PaginateHandler,
  PolymorphicBelongsToOptions,
  PolymorphicHasManyOptions,
  HookHandler,
  ScopeHandler,
  Shaped,
  SortHandler,
  StatHandler,
} from './declaration-types.js'
import {
  attributeOf,
  extraFieldOf,
  filterOf,
  joinedSideload,
  polymorphicSideload,
  sideloadBase,
  statOf,
} from './declare.js'

/** A class with declarations whose instances are R; abstract ones too, for a generated base declares in its static block. */
export type Declaring<R extends Shaped> = (abstract new () => R) & DeclarationMethods

/** The static side of a Resource class, without its constructor. */
export type DeclarationMethods = Omit<typeof Declarations, 'prototype'>

const configs = new WeakMap<object, ResourceConfig>()

/**
 * The declarations of a Resource class (specification 4.2, rule 1.4): static methods, called in a `static` block, each
 * of which sets one part of the class attribute `config`. Declaring the same name again replaces it.
 */
export abstract class Declarations<S extends Shape = Shape> implements Shaped<S> {
  declare readonly '~shape': S

  /**
   * The configuration of this class (rule 1.1). A subclass takes its copy of the parent's when it is first declared on
   * or used; from then on no change on either side reaches the other (rule 1.2).
   */
  static get config(): ResourceConfig {
    let config = configs.get(this)
    if (!config) {
      config =
        this === Declarations
          ? defaultConfig()
          : copyConfig((Object.getPrototypeOf(this) as typeof Declarations).config)
      configs.set(this, config)
    }
    return config
  }

  /** Sets the JSON:API type. */
  static type(value: string): void {
    changed(this).type = value
  }

  /** Sets the model that writes use: for Prisma, the model's name. */
  static model(model: unknown): void {
    changed(this).model = model
  }

  /** Sets the adapter: a class, of which one instance is stored, or an instance (rule 1.6). */
  static useAdapter(adapter: Adapter | (new () => Adapter)): void {
    changed(this).adapter = adapter instanceof Adapter ? adapter : new adapter()
  }

  /** Sets the kind of the id, whether a client may choose it (rule 11.4), and the attribute of the record that holds it. */
  static id(kind: IdKind, options: Partial<Omit<IdConfig, 'kind'>> = {}): void {
    changed(this).id = Object.freeze({ clientIds: 'forbidden', attribute: 'id', ...options, kind })
  }

  /** Names the attribute of optimistic locking. */
  static version(attribute: string): void {
    changed(this).version = attribute
  }

  /** Declares an attribute: its type, or its type with guards (rule 7.3), constraints and a default. */
  static attribute(name: string, declaration: AttributeDeclaration): void {
    changed(this).attributes.set(name, attributeOf(name, declaration))
  }

  /** Whitelists a filter (specification 4.2): equality by the adapter, or a function or method of one's own (rule 3.8). */
  static allowFilter<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: FilterOptions = {},
    filter?: FilterHandler<R>,
  ): void {
    changed(this).filters.set(name, filterOf(name, options, filter))
  }

  /** Declares a filter that every request gets (rule 3.6): a function, a method, or conditions: `{ eq: true }`. */
  static defaultFilter<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    filter: ScopeHandler<R> | { readonly [operator: string]: unknown },
  ): void {
    changed(this).defaultFilters.set(name, Object.freeze({ name, filter }))
  }

  /**
   * Whitelists statistics (rule 6.2): a map of attribute to built-in calculations, or one attribute's name, which allows
   * them all unless functions are given. The functions are custom calculations of each attribute named; one that is
   * called like a built-in replaces it.
   */
  static allowStat<R extends Shaped>(
    this: Declaring<R>,
    stats: string | Readonly<Record<string, Calculation | readonly Calculation[]>>,
    custom: Readonly<Record<string, StatHandler<R>>> = {},
  ): void {
    const named =
      typeof stats === 'string' ? { [stats]: Object.keys(custom).length === 0 ? CALCULATIONS : [] } : stats
    for (const [attribute, builtIn] of Object.entries(named)) {
      changed(this).stats.set(attribute, statOf(attribute, [builtIn].flat(), custom))
    }
  }

  /** Declares a field that is rendered only when a request asks for it; the scope function may load what it needs (rule 7.2). */
  static extraField<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: ExtraFieldOptions<R> = {},
    scope?: ScopeHandler<R>,
  ): void {
    changed(this).extraFields.set(name, extraFieldOf(name, options, options.value, scope))
  }

  /**
   * Allows a sort through to-one relationships, `author.name`, although a resource on its way hides records by default
   * filters or a `baseScope` of its own (rule 14.2): the order then tells of the hidden ones too.
   */
  static allowSort(path: `${string}.${string}`): void {
    changed(this).sorts.add(path)
  }

  /** Replaces the adapter's sorting; called once for each attribute (rule 4.1). */
  static sort<R extends Shaped>(this: Declaring<R>, sort: SortHandler<R>): void {
    changed(this).sorting = sort
  }

  /** Replaces the adapter's pagination. */
  static paginate<R extends Shaped>(this: Declaring<R>, paginate: PaginateHandler<R>): void {
    changed(this).pagination = paginate
  }

  /** Sets the sort of requests that have none. */
  static defaultSort(sort: readonly SortEntry[]): void {
    changed(this).defaultSort = Object.freeze(sort.map((entry) => Object.freeze({ ...entry })))
  }

  /** Sets the page of requests that name none. */
  static defaultPageNumber(number: number): void {
    changed(this).defaultPageNumber = number
  }

  /** Sets the page size of requests that name none. */
  static defaultPageSize(size: number): void {
    changed(this).defaultPageSize = size
  }

  /** Sets the largest page size (rule 1.3). */
  static maxPageSize(size: number): void {
    changed(this).maxPageSize = size
  }

  /** Declares a sideload with a scope and an assign function of one's own (rule 9.1). */
  static allowSideload(name: string, options: CustomSideloadOptions): void {
    const { resource, assign, many = true } = options
    changed(this).sideloads.set(
      name,
      Object.freeze({ ...sideloadBase(name, options), kind: 'custom', resource, assign, many }),
    )
  }

  /** Declares the children whose foreign key is this record's primary key (rule 9.2). */
  static hasMany(name: string, options: KeyedOptions): void {
    changed(this).sideloads.set(name, keyed('hasMany', name, options))
  }

  /** Declares the first child whose foreign key is this record's primary key (rule 9.2). */
  static hasOne(name: string, options: KeyedOptions): void {
    changed(this).sideloads.set(name, keyed('hasOne', name, options))
  }

  /** Declares the record that this record's foreign key names (rule 9.2). */
  static belongsTo(name: string, options: KeyedOptions): void {
    changed(this).sideloads.set(name, keyed('belongsTo', name, options))
  }

  /** Declares a many-to-many sideload through a join relation of the related model (rule 9.2). */
  static hasAndBelongsToMany(name: string, options: JoinedOptions): void {
    changed(this).sideloads.set(name, joinedSideload(name, options))
  }

  /** Declares a to-one sideload whose type is a column of this record (rule 9.2). */
  static polymorphicBelongsTo(name: string, options: PolymorphicBelongsToOptions): void {
    changed(this).sideloads.set(name, polymorphicSideload(name, options))
  }

  /** Declares the children that name this record by key and type (rule 9.2). */
  static polymorphicHasMany(name: string, options: PolymorphicHasManyOptions): void {
    const { resource, foreignKey, as, primaryKey } = options
    const own = { kind: 'polymorphicHasMany', resource, foreignKey, as } as const
    changed(this).sideloads.set(
      name,
      Object.freeze({
        ...sideloadBase(name, options),
        ...own,
        ...(primaryKey !== undefined && { primaryKey }),
      }),
    )
  }

  /** Sets the includes that each action permits, where the controller declares no whitelist of its own (rule 9.5). */
  static sideloadWhitelist(whitelist: Readonly<Record<string, IncludeInput>>): void {
    const entries = Object.entries(whitelist).map(([action, input]): [string, IncludeDirective] => [
      action,
      includeTree(input),
    ])
    changed(this).sideloadWhitelist = new Map(entries)
  }

  /**
   * Declares a schema that the attributes of a record have to satisfy before it is written (rule 11.10): any Standard
   * Schema, such as one of zod, valibot or arktype. On an update it sees the record as it would be. Several all have to hold.
   */
  static validates(
    schema: StandardSchema,
    { on = ['create', 'update'] }: { readonly on?: ValidationConfig['on'] } = {},
  ): void {
    const config = changed(this)
    config.validations = Object.freeze([
      ...config.validations,
      Object.freeze({ schema, on: Object.freeze([...on]) }),
    ])
  }

  /**
   * Declares what runs for each record of a write once all of it is written, still inside the transaction: a throw rolls
   * everything back, and a ValidationError becomes the errors of that record.
   */
  static beforeCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: WriteAction | readonly WriteAction[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'beforeCommit', actions, hook)
  }

  /**
   * Declares what runs for each record of a write once it is durable: mails, messages, caches. Nothing of it can be rolled
   * back any more, and it never runs for a write that was.
   */
  static afterCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: WriteAction | readonly WriteAction[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'afterCommit', actions, hook)
  }

  /** Limits the actions that are served; all of them are unless declared. */
  static actions(...actions: readonly Action[]): void {
    changed(this).actions = Object.freeze([...actions])
  }
}

/** The configuration, to be changed: what was compiled of it before is out of date. */
function changed(resourceClass: { readonly config: ResourceConfig }): ResourceConfig {
  const { config } = resourceClass
  config.revision++
  return config
}

/** Hooks add up, in the order of their declarations; the same one declared again is one. */
function addHooks(
  config: ResourceConfig,
  moment: HookConfig['moment'],
  actions: WriteAction | readonly WriteAction[],
  handler: HookConfig['handler'],
): void {
  const added = [actions].flat().map((action): HookConfig => Object.freeze({ moment, action, handler }))
  const isKnown = (hook: HookConfig): boolean =>
    config.hooks.some(
      (known) =>
        known.moment === hook.moment && known.action === hook.action && known.handler === hook.handler,
    )
  config.hooks = Object.freeze([...config.hooks, ...added.filter((hook) => !isKnown(hook))])
}

function keyed(kind: 'hasMany' | 'hasOne' | 'belongsTo', name: string, options: KeyedOptions) {
  const { resource, foreignKey, primaryKey } = options
  return Object.freeze({
    ...sideloadBase(name, options, kind === 'belongsTo'),
    kind,
    resource,
    foreignKey,
    ...(primaryKey !== undefined && { primaryKey }),
  })
}
