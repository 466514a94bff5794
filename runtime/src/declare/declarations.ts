import type { Inherited } from '../shape/inherited.js'
import { declareFacts } from '../adapter/declared-facts.js'
import { Adapter } from '../adapter/adapter.js'
import { frozenFacts, type StoreFacts } from '../adapter/store-facts.js'
import type { IdKind } from '../vocabulary/type.js'
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
  extraFieldOf,
  filterOf,
  statOf,
  columnList,
  joinedSideload,
  ownActionOf,
  polymorphicSideload,
  sideloadBase,
} from './config-parts.js'
import { type IncludeDirective, type IncludeInput, includeTree } from '../query/include.js'
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
   * Sets the JSON:API type: the `type` of its resource objects, and the first segment of its addresses. Without an
   * argument it returns the type, which is `undefined_jsonapi_type` until one is set (rule 1.3).
   *
   * ```ts
   * this.type('posts'); // GET /posts, { "type": "posts", "id": "1" }
   * this.type(); // 'posts'
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
      throw new TypeError(`A JSON:API type must be a name, not ${JSON.stringify(value) ?? 'undefined'}.`)
    }
    changed(this).type = value
    return undefined
  }

  /**
   * Sets the model that records are read from and written to. For Prisma it is the model's name.
   *
   * ```ts
   * this.model('Post'); // model Post of schema.prisma, prisma.post of the client
   * ```
   */
  static model(model: unknown): void {
    changed(this).model = model
  }

  /**
   * Sets the adapter (rule 1.6). It takes an instance, or a class, and then makes one instance. Subclasses without one of
   * their own have it, also those that exist already: a test may call it after it has imported the resources.
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
   * that the generator has read in the datamodel (`generated/facts.gen.ts`). A hand-written resource declares the same
   * facts, or its own. Subclasses inherit them. `PrismaAdapter` needs facts, `NullAdapter` does not.
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
   * Sets the kind of the id, whether a client may choose it (rule 11.4), and the column of the record that holds it. A
   * composite key has several columns, which make one id in their order: `acme~42` (rule 22.2).
   *
   * ```ts
   * this.id('integer', { column: 'number' });
   * this.id({ tenantId: 'string', number: 'integer' });
   * ```
   *
   * A key of one column that is a date, a moment, a decimal, a boolean, bytes or an enum takes the same form:
   * `id({ day: 'date' })`.
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
   * Sets whether the answer of a write reads its records again after the store has returned them (rule 11.9). By default,
   * it reads those that may have changed since: by a later statement with its triggers, a hook or an override. True
   * reads all: a trigger changes the row of its own statement. False reads none: no trigger and no foreign key changes a
   * row, so a record is answered as its own INSERT or UPDATE returned it.
   *
   * ```ts
   * this.readBack(false);
   * ```
   */
  static readBack(isReadBack: boolean): void {
    changed(this).readBack = isReadBack
  }

  /**
   * Declares an attribute: its type, or its type with guards (rule 7.3), constraints and a default. Its column has the
   * same name, or the one that the declaration gives (rule 14.9):
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
   * Whitelists a filter (specification 4.2). The adapter applies it to an attribute, the id or a column. Otherwise a
   * function or method of your own applies it (rule 3.8): it gets one value of the filter's type, or a list with
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
   * Declares a filter for every request (rule 3.6): a function, a method, or conditions.
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
   * Whitelists stats (rule 6.2): a map of attributes to built-in calculations, or the name of one attribute. A name
   * alone allows all built-in calculations; with functions, it allows these custom calculations. A custom calculation
   * gets the column, and replaces a built-in of the same name.
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
   * Declares a field that is rendered only when a request asks for it; the scope function may load what it needs (rule
   * 7.2). A map names several fields of the resource's own type, with one function for all (specification 4.2).
   *
   * ```ts
   * this.extraField('readingTime', { type: 'integer', value: 'extraFieldReadingTime' });
   * this.extraField({ posts: ['likes', 'shares'] }, {}, (scope) => scope.include({ counts: true }));
   * this.extraField('commentCount', { type: 'integer', values: 'extraFieldsOf' });
   * ```
   *
   * `values` is called once with all records of an answer's part, the names of the fields that are asked for, and the context. It
   * returns an object with their values for each record, in the order of the records.
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
      config.extraFields.set(field, extraFieldOf(field, options, options, scope))
    }
  }

  /**
   * Declares a sideload with your own functions `scope` and `assign` (rule 9.1). The scope contains the related records
   * of the parents, and `assign` distributes them to the parents.
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
   * this.belongsTo('customer', { resource: 'customers', foreignKey: ['tenantId', 'customerId'] }); // of a composite key
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

  /** Declares a to-one sideload whose type is given by a column of this record (rule 9.2). */
  static polymorphicBelongsTo<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: PolymorphicBelongsToOptions<OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, polymorphicSideload(name, options))
  }

  /** Declares the children that refer to this record by key and type (rule 9.2). */
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
    const entries = Object.entries(whitelist).map(([action, input]): [string, IncludeDirective] => [
      action,
      includeTree(input),
    ])
    changed(this).sideloadWhitelist = new Map(entries)
  }

  /**
   * Allows a sort through to-one relationships, such as `author.name`, although a resource on the path hides records by
   * default filters or its own `baseScope` (rule 14.2). The order then reveals something about hidden records too.
   *
   * ```ts
   * this.allowSort('author.name'); // GET /posts?sort=author.name
   * ```
   */
  static allowSort<R extends Shaped>(this: Declaring<R>, path: SortPath<ShapeOf<R>>): void {
    changed(this).sorts.add(path)
  }

  /**
   * Replaces the adapter's sorting. The function is called once for each key, the most important one first, with the
   * column of the key (rules 4.1, 22.1). It returns the scope with the key added after its present ones.
   *
   * ```ts
   * this.sort((scope, column, direction) => scope.orderBy({ [column]: { sort: direction, nulls: 'last' } }));
   * ```
   */
  static sort<R extends Shaped>(this: Declaring<R>, sort: SortHandler<R>): void {
    changed(this).sorting = sort
  }

  /**
   * Replaces the adapter's pagination. The function gets the number of the page, from 1, and its size, and returns the
   * scope limited to that page.
   *
   * ```ts
   * this.paginate((scope, number, size) => scope.window((number - 1) * size, size));
   * ```
   */
  static paginate<R extends Shaped>(this: Declaring<R>, paginate: PaginateHandler<R>): void {
    changed(this).pagination = paginate
  }

  /**
   * Sets the sort of requests without one (rule 4.2). The primary key is added to it, so that pages are stable.
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

  /** Sets the page number of requests that name none; the default is 1 (rule 1.3). */
  static defaultPageNumber(number: number): void {
    changed(this).defaultPageNumber = number
  }

  /** Sets the page size, in records, of requests that name none; the default is 20 (rule 1.3). */
  static defaultPageSize(size: number): void {
    changed(this).defaultPageSize = size
  }

  /** Sets the largest page size, in records; the default is 1,000 (rule 1.3). A request for more is a 400. */
  static maxPageSize(size: number): void {
    changed(this).maxPageSize = size
  }

  /**
   * Sets the style of pages for requests that name neither a page number nor a cursor: by number, which is the default,
   * or by cursor (rule 24.8). With cursors, no record is lost or repeated while others insert and destroy records, and
   * the links of a page have cursors.
   *
   * ```ts
   * this.pageStyle('cursor'); // GET /posts: links.next is /posts?page[after]=…
   * ```
   */
  static pageStyle(style: PageStyle): void {
    changed(this).pageStyle = style
  }

  /**
   * Sets the `Cache-Control` of answers to GET that show only records of this resource (rule 26.7). The default is
   * `private, no-cache`: a client keeps the answer, but asks each time whether it is still current.
   *
   * ```ts
   * this.cache('private, max-age=60'); // for a minute, a client does not ask again
   * this.cache('public, max-age=3600'); // proxies keep it too, for everybody
   * ```
   */
  static cache<const Text extends string>(directives: CacheControl<Text>): void {
    changed(this).cache = directives
  }

  /**
   * Limits the actions that are served, and sets the guard of each (rule 14.11). By default, all actions are served to
   * everybody. An action that is left out has no address. A guard names a method of the context. The guards of
   * `create`, `update` and `destroy` apply to every way of writing a record: at its address, in a relationship, nested
   * in another write, and in process. `false` closes an action everywhere. The second map has the guards of actions
   * without an address (rule 14.14).
   *
   * ```ts
   * this.actions('index', 'show');
   * this.actions({ index: true, show: true, create: 'isMember', update: 'isMember', destroy: false });
   * this.actions({ index: true, show: true }, { create: 'isMember' });
   * ```
   */
  static actions(...actions: readonly Action[] | readonly [ActionGuards, elsewhere?: ActionGuards]): void {
    const config = changed(this)
    const named = actions.flatMap((given) => (typeof given === 'string' ? [given] : []))
    const [guards = {}, elsewhere = {}] = actions.flatMap((given) =>
      typeof given === 'object' ? [given] : [],
    )
    config.actions = new Map([...named.map((name) => [name, true] as const), ...guardEntries(guards)])
    config.guardsElsewhere = new Map(guardEntries(elsewhere))
  }

  /**
   * Declares an action of the resource's own, beside the five (rule 14.19): its address is
   * `POST /posts/{id}/-actions/publish`, or `POST /posts/-actions/import` for one on the collection. The function, or the
   * method, gets the record, the input and the context, in one transaction. It returns what `output` says. It
   * changes nothing about the five.
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
   * Declares which records an action may affect (rule 14.10). Each function, or method, gets a blank scope and the
   * context, and returns the scope narrowed; only its condition is used. `read` applies to everything that reads or
   * names a record. `update` and `destroy` narrow further. After a create the record must be in `create`, else in
   * `read`. After an update it must be in `updated`, else in `update`, else in `read`. Otherwise nothing is written,
   * and the answer is a 403.
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
   * Declares which records an action may affect by the scopes of the whole API (rule 14.14), in addition to those of
   * `scopes`. Each is a method of the common base of all resources, which is generic in the type of the scope. `Shared`
   * names methods that the compiler checks elsewhere on that base, once for all resources.
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
   * Declares a schema for the attributes of a record, which must hold before the record is written (rule 11.10). Any
   * Standard Schema works, such as one of zod, valibot or arktype. On an update it gets the record as it would be
   * afterwards. Several schemas must all hold.
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
   * Declares a hook that runs for each record of a write when everything is written, still inside the transaction. For
   * an action of the resource's own it runs for the record of the action. If it throws, everything is rolled back. A ValidationError becomes the errors of that record (rule 21.2).
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
   * Declares a hook that runs for each record of a write once the write is durable: mails, messages, caches. It never
   * runs for a write that was rolled back. If it throws, the error goes to `onError`, and the write stays (rule 21.2).
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

/** Whether a relationship leads to several records, and whether its key is in the record itself. */
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

function guardEntries(guards: ActionGuards): readonly (readonly [Action, Guard])[] {
  return ACTIONS.flatMap((name): readonly (readonly [Action, Guard])[] => {
    const guard = guards[name]
    return guard === undefined ? [] : [[name, guard]]
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
