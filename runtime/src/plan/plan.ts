import type { Condition } from '../adapter/condition.js'
import type { Order } from '../adapter/window.js'
import type { StatRequest } from '../adapter/stat-request.js'
import type { CompiledResource } from '../resource/compile.js'
import type { DeprecatedUse } from '../resource/deprecated-uses.js'
import type { DefaultFilterConfig, ExtraFieldConfig } from '../declare/config.js'
import type { Handler } from '../declare/handler.js'
import type { KeyValues } from '../value/key.js'
import type { CursorPlan } from './paging.js'
import type { Relationship } from '../vocabulary/relation.js'
import type { FieldPlan } from './plan-fields.js'
import type { NextPlan } from './plan-next.js'

/**
 * The checked parameters of a request for one resource on one include path: every name exists, every value has its
 * type. From here on nothing of the request can be refused (rule 18.2).
 */
export interface NodePlan {
  /** The include path; empty for the primary data. */
  readonly path: string
  /** The include path of the nearest relationship above that has pages; empty if only the primary data has. */
  readonly pagedBy: string
  readonly resource: CompiledResource
  readonly defaultFilters: readonly DefaultFilterConfig[]
  readonly filters: readonly PlannedFilter[]
  /** Whether a filter has an empty list, which matches no rows and needs no query (rule 3.3). */
  readonly matchesNothing: boolean
  /** The primary keys of the only records to read, after a write; undefined for all records. */
  readonly among?: readonly KeyValues[] | undefined
  /** The columns that are needed; all by default. */
  readonly columns?: readonly string[] | undefined
  readonly extraFields: readonly ExtraFieldConfig[]
  readonly order: readonly Order[]
  /** Undefined without pagination. */
  readonly page: PagePlan | undefined
  readonly includes: readonly IncludePlan[]
}

/** A page: its number from 1, its size from 0. */
export interface PagePlan {
  readonly number: number
  readonly size: number
  /** The parameter of the page, as the client wrote it (rule 13.2). */
  readonly parameter?: string | undefined
  /** The beginning and end of the page, if it is by cursors: then it has no number (rule 24.1). */
  readonly cursor?: CursorPlan | undefined
  /** For an included relationship: the query for the rest (rule 24.9). */
  readonly next?: NextPlan | undefined
}

/** A filter to apply: by the adapter, or by a function of the application. */
export type PlannedFilter =
  | { readonly kind: 'adapter'; readonly condition: PlannedCondition }
  | CustomCondition

/** A condition whose custom filters are not resolved to scopes yet. */
export type PlannedCondition =
  | Exclude<Condition, { readonly kind: 'and' | 'or' | 'not' | 'scope' | 'some' }>
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly PlannedCondition[] }
  | { readonly kind: 'not'; readonly condition: PlannedCondition }
  | CustomCondition

/** A condition that a function of the application applies. */
export interface CustomCondition {
  readonly kind: 'custom'
  readonly name: string
  /** As the client wrote it. */
  readonly parameter: string
  readonly handler: Handler
  readonly value: unknown
  /** Whether it has an empty list, which matches no rows (rule 3.3). */
  readonly isEmpty: boolean
}

/** One included relationship, and the node of each resource that it leads to. */
export interface IncludePlan {
  readonly path: string
  readonly relationship: Relationship<CompiledResource>
  /** By group. */
  readonly nodes: ReadonlyMap<string, NodePlan>
}

/** The name of a stat in requests and responses. */
interface StatName {
  readonly name: string
  readonly calculation: string
}

/** A stat to compute (rule 6.1). */
export type PlannedStat =
  | (StatName & { readonly kind: 'adapter'; readonly request: StatRequest })
  | (StatName & { readonly kind: 'custom'; readonly column: string; readonly handler: Handler })

/** The checked parameters of a whole request. */
export interface ReadPlan {
  readonly root: NodePlan
  readonly stats: readonly PlannedStat[]
  readonly fields: FieldPlan
  /** Whether the response has `included`: the request has an include, even if it is not permitted (rule 12.1). */
  readonly included: boolean
  /** The deprecated parts of the API that a client uses with it. Undefined if there are none. */
  readonly deprecated?: readonly DeprecatedUse[] | undefined
}

/** A node of a plan and all nodes below it, parents first. */
export function planNodes(node: NodePlan): readonly NodePlan[] {
  return [node, ...node.includes.flatMap(({ nodes }) => [...nodes.values()].flatMap(planNodes))]
}
