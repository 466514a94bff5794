import type { Target } from './contract.js'

/** A read request as the builder shows it. Parts that the builder cannot show are in `others`, as written. */
export interface ExplorerQuery {
  readonly target: Target
  /** Every path, parents before children; undefined if the parameter is absent. */
  readonly include: readonly string[] | undefined
  readonly filters: readonly FilterNode[]
  readonly sort: readonly SortKey[]
  readonly fields: readonly NamedList[]
  readonly extraFields: readonly NamedList[]
  readonly stats: readonly StatsEntry[]
  readonly pages: readonly PageEntry[]
  /** Parameters that are kept unchanged. */
  readonly others: readonly Entry[]
}

/** A parameter of a URL, decoded. */
export type Entry = readonly [name: string, value: string]

/** A condition, or a group of conditions. `at` is the include path as written; empty for the primary data. */
export type FilterNode = FilterCondition | FilterGroup

export interface FilterCondition {
  readonly kind: 'condition'
  readonly at: string
  readonly name: string
  /** Empty if the URL omits the operator, which then is `eq`. */
  readonly operator: string
  /** One string, or the members of a list in brackets. */
  readonly texts: readonly string[]
  readonly isList: boolean
}

export interface FilterGroup {
  readonly kind: 'group'
  readonly at: string
  readonly group: 'and' | 'or' | 'not'
  /** `not` has one member; the members of other groups are numbered. */
  readonly members: readonly { readonly index: string; readonly filters: readonly FilterNode[] }[]
}

export interface SortKey {
  /** Prefixed with the path: `comments.createdAt`. */
  readonly name: string
  readonly isDescending: boolean
}

/** The names for a type, or the calculations for an attribute. */
export interface NamedList {
  readonly of: string
  readonly names: readonly string[]
}

export interface StatsEntry extends NamedList {
  readonly parameter: 'stats' | 'extra_stats'
}

/** A page parameter of the primary data, or of an include path as written. */
export interface PageEntry {
  readonly at: string
  readonly name: 'size' | 'number' | 'after' | 'before'
  readonly value: string
}

/** A query without any parameters. */
export const queryFor = (target: Target): ExplorerQuery => ({
  target,
  include: undefined,
  filters: [],
  sort: [],
  fields: [],
  extraFields: [],
  stats: [],
  pages: [],
  others: [],
})
