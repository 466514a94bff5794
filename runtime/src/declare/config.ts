import type { Adapter } from '../adapter/adapter.js'
import type { StoreFacts } from '../datamodel/store-facts.js'
import { idConfig, type IdConfig } from './id.js'
import type { AttributeType } from '../vocabulary/values/type.js'
import type { Operator } from '../vocabulary/operators.js'
import type { Direction } from '../shape/shape.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { SideloadConfig } from './sideload.js'
import type { StandardSchema } from '../value/standard-schema.js'
import type { Whitelist } from '../query/include.js'
import type { Deprecation } from '../vocabulary/deprecation.js'
import type { Guard, Handler } from './handler.js'

/** How a request specifies its page. */
export type PageStyle = 'number' | 'cursor'

/** One entry of a default sort: a single attribute and its direction (specification 2.1). */
export type SortEntry = Readonly<Record<string, Direction>>

/** The kind of write of one record. */
export type WriteAction = 'create' | 'update' | 'destroy'

/**
 * Code of the application that runs around the end of a transaction, for one kind of write or for one custom action
 * (rule 21.2).
 */
export interface HookConfig {
  readonly moment: 'beforeCommit' | 'afterCommit'
  readonly action: WriteAction | (string & {})
  readonly handler: Handler
}

/** A schema that the attributes of a record have to satisfy (rule 11.10). */
export interface ValidationConfig {
  readonly schema: StandardSchema
  readonly on: readonly ('create' | 'update')[]
}

/** The standard actions of a resource. */
export type Action = 'index' | 'show' | 'create' | 'update' | 'destroy'

export const ACTIONS: readonly Action[] = ['index', 'show', 'create', 'update', 'destroy']

/** The kinds of conditions that scopes declare about records (rule 14.10). */
export type Policy = 'read' | 'create' | 'update' | 'updated' | 'destroy'

/** The functions of a resource's policies. Each narrows a scope. */
export type ScopePolicies = { readonly [Name in Policy]?: Handler }

/** The standard actions of a resource, each with its guard (rule 14.11), or with its guard and its deprecation. */
export type ActionGuards = {
  readonly [Name in Action]?: Guard | { readonly guard?: Guard; readonly deprecated?: Deprecation }
}

/** The output of a custom action: records of a type, or `meta` alone. */
export type OwnOutput =
  | { readonly kind: 'meta' }
  | { readonly kind: 'record'; readonly type: string; readonly nullable: boolean }
  | { readonly kind: 'list'; readonly type: string }

/** A custom action, in addition to the five standard ones (rule 14.19). */
export interface OwnActionConfig {
  readonly name: string
  /** Whether it is done to one record, or to the collection. */
  readonly on: 'record' | 'collection'
  /** The members of its input. */
  readonly input: ReadonlyMap<string, AttributeConfig>
  readonly output: OwnOutput
  readonly guard: Guard
  /** The scope that its record must be in; by default that of `update`. */
  readonly scope?: Handler
  /** Whether it runs in one transaction. */
  readonly transaction: boolean
  /** The function of the application. */
  readonly run: Handler
  readonly deprecated?: Deprecation
}

/** Constraints of a value, by JSON Schema's names (docs/schema-format.md). */
export interface Constraints {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  /** A bound; a bigint or the text of a decimal if no number is exact enough. */
  readonly minimum?: number | bigint | string
  readonly maximum?: number | bigint | string
}

/**
 * An attribute of a Resource: its type, its guards for reading, writing and sorting (rule 7.3), and the constraints of
 * its values.
 */
export interface AttributeConfig extends Constraints {
  readonly name: string
  /** Its column; the column of the same name by default (rule 14.9). */
  readonly column: string
  readonly type: AttributeType
  readonly readable: Guard
  readonly writable: Guard
  readonly sortable: Guard
  /** The value if a create omits it; undefined if there is no default. */
  readonly default?: unknown
  /** Whether a create must have it, if that differs from the rule (docs/schema-format.md). */
  readonly required?: boolean
  /** The schema for its values when they are written (rule 11.10). */
  readonly schema?: StandardSchema
  readonly description?: string
  readonly deprecated?: Deprecation
}

/** An allowed filter (specification 2.2). */
export interface FilterConfig {
  readonly name: string
  /** All of its names: the name and the aliases. */
  readonly aliases: readonly string[]
  /** The name of a method of the context that must return true (rule 3.2). */
  readonly if?: string
  /** The custom function; without it, the adapter applies the filter. */
  readonly filter?: Handler
  /** The type of its values; by default the type of its attribute. */
  readonly type?: AttributeType
  /** For a custom filter: whether its function always gets a list (rule 14.3). */
  readonly list?: true
  /** Its attribute or column, with to-one relationships in front (`author.name`); by default its own name. */
  readonly attribute: string
  /** Its column if it declares one, with to-one relationships in front. */
  readonly column?: string
  readonly operators?: readonly Operator[]
  readonly required: boolean
  readonly deprecated?: Deprecation
}

/** A default filter (specification 2.3): a function, or conditions by operators. */
export interface DefaultFilterConfig {
  readonly name: string
  /** The type of its column; by default the type of its attribute. */
  readonly type?: AttributeType
  readonly filter: Handler | Readonly<Partial<Record<Operator, unknown>>>
}

/** How a calculation is made: by the adapter, or by a function of the application. */
export type StatCalculation = { readonly builtIn: Calculation } | Handler

