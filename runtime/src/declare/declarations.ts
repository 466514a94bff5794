import type { Inherited } from '../shape/inherited.js'
import { declareFacts } from '../facts/declared-facts.js'
import { Adapter } from '../adapter/adapter.js'
import { frozenFacts, type StoreFacts } from '../datamodel/store-facts.js'
import type { IdKind } from '../vocabulary/values/type.js'
import type { Shape, Direction } from '../shape/shape.js'
import { CALCULATIONS } from '../vocabulary/calculations.js'
import {
  type DefaultFilterConfig,
  type ResourceConfig,
  type PageStyle,
  type SortEntry,
  type Action,
  type ActionGuards,
  ACTIONS,
  type Policy,
  type ScopePolicies,
  type HookConfig,
  type ValidationConfig,
} from './config.js'
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
  CustomSideloadOptions,
  JoinedOptions,
  KeyedOptions,
  MembersOptions,
  PolymorphicBelongsToOptions,
  PolymorphicHasManyOptions,
  PaginateHandler,
  SortHandler,
  HookAction,
  HookHandler,
  OwnActionHandler,
  OwnActionOptions,
} from './declaration-types.js'
import type {
  ColumnName,
  NamesOf,
  StoredColumn,
  StoredFilterName,
  OwnColumn,
  TargetColumn,
  DefaultSortEntry,
  SortPath,
} from './column-types.js'
import type { FilterArgument, FilterHandler } from './filter-types.js'
import { idConfig, type IdOptions, type KeyColumns } from './id.js'
import type { Handler, Guard } from './handler.js'
import { changed, type Declaring, Configured } from './configured-class.js'
import {
  attributeOf,
  defaultFilterOf,
  checkedDeprecation,
  extraFieldOf,
  filterOf,
  statOf,
  columnList,
  joinedSideload,
  ownActionOf,
  polymorphicSideload,
  sideloadBase,
} from './config-parts.js'
import { type IncludeInput, whitelistOf } from '../query/include.js'
import type { Deprecation } from '../vocabulary/deprecation.js'
import type { CacheControl } from '../vocabulary/cache-directives.js'
import type { StandardSchema } from '../value/standard-schema.js'

/** The static side of a Resource class, without its constructor. */
export type DeclarationMethods = Omit<typeof Declarations, 'prototype'>

/**
 * The declarations of a Resource class (specification 4.2, rule 1.4). They are static methods that are called in a `static`
 * block. Each sets one part of the class attribute `config`. Declaring the same name again replaces it.
 *
 * ```ts
 * class PostResource extends Resource<PostShape> {
 *   static {
 *     this.type('posts');
 *     this.model('Post');
 *     this.id('integer');
 *     this.attribute('title', { type: 'string', maxLength: 200 });
 *     this.allowFilter('title', { operators: ['eq', 'prefix'] });
 *     this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' });
 *   }
 * }
 * ```
 */
export abstract class Declarations<S extends Shape = Shape> extends Configured<S> {
  /**
   * Sets the JSON:API type: the `type` of the resource objects, and the first segment of their URLs. Without an
   * argument it returns the type, or `undefined_jsonapi_type` if none has been set (rule 1.3).
   *
   * ```ts
   * this.type('posts'); // GET /posts, { "type": "posts", "id": "1" }
   * this.type(); // 'posts'
   * ```
   *
   * Throws a TypeError if the argument is not a valid name, such as a constant that is not initialized yet.
   */
  static type(this: { readonly config: ResourceConfig }): string
  static type(this: { readonly config: ResourceConfig }, value: string): void
  static type(this: { readonly config: ResourceConfig }, ...given: [value?: string]): string | undefined {
    if (given.length === 0) return this.config.type
    const [value] = given
    if (typeof value !== 'string' || value === '') {
      throw new TypeError(`A JSON:API type must be a name, not ${JSON.stringify(value) ?? 'undefined'}.`)
    }
    changed(this).type = value
    return undefined
  }

  /**
   * Sets the model that records are read from and written to. For Prisma, pass the model's name.
   *
   * ```ts
   * this.model('Post'); // model Post of schema.prisma, prisma.post of the client
   * ```
   */
  static model(model: unknown): void {
    changed(this).model = model
  }

