import { valuesOf } from '../adapter/rows/column-values.js'
import type { TransactionNeeds } from '../adapter/transaction/transaction-needs.js'
import { castTo } from '../base/cast.js'
import { paging } from '../capabilities/cursors/capability.js'
import { providePaging } from '../plan/paging.js'
import { currentFrame, withContext } from '../resource/frame.js'
import type { Query } from '../query/query.js'
import { Scope, type ScopeOptions } from '../reader/scope.js'
import { statNotFound, statRequest } from '../plan/plan-stats.js'
import { namesOf } from '../plan/view/view.js'
import { statColumn } from '../resource/wire-names.js'
import type { IncludeOf } from '../shape/query-of.js'
import type { Nothing, SelectingCollectionQuery, SelectingQuery, Selection } from '../shape/selection.js'
import type { ResultOf, ResultsOf } from '../shape/result-of.js'
import type { Shape } from '../shape/shape.js'
import type { Awaitable, Shaped, ShapeOf } from '../declare/declaration-types.js'
import { type CompiledResource, compiledOf, keyOfIdValue } from '../resource/compile.js'
import { type DeclarationMethods, Declarations } from '../declare/declarations.js'
import type { RelatedPayloads, WriteMeta } from '../resource/payload.js'
import { groupOf, relationOfGroup, relationIn, relationshipOf } from '../resource/relations.js'
import { writeLinks } from '../write/steps/write-links.js'
import { writeRecord } from '../write/steps/write-step.js'
import { runTransaction } from '../write/unit/transaction.js'
import type { ValidationDetails, ValidationOutcome } from '../resource/validation.js'
import { markDefault } from '../adapter/default-operations.js'
import { callHandler, type Handler } from '../declare/handler.js'
import type {
  DefaultFilterConfig,
  ExtraFieldConfig,
  FilterConfig,
  ResourceConfig,
  SortEntry,
  StatConfig,
} from '../declare/config.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { StatFunction } from '../resource/operations.js'
import { readAll, readOne } from './read-records.js'

providePaging(paging)

/** A Resource class whose instances are R. */
type Instantiable<R extends Shaped> = (new () => R) & DeclarationMethods

/**
 * A JSON:API resource type. Its declarations define the permitted requests, and its operations carry them out. You may
 * override any operation. The override then applies everywhere.
 */
export abstract class Resource<S extends Shape = Shape> extends Declarations<S> {
  /**
   * Reads records in process, without HTTP. The resource's shape determines the type of the query, and the query's
   * includes and fields determine the type of the result. Filters, attribute whitelists and limits apply as they do to
   * a request.
   *
   * Throws the same errors as a request.
   */
  static all<
    R extends Resource,
    const Include extends IncludeOf<ShapeOf<R>> = never,
    const Fields extends object = Nothing,
    const Extra extends object = Nothing,
  >(
    this: Instantiable<R>,
    query?: SelectingCollectionQuery<ShapeOf<R>, Include, Fields, Extra>,
  ): Promise<ResultsOf<ShapeOf<R>, Selection<Include, Fields, Extra>>> {
    return readAll(new this(), query ?? {})
  }

  /**
   * Reads one record by its id, in process. Throws RecordNotFound if the record does not exist or default filters hide
   * it.
   */
  static find<
    R extends Resource,
    const Include extends IncludeOf<ShapeOf<R>> = never,
    const Fields extends object = Nothing,
    const Extra extends object = Nothing,
  >(
    this: Instantiable<R>,
    id: ShapeOf<R>['id'] | string,
    query?: SelectingQuery<ShapeOf<R>, Include, Fields, Extra>,
  ): Promise<ResultOf<ShapeOf<R>, Selection<Include, Fields, Extra>>> {
    return readOne(new this(), String(id), query ?? {})
  }

  /** Returns the scope of all records. A resource that uses NullAdapter overrides this method. */
  baseScope(_context?: object): S['scope'] {
    return compiledOf(this).adapter().all(compiledOf(this))
  }

  /** Returns the records in a scope. */
  resolve(scope: S['scope']): Promise<S['record'][]> {
    return castTo<Promise<S['record'][]>>(compiledOf(this).adapter().read(scope, 'all', compiledOf(this)))
  }

