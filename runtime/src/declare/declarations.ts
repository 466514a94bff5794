import { declareFacts } from '../adapter/declared-facts.js'
import { Adapter } from '../adapter/adapter.js'
import { frozenFacts, type StoreFacts } from '../adapter/store-facts.js'
import type { IdKind } from '../vocabulary/type.js'
import type { Shape } from '../shape/shape.js'
import { CALCULATIONS } from '../vocabulary/calculations.js'
import type { DefaultFilterConfig, ResourceConfig } from './config.js'
import type {
  AttributeDeclaration,
  DefaultConditions,
  ExtraFieldOptions,
  FilterOptions,
  NameOfMethod,
  ScopeHandler,
  Shaped,
  ShapeOf,
  StatHandler,
  StatOptions,
  TypeSpelling,
} from './declaration-types.js'
import type { ColumnName, NamesOf, StoredColumn, StoredFilterName } from './column-types.js'
import type { FilterArgument, FilterHandler } from './filter-types.js'
import { idConfig, type IdOptions, type KeyColumns } from './id.js'
import type { Handler } from './handler.js'
import { changed, type Declaring } from './configured.js'
import { CollectionDeclarations } from './collection-declarations.js'
import { attributeOf, defaultFilterOf, extraFieldOf, filterOf, statOf } from './declare.js'

/** The static side of a Resource class, without its constructor. */
export type DeclarationMethods = Omit<typeof Declarations, 'prototype'>

/**
 * The declarations of a Resource class (specification 4.2, rule 1.4). They are static methods that are called in a `static`
 * block. Each sets one part of the class attribute `config`. Declaring the same name again replaces it.
 *
 * ```ts
 * class PostResource extends Resource<PostShape> {
 *   static {
 *     this.type('posts')
 *     this.model('Post')
 *     this.id('integer')
 *     this.attribute('title', { type: 'string', maxLength: 200 })
 *     this.allowFilter('title', { operators: ['eq', 'prefix'] })
 *     this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
 *   }
 * }
 * ```
 */
