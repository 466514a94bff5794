import type { Condition } from '../adapter/condition.js'
import type { Order } from '../adapter/window.js'
import type { StatRequest } from '../adapter/stat-request.js'
import type { CompiledResource } from '../resource/compile.js'
import type { DefaultFilterConfig, ExtraFieldConfig } from '../declare/config.js'
import type { Handler } from '../declare/handler.js'
import type { KeyValues } from '../value/key.js'
import type { CursorPlan } from '../cursors/cursor-plan.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { FieldPlan } from './plan-fields.js'
import type { NextPlan } from './plan-next.js'

/**
 * What a request asks of one resource on one include path, checked whole: every name exists, every value has its type.
 * From here on nothing of the request can be refused any more (rule 18.2).
 */
export interface NodePlan {
  /** The include path; empty for the primary data. */
  readonly path: string
  /** The include path of the nearest relationship on the way that has pages; empty where only the primary data has. */
  readonly pagedBy: string
  readonly resource: CompiledResource
  readonly defaultFilters: readonly DefaultFilterConfig[]
  readonly filters: readonly PlannedFilter[]
  /** Whether a filter was given an empty list, which matches no rows and needs no query (rule 3.3). */
  readonly matchesNothing: boolean
  /** The only records to read, by their primary keys: those that a write has left there; undefined for all of them. */
  readonly among?: readonly KeyValues[]
  readonly extraFields: readonly ExtraFieldConfig[]
  readonly order: readonly Order[]
  /** Undefined where nothing is paginated. */
  readonly page: PagePlan | undefined
  readonly includes: readonly IncludePlan[]
}

/** A page: its number from 1, its size from 0. */
export interface PagePlan {
  readonly number: number
  readonly size: number
  /** The parameter that asked for it, as the client wrote it (rule 13.2). */
  readonly parameter?: string | undefined
  /** Where the page begins and ends, if that is said by cursors: then it has no number (rule 24.1). */
  readonly cursor?: CursorPlan | undefined
  /** Of an included relationship: how the rest of it is asked for (rule 24.9). */
  readonly next?: NextPlan | undefined
}

/** A filter to apply: by the adapter, or by a function of the application's. */
export type PlannedFilter =
  | { readonly kind: 'adapter'; readonly condition: PlannedCondition }
  | CustomCondition

/** A condition in which the leaves of custom filters are not yet scopes. */
export type PlannedCondition =
  | Exclude<Condition, { readonly kind: 'and' | 'or' | 'not' | 'scope' | 'some' }>
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly PlannedCondition[] }
  | { readonly kind: 'not'; readonly condition: PlannedCondition }
  | CustomCondition

/** What a function of the application's narrows the scope by. */
export interface CustomCondition {
  readonly kind: 'custom'
  readonly name: string
  /** As the request writes it. */
  readonly parameter: string
  readonly handler: Handler
  readonly value: unknown
  /** Whether it was given an empty list, which matches no rows (rule 3.3). */
  readonly isEmpty: boolean
}

/** One included relationship: its sideload, and what to load by each of the resources that it leads to. */
export interface IncludePlan {
  readonly path: string
  readonly sideload: SideloadConfig
  /** By the value of groupBy where the sideload is polymorphic; one entry under the empty name otherwise. */
  readonly nodes: ReadonlyMap<string, NodePlan>
}

/** What a request and its answer call a stat. */
interface StatName {
  readonly name: string
  readonly calculation: string
}

/** A stat to compute (rule 6.1). */
export type PlannedStat =
  | (StatName & { readonly kind: 'adapter'; readonly request: StatRequest })
  | (StatName & { readonly kind: 'custom'; readonly column: string; readonly handler: Handler })

/** What a whole request asks for. */
export interface ReadPlan {
  readonly root: NodePlan
  readonly stats: readonly PlannedStat[]
  readonly fields: FieldPlan
  /** Whether the answer has `included`: an include was asked for, even if nothing is permitted (rule 12.1). */
  readonly included: boolean
}