/** A stat (specification 2.4): each calculation is built in, or has its own function. */
export interface StatConfig {
  readonly attribute: string
  /** Its column if it declares one; by default the column of the attribute with its name. */
  readonly column?: string
  readonly calculations: ReadonlyMap<string, StatCalculation>
  readonly deprecated?: Deprecation
}

/** An extra field: the function that prepares the scope, and the one that computes the value (rule 7.2). */
export interface ExtraFieldConfig {
  readonly name: string
  readonly type?: AttributeType
  readonly scope?: Handler
  readonly value?: Handler
  /** Computes the values of all records together, instead of `value`. */
  readonly values?: Handler
  readonly deprecated?: Deprecation
}

/** The whole configuration of a Resource class (specification 2.1, rule 1.1). */
export interface ResourceConfig {
  type: string
  model: unknown
  adapter: Adapter | undefined
  /** The facts about the store. */
  facts: StoreFacts | undefined
  id: IdConfig
  version: string | undefined
  attributes: Map<string, AttributeConfig>
  filters: Map<string, FilterConfig>
  defaultFilters: Map<string, DefaultFilterConfig>
  /** Dotted sorts that are allowed even if records on the path are hidden (rule 14.2). */
  sorts: Set<string>
  /** The sorts with a deprecation of their own. */
  deprecatedSorts: Map<string, Deprecation>
  sorting: Handler | undefined
  pagination: Handler | undefined
  stats: Map<string, StatConfig>
  extraFields: Map<string, ExtraFieldConfig>
  defaultSort: readonly SortEntry[]
  defaultPageNumber: number
  defaultPageSize: number
  maxPageSize: number
  /** The style of pages for requests that name neither a page number nor a cursor (rule 24.8). */
  pageStyle: PageStyle
  /** The `Cache-Control` of responses that show it (rule 26.7). */
  cache: string | undefined
  /**
   * Whether the response to a write always or never reads back records that the store has returned; by default, it
   * reads those that may have changed since (rule 11.9).
   */
  readBack: boolean | undefined
  sideloads: Map<string, SideloadConfig>
  hooks: readonly HookConfig[]
  validations: readonly ValidationConfig[]
  sideloadWhitelist: Whitelist | undefined
  /** The served actions with their guards; an action that is missing has no address (rule 14.11). */
  actions: ReadonlyMap<Action, Guard>
  /** The guards of actions that have no address (rule 14.14). */
  guardsElsewhere: ReadonlyMap<Action, Guard>
  /** The standard actions that are deprecated. */
  deprecatedActions: Map<Action, Deprecation>
  /** The custom actions, in addition to the five standard ones (rule 14.19). */
  ownActions: Map<string, OwnActionConfig>
  /** The policies: those of the resource, and those of the whole API. All must hold. */
  scopes: ReadonlyMap<'own' | 'default', ScopePolicies>
  /** The deprecation of the resource itself. */
  deprecated: Deprecation | undefined
  /** The number of its latest declaration, so that a compiled configuration is known to be out of date. */
  revision: number
}

/** The guard of an action; undefined if none is declared (rule 14.11). */
export function guardOf(
  { actions, guardsElsewhere }: Pick<ResourceConfig, 'actions' | 'guardsElsewhere'>,
  action: Action,
): Guard | undefined {
  return actions.get(action) ?? guardsElsewhere.get(action)
}

/** The configuration of a Resource that declares nothing (rule 1.3). */
export function defaultConfig(): ResourceConfig {
  return {
    type: 'undefined_jsonapi_type',
    model: undefined,
    adapter: undefined,
    facts: undefined,
    id: idConfig('string'),
    version: undefined,
    attributes: new Map(),
    filters: new Map(),
    defaultFilters: new Map(),
    sorts: new Set(),
    deprecatedSorts: new Map(),
    sorting: undefined,
    pagination: undefined,
    stats: new Map(),
    extraFields: new Map(),
    defaultSort: Object.freeze([Object.freeze({ id: 'asc' as const })]),
    defaultPageNumber: 1,
    defaultPageSize: 20,
    maxPageSize: 1000,
    pageStyle: 'number',
    cache: undefined,
    readBack: undefined,
    sideloads: new Map(),
    hooks: Object.freeze([]),
    validations: Object.freeze([]),
    sideloadWhitelist: undefined,
    scopes: new Map(),
    actions: new Map(ACTIONS.map((action) => [action, true])),
    guardsElsewhere: new Map(),
    deprecatedActions: new Map(),
    ownActions: new Map(),
    deprecated: undefined,
    revision: 0,
  }
}

/**
 * Copies the containers; the model, references and functions are shared (rule 1.2). The adapter is looked up when it is
 * used, so that a class without one of its own has the present one of its parent.
 */
export function copyConfig(config: ResourceConfig): ResourceConfig {
  let own: ResourceConfig['adapter']
  const copy = {
    ...config,
    attributes: new Map(config.attributes),
    filters: new Map(config.filters),
    defaultFilters: new Map(config.defaultFilters),
    sorts: new Set(config.sorts),
    deprecatedSorts: new Map(config.deprecatedSorts),
    stats: new Map(config.stats),
    extraFields: new Map(config.extraFields),
    sideloads: new Map(config.sideloads),
    ownActions: new Map(config.ownActions),
  }
  return Object.defineProperty(copy, 'adapter', {
    get: () => own ?? config.adapter,
    set: (adapter: ResourceConfig['adapter']) => {
      own = adapter
    },
  })
}