export abstract class Declarations<S extends Shape = Shape> extends CollectionDeclarations<S> {
  /**
   * Sets the JSON:API type: the `type` of its resource objects, and the first segment of its addresses. Without an
   * argument it returns the type, which is `undefined_jsonapi_type` until one is set (rule 1.3).
   *
   * ```ts
   * this.type('posts') // GET /posts, { "type": "posts", "id": "1" }
   * this.type() // 'posts'
   * ```
   *
   * Throws a TypeError if the argument is not a valid name, such as a constant that is not initialised yet.
   */
  static type(this: { readonly config: ResourceConfig }): string
  static type(this: { readonly config: ResourceConfig }, value: string): void
  static type(this: { readonly config: ResourceConfig }, ...given: [value?: string]): string | undefined {
    if (given.length === 0) return this.config.type
    const [value] = given
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(`A JSON:API type is a name, not ${JSON.stringify(value) ?? 'undefined'}.`)
    }
    changed(this).type = value
    return undefined
  }

  /**
   * Sets the model that records are read from and written to. For Prisma it is the model's name.
   *
   * ```ts
   * this.model('Post') // model Post of schema.prisma, prisma.post of the client
   * ```
   */
  static model(model: unknown): void {
    changed(this).model = model
  }

  /**
   * Sets the adapter (rule 1.6). It takes an instance, or a class of which one instance is made. Subclasses inherit it, so
   * one call in the application's base class is enough.
   *
   * ```ts
   * this.useAdapter(new PrismaAdapter(prisma))
   * this.useAdapter(NullAdapter) // every step is a method of the resource
   * ```
   */
  static useAdapter(adapter: Adapter | (new () => Adapter)): void {
    const config = changed(this)
    config.adapter = adapter instanceof Adapter ? adapter : new adapter()
    if (config.facts) declareFacts(config.adapter, config.facts)
  }

  /**
   * Declares the facts about the store: its models, their columns and relations. Generated resources declare the facts
   * that the generator has read in the datamodel (`generated/facts.gen.ts`). A hand-written resource declares the same
   * facts, or its own. Subclasses inherit them. `PrismaAdapter` needs facts, `NullAdapter` does not.
   *
   * ```ts
   * this.facts({ provider: 'sqlite', models: { Note: { columns: { id: 'integer', text: 'string?' } } } })
   * ```
   */
  static facts(store: StoreFacts): void {
    const config = changed(this)
    config.facts = frozenFacts(store)
    if (config.adapter) declareFacts(config.adapter, config.facts)
  }

  /**
   * Sets the kind of the id, whether a client may choose it (rule 11.4), and the column of the record that holds it. A
   * composite key has several columns, which make one id in their order: `acme~42` (rule 22.2).
   *
   * ```ts
   * this.id('integer', { column: 'number' })
   * this.id({ tenantId: 'string', number: 'integer' })
   * ```
   *
   * A key of one column that is a date, a moment, a decimal, a boolean, bytes or an enum takes the same form: `id({
   * day: 'date' })`.
   *
   * Throws a TypeError for a key without columns, and for a key of a single text, integer or uuid.
   */
  static id(this: { readonly config: ResourceConfig }, kind: IdKind): void
  static id<R extends Shaped>(this: Declaring<R>, columns: KeyColumns<ColumnName<ShapeOf<R>['record']>>): void
  static id<R extends Shaped>(
    this: Declaring<R>,
    kind: IdKind,
    options?: IdOptions<ColumnName<ShapeOf<R>['record']>>,
  ): void
  static id(
    this: { readonly config: ResourceConfig },
    declared: IdKind | KeyColumns,
    options: IdOptions = {},
  ): void {
    changed(this).id = idConfig(declared, options)
  }

  /**
   * Names the attribute of optimistic locking (rule 21.3): an integer, a bigint or a datetime. If a PATCH sends the
   * version that it has read, and the record has another version by now, the answer is a 409. Each update increments
   * the version.
   *
   * ```ts
   * this.attribute('lockVersion', 'integer')
   * this.version('lockVersion')
   * ```
   */
  static version<R extends Shaped>(
    this: Declaring<R>,
    attribute: NamesOf<ShapeOf<R>, ShapeOf<R>['attributes']>,
  ): void {
    changed(this).version = attribute
  }

  /**
   * Declares an attribute: its type, or its type with guards (rule 7.3), constraints and a default. Its column has the
   * same name, or the one that the declaration gives (rule 14.9):
   *
   * ```ts
   * this.attribute('title', 'string')
   * this.attribute('kind', { type: 'string', column: 'type' }) // a client reads, writes and filters `kind`
   * ```
   */
  static attribute(
    this: { readonly config: ResourceConfig },
    name: string,
    declaration: AttributeDeclaration<never>,
  ): void
  static attribute<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    declaration: AttributeDeclaration<ColumnName<ShapeOf<R>['record']>>,
  ): void
  static attribute(
    this: { readonly config: ResourceConfig },
    name: string,
    declaration: AttributeDeclaration,
  ): void {
    changed(this).attributes.set(name, attributeOf(name, declaration))
  }

  /**
   * Whitelists a filter (specification 4.2). The adapter applies it to an attribute, the id or a column. Otherwise a
   * function or method of your own applies it (rule 3.8): it gets one value of the filter's type, or a list with `list:
   * true` (rule 14.3).
   *
   * ```ts
   * this.allowFilter('title', { operators: ['eq', 'prefix'] })
   * this.allowFilter('writer', { column: 'authorId' }) // a column, under a name of its own
   * this.allowFilter('popular', { type: 'boolean' }, (scope, value) => scope.where({ views: value ? MANY : FEW }))
   * ```
   */
  static allowFilter<R extends Shaped>(
    this: Declaring<R>,
    name: NamesOf<ShapeOf<R>, ShapeOf<R>['filters']>,
    options?: FilterOptions,
  ): void
  static allowFilter<R extends Shaped>(
    this: Declaring<R>,
    name: StoredFilterName<ShapeOf<R>>,
    options?: FilterOptions,
  ): void
  static allowFilter<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: FilterOptions & { readonly column: StoredColumn<ShapeOf<R>> },
  ): void
  /** @deprecated Write `column`. */
  static allowFilter<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: FilterOptions & { readonly attribute: StoredFilterName<ShapeOf<R>> },
  ): void
  static allowFilter<R extends Shaped, Method extends string & keyof R>(
    this: Declaring<R>,
    name: string,
    options: FilterOptions,
    filter: Method & NameOfMethod<R, Method>,
  ): void
  static allowFilter<R extends Shaped, Name extends string, const Options extends FilterOptions>(
    this: Declaring<R>,
    name: Name,
    options: Options,
    filter: FilterHandler<R, FilterArgument<ShapeOf<R>, Name, Options>>,
  ): void
  static allowFilter(
    this: { readonly config: ResourceConfig },
    name: string,
    options: FilterOptions = {},
    filter?: Handler,
  ): void {
    changed(this).filters.set(name, filterOf(name, options, filter))
  }

  /**
   * Declares a filter for every request (rule 3.6): a function, a method, or conditions.
   *
   * ```ts
   * this.defaultFilter('approved', { eq: true })
   * this.defaultFilter('deletedAt', { eq: null }, { type: 'datetime?' }) // a column that is no attribute states its type
   * ```
   */
  static defaultFilter<R extends Shaped>(
    this: Declaring<R>,
    name: StoredFilterName<ShapeOf<R>>,
    filter: DefaultConditions,
    type?: TypeSpelling,
  ): void
  static defaultFilter<R extends Shaped>(this: Declaring<R>, name: string, filter: ScopeHandler<R>): void
  static defaultFilter(
    this: { readonly config: ResourceConfig },
    name: string,
    filter: DefaultFilterConfig['filter'],
    type: TypeSpelling = {},
  ): void {
    changed(this).defaultFilters.set(name, defaultFilterOf(name, filter, type))
  }

  /**
   * Whitelists stats (rule 6.2): a map of attributes to built-in calculations, or the name of one attribute. A name
   * alone allows all built-in calculations; with functions, it allows these custom calculations. A custom calculation
   * gets the column, and replaces a built-in of the same name.
   *
   * ```ts
   * this.allowStat({ total: 'count', views: ['sum', 'average'] })
   * this.allowStat({ visits: { column: 'views', calculations: 'sum' } }) // of a column, under a name of its own
   * ```
   */
  static allowStat(this: { readonly config: ResourceConfig }, stats: string | StatOptions<never>): void
  static allowStat<R extends Shaped>(
    this: Declaring<R>,
    stats: string | StatOptions<ColumnName<ShapeOf<R>['record']>>,
    custom?: Readonly<Record<string, StatHandler<R>>>,
  ): void
  static allowStat(
    this: { readonly config: ResourceConfig },
    stats: string | StatOptions,
    custom: Readonly<Record<string, Handler>> = {},
  ): void {
    const named =
      typeof stats === 'string' ? { [stats]: Object.keys(custom).length === 0 ? CALCULATIONS : [] } : stats
    for (const [name, builtIn] of Object.entries(named)) {
      changed(this).stats.set(name, statOf(name, builtIn, custom))
    }
  }

  /**
   * Declares a field that is rendered only when a request asks for it; the scope function may load what it needs (rule
   * 7.2). A map names several fields of the resource's own type, which share the function (specification 4.2).
   *
   * ```ts
   * this.extraField('readingTime', { type: 'integer', value: 'extraFieldReadingTime' })
   * this.extraField({ posts: ['likes', 'shares'] }, {}, (scope) => scope.include({ counts: true }))
   * ```
   *
   * Throws a TypeError if the map names another type: that resource declares its own fields.
   */
  static extraField<R extends Shaped>(
    this: Declaring<R>,
    name: string | Readonly<Record<string, string | readonly string[]>>,
    options: ExtraFieldOptions<R> = {},
    scope?: ScopeHandler<R>,
  ): void {
    const config = changed(this)
    for (const field of typeof name === 'string' ? [name] : fieldsOf(config.type, name)) {
      config.extraFields.set(field, extraFieldOf(field, options, options.value, scope))
    }
  }
}

/** The fields in a map of types for a resource of the given type. */
function fieldsOf(
  type: string,
  byType: Readonly<Record<string, string | readonly string[]>>,
): readonly string[] {
  const other = Object.keys(byType).find((named) => named !== type)
  if (other !== undefined) {
    throw new TypeError(
      `The extra fields of "${other}" are declared by its own resource, and this one is "${type}".`,
    )
  }
  return Object.values(byType).flat()
}