  /**
   * Sets the adapter (rule 1.6). Pass an instance, or a class, which is instantiated once. Subclasses without their own
   * adapter use it too, even existing ones, so a test can call this after importing the resources.
   *
   * ```ts
   * this.useAdapter(new PrismaAdapter(prisma));
   * this.useAdapter(NullAdapter); // every step is a method of the resource
   * ```
   */
  static useAdapter(adapter: Adapter | (new () => Adapter)): void {
    const config = changed(this)
    config.adapter = adapter instanceof Adapter ? adapter : new adapter()
    if (config.facts) declareFacts(config.adapter, config.facts)
  }

  /**
   * Declares the facts about the store: its models, their columns and relations. Generated resources declare the facts
   * that the generator read from the datamodel (`generated/facts.gen.ts`). A hand-written resource can declare the same
   * facts or its own. Subclasses inherit them. `PrismaAdapter` needs facts, `NullAdapter` does not.
   *
   * ```ts
   * this.facts({ provider: 'sqlite', models: { Note: { columns: { id: 'integer', text: 'string?' } } } });
   * ```
   */
  static facts(store: StoreFacts): void {
    const config = changed(this)
    config.facts = frozenFacts(store)
    if (config.adapter) declareFacts(config.adapter, config.facts)
  }

  /**
   * Sets the type of the id, whether a client may choose it (rule 11.4), and the column that stores it. The columns of
   * a composite key are combined into one id, in order: `acme~42` (rule 22.2).
   *
   * ```ts
   * this.id('integer', { column: 'number' });
   * this.id({ tenantId: 'string', number: 'integer' });
   * ```
   *
   * If a single key column is a date, a moment, a decimal, a boolean, bytes or an enum, use the same form:
   * `id({ day: 'date' })`.
   *
   * Throws a TypeError if the object has no columns, or a single text, integer or uuid column.
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
   * Sets the attribute used for optimistic locking (rule 21.3): an integer, a bigint or a datetime. If a PATCH sends a
   * version that is no longer current, the response is 409. Each update increments the version.
   *
   * ```ts
   * this.attribute('lockVersion', 'integer');
   * this.version('lockVersion');
   * ```
   */
  static version<R extends Shaped>(
    this: Declaring<R>,
    attribute: NamesOf<ShapeOf<R>, ShapeOf<R>['attributes']>,
  ): void {
    changed(this).version = attribute
  }

  /**
   * Sets whether the response to a write reads records again after the store has returned them (rule 11.9). By default,
   * it reads those records again that a later statement, a trigger, a foreign key, a hook or an override may have changed.
   * Pass true to read all of them again, for example because a controller changes them afterwards. Pass false to read
   * none of them again: the response then shows each record as its INSERT or UPDATE returned it.
   *
   * ```ts
   * this.readBack(false);
   * ```
   */
  static readBack(isReadBack: boolean): void {
    changed(this).readBack = isReadBack
  }