  /**
   * Creates a record from attributes, an id and foreign keys, and returns the record. The parameters use column names.
   */
  create(parameters: Readonly<Record<string, unknown>>, _parent?: object): Promise<S['record']> {
    const resource = withModel(this, 'create')
    return castTo<Promise<S['record']>>(
      writeRecord(resource, { kind: 'insert', resource, rows: [parameters] }),
    )
  }

  /** Updates the record whose id is in the parameters, and returns the record. The parameters use column names. */
  update(parameters: Readonly<Record<string, unknown>>, _parent?: object): Promise<S['record']> {
    const resource = withModel(this, 'update')
    const { primaryKey } = resource
    const keys = [valuesOf(parameters, primaryKey)]
    const values = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => !primaryKey.includes(name)),
    )
    return castTo<Promise<S['record']>>(writeRecord(resource, { kind: 'update', resource, keys, values }))
  }

  /** Destroys the record with this id, and returns its last state. */
  destroy(id: S['id'], _parent?: object): Promise<S['record']> {
    const resource = withModel(this, 'destroy')
    const keys = [keyOfIdValue(resource, id)]
    return castTo<Promise<S['record']>>(writeRecord(resource, { kind: 'delete', resource, keys }))
  }

  /** Adds a child to a parent's association. */
  associate(parent: object, child: object, name: string, _kind: string): Awaitable<void> {
    return linkOne(this, 'link', parent, child, name)
  }

  /** Removes a child from a parent's association. */
  disassociate(parent: object, child: object, name: string, _kind: string): Awaitable<void> {
    return linkOne(this, 'unlink', parent, child, name)
  }

  /**
   * Returns the function that computes a stat.
   *
   * Throws StatNotFound if the attribute or the calculation is not configured.
   */
  stat(attribute: string, calculation: string): StatFunction {
    const compiled = compiledOf(this)
    const found = namesOf(compiled).stat(attribute).calculations.get(calculation)
    if (found === undefined) throw statNotFound(compiled, attribute, calculation)
    if (typeof found !== 'object') {
      const { column } = statColumn(compiled, attribute)
      return async (scope) => callHandler(this, found, [scope, column, this.context])
    }
    const request = statRequest(compiled, attribute, found.builtIn)
    return async (scope) => (await compiled.adapter().stats(scope, [request], compiled))[0]
  }

  /**
   * Returns the issues of a record that a write is about to create or update. By default, there are none; override this
   * method to add some. It runs after all declared checks have passed, receives the future attributes, and may query
   * the store.
   */
  validate(
    _attributes: Readonly<Record<string, unknown>>,
    _context: object | undefined,
    _details: ValidationDetails,
  ): Awaitable<ValidationOutcome> {}

  /**
   * Returns the issues of a record after the whole write, but before the commit. By default, there are none; override
   * this method to add some. It receives the record with its related records. Any issue rolls everything back.
   */
  validateGraph(_record: S['record'], _context: object | undefined): Awaitable<ValidationOutcome> {}

  /**
   * Persists a record and its nested relationships. Private API: each write calls this method for each of its records,
   * with the attributes to write, under the names that clients use. An override must pass them to super. An application
   * may call it with the parts of `deserializedParams`, or with its own values.
   *
   * Throws the same errors as a request. Throws a ValidationError with the issues if something is invalid.
   */
  async persistWithRelationships(
    meta: WriteMeta,
    attributes: Readonly<Record<string, unknown>>,
    relationships: RelatedPayloads,
    callerModel?: object,
  ): Promise<object | undefined> {
    const { persistWithRelationships } = await import('./persist.js')
    return persistWithRelationships(this, { meta, attributes, relationships, parent: callerModel })
  }

  /**
   * Runs the block in a transaction of the adapter, or in the current transaction if there is one. If the block throws
   * an error, the whole transaction is rolled back. The error is rethrown unless it is a ValidationError, in which case
   * the result is undefined, or the block's result if it had completed.
   *
   * @param needs the requirements for the transaction; an override must pass them to super
   */
  transaction<Result>(
    block: () => Promise<Result>,
    needs: TransactionNeeds = {},
  ): Promise<Result | undefined> {
    return runTransaction(compiledOf(this), block, needs)
  }

  /**
   * Chains a query onto a base, without running it.
   *
   * Throws any errors in the query.
   */
  buildScope(base: S['scope'], query: Query, options: ScopeOptions = {}): Promise<Scope<S>> {
    return Scope.build(this, base, query, options)
  }

  /** Runs the block with the context object and the namespace set. */
  withContext<Result>(
    context: object,
    namespaceOrBlock: string | (() => Result),
    block?: () => Result,
  ): Result {
    if (typeof namespaceOrBlock === 'function') return withContext(context, undefined, namespaceOrBlock)
    if (!block) throw new TypeError('withContext needs a function to run.')
    return withContext(context, namespaceOrBlock, block)
  }

  /** The context object: for a web framework, the controller instance. */
  get context(): S['context'] | undefined {
    return castTo<S['context']>(currentFrame().context)
  }

  /** The current namespace, such as the name of the action. */
  get contextNamespace(): string | undefined {
    return currentFrame().namespace
  }

  /** Private API. The JSON:API type. */
  get type(): string {
    return compiledOf(this).config.type
  }

  /** Private API. The value that `model` declared. */
  get model(): unknown {
    return compiledOf(this).config.model
  }

  /** Private API. The adapter; undefined if none is declared. */
  get adapter(): ResourceConfig['adapter'] {
    return compiledOf(this).config.adapter
  }

  /** Private API. The sideloads, by name. */
  get sideloading(): ReadonlyMap<string, SideloadConfig> {
    return compiledOf(this).config.sideloads
  }

  /** Private API. The allowed filters, by name. */
  get filters(): ReadonlyMap<string, FilterConfig> {
    return compiledOf(this).config.filters
  }

  /** Private API. The default filters, by name. */
  get defaultFilters(): ReadonlyMap<string, DefaultFilterConfig> {
    return compiledOf(this).config.defaultFilters
  }

  /** Private API. The stats, by attribute. */
  get stats(): ReadonlyMap<string, StatConfig> {
    return compiledOf(this).config.stats
  }

  /** Private API. The extra fields, by name. */
  get extraFields(): ReadonlyMap<string, ExtraFieldConfig> {
    return compiledOf(this).config.extraFields
  }

  /** Private API. The sort function, or the name of a method; undefined if the adapter sorts. */
  get sorting(): Handler | undefined {
    return compiledOf(this).config.sorting
  }

  /** Private API. The pagination function, or the name of a method; undefined if the adapter paginates. */
  get pagination(): Handler | undefined {
    return compiledOf(this).config.pagination
  }

  /** Private API. The sort for requests that do not specify one. */
  get defaultSort(): readonly SortEntry[] {
    return compiledOf(this).config.defaultSort
  }

  /** Private API. The page number for requests that do not specify one. */
  get defaultPageNumber(): number {
    return compiledOf(this).config.defaultPageNumber
  }

  /** Private API. The page size for requests that do not specify one. */
  get defaultPageSize(): number {
    return compiledOf(this).config.defaultPageSize
  }

  /** The names of the sideloads. */
  get associationNames(): readonly string[] {
    return [...compiledOf(this).config.sideloads.keys()]
  }
}

