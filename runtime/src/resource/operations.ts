import type { TransactionNeeds } from '../adapter/transaction/transaction-needs.js'
import type { Awaitable, Shaped } from '../declare/declaration-types.js'
import type {
  DefaultFilterConfig,
  ExtraFieldConfig,
  FilterConfig,
  ResourceConfig,
  SortEntry,
  StatConfig,
} from '../declare/config.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { Handler } from '../declare/handler.js'
import type { DeclarationMethods } from '../declare/declarations.js'
import type { Shape } from '../shape/shape.js'
import type { RelatedPayloads, WriteMeta } from './payload.js'
import type { ValidationDetails, ValidationOutcome } from './validation.js'

/** Computes one stat over a scope. */
export type StatFunction = (scope: unknown) => Promise<unknown>

/**
 * The instance operations of a Resource for reading and writing. You may override each of them (rule 1.5). They are
 * documented in the class `Resource`; the read layer adds `buildScope`.
 */
export interface Resource<S extends Shape = Shape> extends Shaped<S> {
  baseScope(context?: object): S['scope']
  resolve(scope: S['scope']): Promise<S['record'][]>
  create(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<S['record']>
  update(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<S['record']>
  destroy(id: S['id'], parent?: object): Promise<S['record']>
  associate(parent: object, child: object, name: string, kind: string): Awaitable<void>
  disassociate(parent: object, child: object, name: string, kind: string): Awaitable<void>
  stat(attribute: string, calculation: string): StatFunction
  validate(
    attributes: Readonly<Record<string, unknown>>,
    context: object | undefined,
    details: ValidationDetails,
  ): Awaitable<ValidationOutcome>
  validateGraph(record: S['record'], context: object | undefined): Awaitable<ValidationOutcome>
  persistWithRelationships(
    meta: WriteMeta,
    attributes: Readonly<Record<string, unknown>>,
    relationships: RelatedPayloads,
    callerModel?: object,
  ): Promise<object | undefined>
  transaction<Result>(block: () => Promise<Result>, needs?: TransactionNeeds): Promise<Result | undefined>
  withContext<Result>(
    context: object,
    namespaceOrBlock: string | (() => Result),
    block?: () => Result,
  ): Result
  readonly type: string
  readonly model: unknown
  readonly adapter: ResourceConfig['adapter']
  readonly sideloading: ReadonlyMap<string, SideloadConfig>
  readonly filters: ReadonlyMap<string, FilterConfig>
  readonly defaultFilters: ReadonlyMap<string, DefaultFilterConfig>
  readonly stats: ReadonlyMap<string, StatConfig>
  readonly extraFields: ReadonlyMap<string, ExtraFieldConfig>
  readonly sorting: Handler | undefined
  readonly pagination: Handler | undefined
  readonly defaultSort: readonly SortEntry[]
  readonly defaultPageNumber: number
  readonly defaultPageSize: number
  readonly context: S['context'] | undefined
  readonly contextNamespace: string | undefined
  readonly associationNames: readonly string[]
}

/** A Resource class that can be instantiated. */
export type ResourceClass = (new () => Resource) & DeclarationMethods