  /**
   * Declares an attribute: its type, or its type with guards (rule 7.3), constraints and a default. The column has the
   * same name unless you specify another (rule 14.9):
   *
   * ```ts
   * this.attribute('title', 'string');
   * this.attribute('kind', { type: 'string', column: 'type' }); // a client reads, writes and filters `kind`
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
   * Whitelists a filter (specification 4.2). The adapter applies it to an attribute, the id or a column. Otherwise,
   * your own function or method applies it (rule 3.8). It receives one value of the filter's type, or a list if you set
   * `list: true` (rule 14.3).
   *
   * ```ts
   * this.allowFilter('title', { operators: ['eq', 'prefix'] });
   * this.allowFilter('writer', { column: 'authorId' }); // a column, under a name of its own
   * this.allowFilter('popular', { type: 'boolean' }, (scope, value) => scope.where({ views: value ? MANY : FEW }));
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
   * Declares a filter that applies to every request (rule 3.6). Pass a function, the name of a method, or conditions.
   *
   * ```ts
   * this.defaultFilter('approved', { eq: true });
   * this.defaultFilter('deletedAt', { eq: null }, { type: 'datetime?' }); // a column that is not an attribute states its type
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
   * Whitelists stats (rule 6.2). Pass a map of attributes to built-in calculations, or the name of one attribute. A
   * name on its own allows all built-in calculations; a name with functions allows those custom calculations. A custom
   * calculation receives the column, and replaces the built-in calculation of the same name.
   *
   * ```ts
   * this.allowStat({ total: 'count', views: ['sum', 'average'] });
   * this.allowStat({ visits: { column: 'views', calculations: 'sum' } }); // of a column, under a name of its own
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
   * Declares a field that is rendered only on request. The scope function can load what the field needs (rule 7.2).
   * Pass a map to declare several fields of the resource's own type that share one scope function (specification 4.2).
   *
   * ```ts
   * this.extraField('readingTime', { type: 'integer', value: 'extraFieldReadingTime' });
   * this.extraField({ posts: ['likes', 'shares'] }, {}, (scope) => scope.include({ counts: true }));
   * this.extraField('commentCount', { type: 'integer', values: 'extraFieldsOf' });
   * ```
   *
   * `values` is called once for the primary records or one include path, with all the records, the names of the
   * requested fields, and the context. It returns an object with the field values for each record, in the order of the
   * records.
   *
   * Throws a TypeError if the map names another type, because each resource declares its own fields.
   */
  static extraField<R extends Shaped>(
    this: Declaring<R>,
    name: string | Readonly<Record<string, string | readonly string[]>>,
    options: ExtraFieldOptions<R> = {},
    scope?: ScopeHandler<R>,
  ): void {
    const config = changed(this)
    for (const field of typeof name === 'string' ? [name] : fieldsOf(config.type, name)) {
      config.extraFields.set(field, extraFieldOf(field, options, options, scope))
    }
  }

