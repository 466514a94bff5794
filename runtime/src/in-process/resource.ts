import { valuesOf } from '../adapter/column-values.js'
import type { TransactionNeeds } from '../adapter/transaction-needs.js'
import { castTo } from '../base/cast.js'
import { currentFrame, withContext } from '../resource/frame.js'
import type { Query } from '../query/query.js'
import { Scope, type ScopeOptions } from '../read/scope.js'
import { calculationsOf, statColumn, statNotFound, statRequest } from '../plan/plan-stats.js'
import type { IncludeOf } from '../shape/query-of.js'
import type { Nothing, SelectingCollectionQuery, SelectingQuery, Selection } from '../shape/selection.js'
import type { ResultOf, ResultsOf } from '../shape/result-of.js'
import type { Shape } from '../shape/shape.js'
import type { Awaitable, Shaped, ShapeOf } from '../declare/declaration-types.js'
import { type CompiledResource, compiledOf, keyOfIdValue } from '../resource/compile.js'
import { type DeclarationMethods, Declarations } from '../declare/declarations.js'
import { associationOf } from '../write/persist/association.js'
import type { RelatedPayloads, WriteMeta } from '../resource/payload.js'
import { writeLinks } from '../write/persist/write-links.js'
import { writeRecord } from '../write/persist/write-step.js'
import { runTransaction } from '../write/persist/transaction.js'
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

/** A class of resources whose instances are R. */
type Instantiable<R extends Shaped> = (new () => R) & DeclarationMethods

/**
 * One JSON:API resource type: its declarations say what a request may ask for, and its operations do it. Each operation
 * may be overridden, and the override then applies everywhere.
 */
export abstract class Resource<S extends Shape = Shape> extends Declarations<S> {
  /**
   * Reads records in process, without HTTP. The query is typed by the resource's shape, and the result by its includes
   * and fields. Filters, whitelists of attributes and limits apply as for a request.
   *
   * Throws the errors that a request would get.
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

  /** Reads one record by its id, in process. Throws RecordNotFound if it does not exist or default filters hide it. */
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

  /** The scope of all records. A resource on the Null adapter overrides it. */
  baseScope(_context?: object): S['scope'] {
    return compiledOf(this).adapter().all(compiledOf(this))
  }

  /** The records of a scope. */
  resolve(scope: S['scope']): Promise<S['record'][]> {
    return castTo<Promise<S['record'][]>>(compiledOf(this).adapter().read(scope, 'all', compiledOf(this)))
  }

  /** Creates a record from attributes, id and foreign keys, and returns it. The parameters are named by column. */
  create(parameters: Readonly<Record<string, unknown>>, _parent?: object): Promise<S['record']> {
    const resource = withModel(this, 'create')
    return castTo<Promise<S['record']>>(
      writeRecord(resource, { kind: 'insert', resource, rows: [parameters] }),
    )
  }

  /** Updates the record whose id is among the parameters, and returns it. The parameters are named by column. */
  update(parameters: Readonly<Record<string, unknown>>, _parent?: object): Promise<S['record']> {
    const resource = withModel(this, 'update')
    const { primaryKey } = resource
    const keys = [valuesOf(parameters, primaryKey)]
    const values = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => !primaryKey.includes(name)),
    )
    return castTo<Promise<S['record']>>(writeRecord(resource, { kind: 'update', resource, keys, values }))
  }

  /** Destroys the record with this id, and returns it as it was. */
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
   * The function that computes a stat.
   *
   * Throws StatNotFound if the attribute or the calculation is not configured.
   */
  stat(attribute: string, calculation: string): StatFunction {
    const compiled = compiledOf(this)
    const found = calculationsOf(compiled, attribute).get(calculation)
    if (found === undefined) throw statNotFound(compiled, attribute, calculation)
    if (typeof found !== 'object') {
      const { column } = statColumn(compiled, attribute)
      return async (scope) => callHandler(this, found, [scope, column, this.context])
    }
    const request = statRequest(compiled, attribute, found.builtIn)
    return async (scope) => (await compiled.adapter().stats(scope, [request], compiled))[0]
  }

  /**
   * Returns the issues of a record that a write is about to create or update; none unless overridden. It runs after all
   * declared checks have passed, with the attributes as they would be afterwards, and may query the store.
   */
  validate(
    _attributes: Readonly<Record<string, unknown>>,
    _context: object | undefined,
    _details: ValidationDetails,
  ): Awaitable<ValidationOutcome> {}

  /**
   * Returns the issues of a record after the whole write, with its related records, but before the commit; none unless
   * overridden. An issue rolls everything back.
   */
  validateGraph(_record: S['record'], _context: object | undefined): Awaitable<ValidationOutcome> {}

  /**
   * Persists a record and its nested relationships. Private API: a write calls it for each of its records, with the
   * attributes to be written, by their names on the wire. An override passes them to super. An application may call it
   * with the parts of `deserializedParams`, or with its own values.
   *
   * Throws the errors that a request would get. Throws a ValidationError with the issues if something is invalid.
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
   * Runs the block in a transaction of the adapter. A ValidationError rolls back and is not rethrown; the result is
   * then the block's result, or undefined. Any other error rolls back and is rethrown. Inside another transaction, the
   * block becomes part of it.
   *
   * @param needs the requirements of the transaction; an override passes them to super
   */
  transaction<Result>(
    block: () => Promise<Result>,
    needs: TransactionNeeds = {},
  ): Promise<Result | undefined> {
    return runTransaction(compiledOf(this), block, needs)
  }

  /**
   * Chains a query onto a base. No query runs.
   *
   * Throws the errors of the query.
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
    if (!block) throw new TypeError('withContext needs the block to run.')
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

  /** Private API. The sort function, or the method's name; undefined if the adapter sorts. */
  get sorting(): Handler | undefined {
    return compiledOf(this).config.sorting
  }

  /** Private API. The pagination function, or the method's name; undefined if the adapter paginates. */
  get pagination(): Handler | undefined {
    return compiledOf(this).config.pagination
  }

  /** Private API. The sort of requests without one. */
  get defaultSort(): readonly SortEntry[] {
    return compiledOf(this).config.defaultSort
  }

  /** Private API. The page number of requests without one. */
  get defaultPageNumber(): number {
    return compiledOf(this).config.defaultPageNumber
  }

  /** Private API. The page size of requests without one. */
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
  const association = associationOf(compiled, parent, name)
  return writeLinks(compiled, { kind, association, parent, children: [child] })
}

function withModel(resource: Resource, operation: string): CompiledResource {
  const compiled = compiledOf(resource)
  if (compiled.model === undefined) {
    throw new Error(`The resource "${compiled.type}" needs a model for ${operation}: declare one with model.`)
  }
  return compiled
}

// The defaults are marked, because overrides matter in many places. A custom sideload is writable only through an
// override, and on the Null adapter so are records. Links are made in batches only if no override has to see each. Only
// an override of persistWithRelationships gets what the application sees of a write. Only overrides of validate and
// validateGraph return issues. An override of baseScope or resolve may hide records.
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
] as const
for (const operation of OPERATIONS) markDefault(Resource.prototype[operation])
