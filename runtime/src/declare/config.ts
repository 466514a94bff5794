import type { Adapter } from '../adapter/adapter.js'
import type { StoreFacts } from '../adapter/store-facts.js'
import { idConfig, type IdConfig } from './id.js'
import type { AttributeType } from '../vocabulary/type.js'
import type { Operator } from '../vocabulary/operators.js'
import type { Direction } from '../shape/shape.js'
import type { Calculation } from '../vocabulary/calculations.js'
import type { SideloadConfig } from './sideload.js'
import type { StandardSchema } from '../value/standard-schema.js'
import type { IncludeDirective } from '../query/include.js'
import type { Guard, Handler } from './handler.js'

/** What says where a page begins. */
export type PageStyle = 'number' | 'cursor'

/** One entry of a default sort: a single attribute and its direction (specification 2.1). */
export type SortEntry = Readonly<Record<string, Direction>>

/** What a write does to one record. */
export type WriteAction = 'create' | 'update' | 'destroy'

/** Code of the application that runs around the end of a transaction, for one kind of write (rule 21.2). */
export interface HookConfig {
  readonly moment: 'beforeCommit' | 'afterCommit'
  readonly action: WriteAction
  readonly handler: Handler
}

/** A schema that the attributes of a record have to satisfy (rule 11.10). */
export interface ValidationConfig {
  readonly schema: StandardSchema
  readonly on: readonly ('create' | 'update')[]
}

/** The standard actions of a resource. */
export type Action = 'index' | 'show' | 'create' | 'update' | 'destroy'

/** All of them. */
export const ACTIONS: readonly Action[] = ['index', 'show', 'create', 'update', 'destroy']

/** What is done with a record, as far as scopes say with which (rule 14.10). */
export type Policy = 'read' | 'create' | 'update' | 'updated' | 'destroy'

/** The functions that narrow the records with which something may be done. */
export type ScopePolicies = { readonly [Name in Policy]?: Handler }

/** The standard actions that a resource has, with who may do each (rule 14.11). */
export type ActionGuards = { readonly [Name in Action]?: Guard }

/** Constraints of a value, by JSON Schema's names (docs/schema-format.md). */
export interface Constraints {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  /** A bound that no number holds exactly: a bigint, or, of a decimal, its text. */
  readonly minimum?: number | bigint | string
  readonly maximum?: number | bigint | string
}

/** An attribute of a Resource: its type, who may read, write and sort by it (rule 7.3), and what its values keep to. */
export interface AttributeConfig extends Constraints {
  readonly name: string
  /** The column that it stands for: of its own name unless declared (rule 14.9). */
  readonly column: string
  readonly type: AttributeType
  readonly readable: Guard
  readonly writable: Guard
  readonly sortable: Guard
  /** The value where a create leaves it out; undefined when there is none. */
  readonly default?: unknown
  /** Whether a create must give it, where that departs from the rule (docs/schema-format.md). */
  readonly required?: boolean
  /** What its values have to satisfy when they are written (rule 11.10). */
  readonly schema?: StandardSchema
  readonly description?: string
}

/** An allowed filter (specification 2.2). */
export interface FilterConfig {
  readonly name: string
  /** The name and its aliases. */
  readonly aliases: readonly string[]
  /** The name of a method on the context that must return true (rule 3.2). */
  readonly if?: string
  /** The custom function; the adapter's default filtering applies without it. */
  readonly filter?: Handler
  /** The type of its values; that of the attribute it names unless declared. */
  readonly type?: AttributeType
  /** Of a custom filter: whether its function gets a list, always (rule 14.3). */
  readonly list?: true
  /** The attribute or column it is about, with to-one relationships in front (`author.name`): its own name unless declared. */
  readonly attribute: string
  /** The column it is about, where it says so, with to-one relationships in front. */
  readonly column?: string
  readonly operators?: readonly Operator[]
  readonly required: boolean
}

/** A default filter (specification 2.3): a function, or conditions in the filter operators' words. */
export interface DefaultFilterConfig {
  readonly name: string
  /** The type of the column it compares; that of the attribute it names unless declared. */
  readonly type?: AttributeType
  readonly filter: Handler | Readonly<Partial<Record<Operator, unknown>>>
}

/** How a calculation is made: by the adapter, or by a function of the application's. */
export type StatCalculation = { readonly builtIn: Calculation } | Handler

/** A stat (specification 2.4): each calculation is built in, or has a function of its own. */
export interface StatConfig {
  readonly attribute: string
  /** The column that it is of, where it says so; that of the attribute of its name otherwise. */
  readonly column?: string
  readonly calculations: ReadonlyMap<string, StatCalculation>
}

/** An extra field: the function that prepares the scope, and the one that computes the value (rule 7.2). */
export interface ExtraFieldConfig {
  readonly name: string
  readonly type?: AttributeType
  readonly scope?: Handler
  readonly value?: Handler
}

/** The whole configuration of a Resource class (specification 2.1, rule 1.1). */
export interface ResourceConfig {
  type: string
  model: unknown
  adapter: Adapter | undefined
  /** What is known of the store that the model is in. */
  facts: StoreFacts | undefined
  id: IdConfig
  version: string | undefined
  attributes: Map<string, AttributeConfig>
  filters: Map<string, FilterConfig>
  defaultFilters: Map<string, DefaultFilterConfig>
  /** Dotted sorts that are allowed whatever the records on their way are hidden by (rule 14.2). */
  sorts: Set<string>
  sorting: Handler | undefined
  pagination: Handler | undefined
  stats: Map<string, StatConfig>
  extraFields: Map<string, ExtraFieldConfig>
  defaultSort: readonly SortEntry[]
  defaultPageNumber: number
  defaultPageSize: number
  maxPageSize: number
  /** What says where a page begins if a request does not say it: its number, or a cursor (rule 24.8). */
  pageStyle: PageStyle
  /** What answers that show it say in `Cache-Control` (rule 26.7). */
  cache: string | undefined
  sideloads: Map<string, SideloadConfig>
  hooks: readonly HookConfig[]
  validations: readonly ValidationConfig[]
  sideloadWhitelist: ReadonlyMap<string, IncludeDirective> | undefined
  /** What is served, and to whom; one that is left out has no address (rule 14.11). */
  actions: ReadonlyMap<Action, Guard>
  /** Who may do what has no address (rule 14.14). */
  guardsElsewhere: ReadonlyMap<Action, Guard>
  /** Which records something may be done with: by the resource's own scopes, and by those of the whole API. All hold. */
  scopes: ReadonlyMap<'own' | 'default', ScopePolicies>
  /** Counts the declarations, so that what is compiled of a configuration is known to be out of date. */
  revision: number
}

/** Who may do an action; undefined where nothing says so (rule 14.11). */
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
    sideloads: new Map(),
    hooks: Object.freeze([]),
    validations: Object.freeze([]),
    sideloadWhitelist: undefined,
    scopes: new Map(),
    actions: new Map(ACTIONS.map((action) => [action, true])),
    guardsElsewhere: new Map(),
    revision: 0,
  }
}

/** A copy of the containers; the model, the adapter, references and functions stay what they are (rule 1.2). */
export function copyConfig(config: ResourceConfig): ResourceConfig {
  return {
    ...config,
    attributes: new Map(config.attributes),
    filters: new Map(config.filters),
    defaultFilters: new Map(config.defaultFilters),
    sorts: new Set(config.sorts),
    stats: new Map(config.stats),
    extraFields: new Map(config.extraFields),
    sideloads: new Map(config.sideloads),
  }
}