  /**
   * Declares a sideload with your own functions `scope` and `assign` (rule 9.1). `scope` returns the parents' related
   * records, and `assign` distributes them to the parents.
   *
   * ```ts
   * this.allowSideload('related', { resource: 'posts', scope: 'scopeOfRelated', assign: 'assignRelated' });
   * ```
   */
  static allowSideload<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: CustomSideloadOptions<R, Name>,
  ): void {
    const { resource, assign, many = true } = options
    changed(this).sideloads.set(
      name,
      Object.freeze({ ...sideloadBase(name, options, { many }), kind: 'custom', resource, assign }),
    )
  }

  /** Declares the children whose foreign key refers to this record's primary key (rule 9.2). */
  static hasMany<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: MembersOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, keyed('hasMany', name, options))
  }

  /** Declares the first child whose foreign key refers to this record's primary key (rule 9.2). */
  static hasOne<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: MembersOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, keyed('hasOne', name, options))
  }

  /**
   * Declares the record that this record's foreign key refers to (rule 9.2).
   *
   * ```ts
   * this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' });
   * this.belongsTo('customer', { resource: 'customers', foreignKey: ['tenantId', 'customerId'] }); // a composite key
   * ```
   */
  static belongsTo<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: KeyedOptions<OwnColumn<ShapeOf<R>>, TargetColumn<ShapeOf<R>, Name>>,
  ): void {
    changed(this).sideloads.set(name, keyed('belongsTo', name, options))
  }

  /** Declares a many-to-many sideload through a join relation of the related model (rule 9.2). */
  static hasAndBelongsToMany(name: string, options: JoinedOptions): void {
    changed(this).sideloads.set(name, joinedSideload(name, options))
  }

  /** Declares a to-one sideload whose type is stored in a column of this record (rule 9.2). */
  static polymorphicBelongsTo<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: PolymorphicBelongsToOptions<OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, polymorphicSideload(name, options))
  }

  /** Declares the children that refer to this record by a key and a type (rule 9.2). */
  static polymorphicHasMany<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: PolymorphicHasManyOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    const { resource, foreignKey, as, primaryKey } = options
    const own = { kind: 'polymorphicHasMany', resource, foreignKey: columnList(foreignKey), as } as const
    changed(this).sideloads.set(
      name,
      Object.freeze({
        ...sideloadBase(name, options, { many: true }),
        ...own,
        ...(primaryKey !== undefined && { primaryKey: columnList(primaryKey) }),
      }),
    )
  }

  /** Sets the includes that each action permits, unless the controller declares its own whitelist (rule 9.5). */
  static sideloadWhitelist(whitelist: Readonly<Record<string, IncludeInput>>): void {
    changed(this).sideloadWhitelist = whitelistOf(whitelist)
  }

  /**
   * Allows a sort through to-one relationships, such as `author.name`, even if a resource on the path hides records
   * with default filters or its own `baseScope` (rule 14.2). The order can then reveal something about hidden records.
   *
   * ```ts
   * this.allowSort('author.name'); // GET /posts?sort=author.name
   * this.allowSort('title', { deprecated: { since: '2026-01-31' } });
   * ```
   */
  static allowSort<R extends Shaped>(
    this: Declaring<R>,
    path: SortPath<ShapeOf<R>>,
    options?: { readonly deprecated?: Deprecation },
  ): void
  static allowSort<R extends Shaped>(
    this: Declaring<R>,
    name: 'id' | NamesOf<ShapeOf<R>, ShapeOf<R>['attributes']>,
    options: { readonly deprecated: Deprecation },
  ): void
  static allowSort(
    this: { readonly config: ResourceConfig },
    path: string,
    { deprecated }: { readonly deprecated?: Deprecation } = {},
  ): void {
    const config = changed(this)
    // An attribute of the resource itself is sortable anyway.
    if (path.includes('.')) config.sorts.add(path)
    if (deprecated) config.deprecatedSorts.set(path, checkedDeprecation(deprecated))
  }

  /**
   * Deprecates the resource: responses to requests that use it have the headers `Deprecation`, `Sunset` and `Link`.
   * Its parts have an option of the same name.
   *
   * ```ts
   * this.deprecated({ since: '2026-01-31', sunset: '2027-01-31', use: 'articles' });
   * this.attribute('name', { type: 'string', deprecated: { since: '2026-01-31' } });
   * ```
   *
   * Throws a TypeError if a day is not in the calendar.
   */
  static deprecated(deprecation: Deprecation): void {
    changed(this).deprecated = checkedDeprecation(deprecation)
  }

  /**
   * Replaces the adapter's sorting. The function is called once for each sort key, most significant first, with the
   * key's column (rules 4.1, 22.1). It returns the scope with the key added after the existing ones.
   *
   * ```ts
   * this.sort((scope, column, direction) => scope.orderBy({ [column]: { sort: direction, nulls: 'last' } }));
   * ```
   */
  static sort<R extends Shaped>(this: Declaring<R>, sort: SortHandler<R>): void {
    changed(this).sorting = sort
  }

  /**
   * Replaces the adapter's pagination. The function receives the page number, starting at 1, and the page size. It
   * returns the scope limited to that page.
   *
   * ```ts
   * this.paginate((scope, number, size) => scope.window((number - 1) * size, size));
   * ```
   */
  static paginate<R extends Shaped>(this: Declaring<R>, paginate: PaginateHandler<R>): void {
    changed(this).pagination = paginate
  }

  /**
   * Sets the sort for requests that do not specify one (rule 4.2). The primary key is appended, so that pages are
   * stable.
   *
   * ```ts
   * this.defaultSort([{ publishedAt: 'desc' }, { id: 'asc' }]);
   * ```
   */
  static defaultSort<R extends Shaped>(
    this: Declaring<R>,
    sort: readonly {
      readonly [Name in 'id' | NamesOf<ShapeOf<R>, ShapeOf<R>['attributes']>]?: Direction | Inherited<Name>
    }[],
  ): void
  static defaultSort<R extends Shaped>(
    this: Declaring<R>,
    sort: readonly DefaultSortEntry<ShapeOf<R>>[],
  ): void
  static defaultSort(this: { readonly config: ResourceConfig }, sort: readonly SortEntry[]): void {
    changed(this).defaultSort = Object.freeze(sort.map((entry) => Object.freeze({ ...entry })))
  }

  /** Sets the page number for requests that do not specify one; the default is 1 (rule 1.3). */
  static defaultPageNumber(number: number): void {
    changed(this).defaultPageNumber = number
  }

  /** Sets the page size, in records, for requests that do not specify one; the default is 20 (rule 1.3). */
  static defaultPageSize(size: number): void {
    changed(this).defaultPageSize = size
  }

  /**
   * Sets the largest page size, in records; the default is 1,000 (rule 1.3). A request for a larger page returns 400.
   */
  static maxPageSize(size: number): void {
    changed(this).maxPageSize = size
  }

  /**
   * Sets the pagination style for requests that specify neither a page number nor a cursor: by number (the default) or
   * by cursor (rule 24.8). With cursors, page links contain cursors, and no record is skipped or repeated if records
   * are inserted or destroyed between requests.
   *
   * ```ts
   * this.pageStyle('cursor'); // GET /posts: links.next is /posts?page[after]=…
   * ```
   */
  static pageStyle(style: PageStyle): void {
    changed(this).pageStyle = style
  }

  /**
   * Sets the `Cache-Control` header of GET responses that contain only records of this resource (rule 26.7). The
   * default is `private, no-cache`: a client stores the response, but checks each time whether it is still current.
   *
   * ```ts
   * this.cache('private, max-age=60'); // for a minute, a client does not send the request again
   * this.cache('public, max-age=3600'); // proxies also store it, for all clients
   * ```
   */
  static cache<const Text extends string>(directives: CacheControl<Text>): void {
    changed(this).cache = directives
  }

  /**
   * Limits the actions that are served, and sets the guard of each (rule 14.11). By default, all actions are served to
   * everybody. An action that you omit has no URL. A guard is the name of a context method. The guards of `create`,
   * `update` and `destroy` apply wherever a record is written, also in process. `false` closes an action everywhere. The
   * second map sets guards for actions without a URL (rule 14.14). An object deprecates an action.
   *
   * ```ts
   * this.actions('index', 'show');
   * this.actions({ index: true, show: true, create: 'isMember', update: 'isMember', destroy: false });
   * this.actions({ destroy: { guard: 'isStaff', deprecated: { since: '2026-01-31' } } });
   * this.actions({ index: true, show: true }, { create: 'isMember' });
   * ```
   */
  static actions(...actions: readonly Action[] | readonly [ActionGuards, elsewhere?: ActionGuards]): void {
    const config = changed(this)
    const named = actions.flatMap((given) => (typeof given === 'string' ? [given] : []))
    const [guards = {}, elsewhere = {}] = actions.flatMap((given) =>
      typeof given === 'object' ? [given] : [],
    )
    config.deprecatedActions = new Map()
    const own = guardEntries(guards, config)
    config.actions = new Map([...named.map((name) => [name, true] as const), ...own])
    config.guardsElsewhere = new Map(guardEntries(elsewhere, config))
  }

  /**
   * Declares a custom action, in addition to the five standard ones (rule 14.19). Its URL is `POST
   * /posts/{id}/-actions/publish`, or `POST /posts/-actions/import` if it is on the collection. The function or method
   * receives the record, the input and the context, in one transaction, and returns what `output` declares.
   *
   * ```ts
   * this.action('feature', { on: 'record', guard: 'isEditor' }, (post) => post);
   * this.action('import', { on: 'collection', input: { url: 'string' }, output: 'meta' }, async ({ url }) => ({ url }));
   * ```
   */
  static action<R extends Shaped, const On extends 'record' | 'collection'>(
    this: Declaring<R>,
    name: string,
    options: OwnActionOptions<R, On>,
    run: OwnActionHandler<R, On>,
  ): void {
    const config = changed(this)
    config.ownActions.set(name, ownActionOf(name, config.type, options, options.scope, run))
  }

  /**
   * Declares which records an action may affect (rule 14.10). Each function or method receives a blank scope and the
   * context, and returns a narrower scope; only its condition is used. `read` applies to everything that reads or names
   * a record. `update` and `destroy` narrow further. A new record must be in `create`, or in `read` if
   * `create` is not declared. After an update, it must be in `updated`, or else `update`, or else `read`. Otherwise
   * nothing is written, and the response is 403.
   *
   * ```ts
   * this.scopes({ read: 'scopeVisible', update: 'scopeOwn', destroy: 'scopeOwn' });
   * ```
   */
  static scopes<R extends Shaped, Shared extends string = never>(
    this: Declaring<R>,
    scopes: { readonly [Name in Policy]?: NoInfer<Shared> | ScopeHandler<R> },
  ): void {
    setScopes(changed(this), 'own', scopes)
  }

  /**
   * Declares which records an action may affect, using the API-wide scopes (rule 14.14), in addition to `scopes`. Each
   * is a method of the base class that all resources share, and is generic in the scope type. `Shared` names methods
   * that the compiler checks elsewhere on that base, once for all resources.
   *
   * ```ts
   * this.defaultScopes({ read: 'scopeTenant', update: 'scopeTenant' });
   * ```
   */
  static defaultScopes<R extends Shaped, Shared extends string = never>(
    this: Declaring<R>,
    scopes: { readonly [Name in Policy]?: NoInfer<Shared> | ScopeHandler<R> },
  ): void {
    setScopes(changed(this), 'default', scopes)
  }

  /**
   * Declares a schema that a record's attributes must satisfy before the record is written (rule 11.10). Any Standard
   * Schema works, such as a zod, valibot or arktype schema. On an update, the schema receives the record as it would be
   * afterwards. If you declare several schemas, all must pass.
   *
   * ```ts
   * this.validates(z.object({ title: z.string().min(3, 'is too short') })); // 422 at /data/attributes/title
   * ```
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
   * Declares a hook that runs for each record of a write once everything is written, but before the commit. For a
   * custom action, it runs for the action's record. If the hook throws, everything is rolled back. A ValidationError is
   * reported as errors of that record (rule 21.2).
   *
   * ```ts
   * this.beforeCommit('create', async (post) => { await stockOf(post).reserve(); });
   * ```
   */
  static beforeCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: HookAction<R> | readonly HookAction<R>[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'beforeCommit', actions, hook)
  }

  /**
   * Declares a hook that runs for each record of a write after the commit, for example to send mail or update a cache.
   * It never runs for a write that was rolled back. If the hook throws, the error is passed to `onError`, and the write
   * stays committed (rule 21.2).
   *
   * ```ts
   * this.afterCommit(['create', 'update'], (post) => void searchIndex.put(post));
   * ```
   */
  static afterCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: HookAction<R> | readonly HookAction<R>[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'afterCommit', actions, hook)
  }
}