function linkOne(
  resource: Resource,
  kind: 'link' | 'unlink',
  parent: object,
  child: object,
  name: string,
): Awaitable<void> {
  const compiled = compiledOf(resource)
  const relationship = relationshipOf(compiled, { name })
  const relation = relationOfGroup(relationship, groupOf(relationship, parent)) ?? relationIn(relationship)
  return writeLinks(compiled, { kind, relation, parent, children: [child] })
}

function withModel(resource: Resource, operation: string): CompiledResource {
  const compiled = compiledOf(resource)
  if (compiled.model === undefined) {
    throw new Error(`The resource "${compiled.type}" needs a model for ${operation}: declare one with model.`)
  }
  return compiled
}

// The defaults are marked, because overrides matter in many places. A custom sideload is writable only through an
// override, and on the Null adapter so are records. Links are made in batches only if no override must see each of
// them. Only an override of persistWithRelationships receives the application's view of a write. Only overrides of
// validate and validateGraph return issues. An override of baseScope or resolve may hide records.
const OPERATIONS = [
  'associate',
  'disassociate',
  'baseScope',
  'resolve',
  'create',
  'update',
  'destroy',
  'persistWithRelationships',
  'validate',
  'validateGraph',
  'transaction',
] as const
for (const operation of OPERATIONS) markDefault(Resource.prototype[operation])