function fieldsOf(
  type: string,
  byType: Readonly<Record<string, string | readonly string[]>>,
): readonly string[] {
  const other = Object.keys(byType).find((named) => named !== type)
  if (other !== undefined) {
    throw new TypeError(
      `The extra fields of "${other}" must be declared in its own resource, not in "${type}".`,
    )
  }
  return Object.values(byType).flat()
}

const ENDS = {
  hasMany: { many: true },
  hasOne: { many: false },
  belongsTo: { many: false, keyed: true },
} as const

function keyed(kind: 'hasMany' | 'hasOne' | 'belongsTo', name: string, options: MembersOptions) {
  const { resource, foreignKey, relation, primaryKey } = options
  return Object.freeze({
    ...sideloadBase(name, options, ENDS[kind]),
    kind,
    resource,
    foreignKey: columnList(foreignKey),
    ...(relation !== undefined && { relation }),
    ...(primaryKey !== undefined && { primaryKey: columnList(primaryKey) }),
  })
}

function guardEntries(
  guards: ActionGuards,
  { deprecatedActions }: ResourceConfig,
): readonly (readonly [Action, Guard])[] {
  return ACTIONS.flatMap((name): readonly (readonly [Action, Guard])[] => {
    const given = guards[name]
    if (typeof given !== 'object') return given === undefined ? [] : [[name, given]]
    if (given.deprecated) deprecatedActions.set(name, checkedDeprecation(given.deprecated))
    return [[name, given.guard ?? true]]
  })
}

function setScopes(config: ResourceConfig, layer: 'own' | 'default', scopes: ScopePolicies): void {
  config.scopes = new Map(config.scopes).set(layer, Object.freeze({ ...scopes }))
}

/** Adds hooks in the order of their declarations; declaring the same hook again has no effect. */
function addHooks(
  config: ResourceConfig,
  moment: HookConfig['moment'],
  actions: HookConfig['action'] | readonly HookConfig['action'][],
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
