import type { Target } from './contract.js'

/** A request that reads, as the builder shows it. What the builder has no place for is in `others`, as it was written. */
export interface ExplorerQuery {
  readonly target: Target
  /** Every path, parents before children; undefined where the parameter is absent. */
  readonly include: readonly string[] | undefined
  readonly filters: readonly FilterNode[]
  readonly sort: readonly SortKey[]
  readonly fields: readonly NamedList[]
  readonly extraFields: readonly NamedList[]
  readonly stats: readonly StatsEntry[]
  readonly pages: readonly PageEntry[]
  /** Parameters that are kept word for word. */
  readonly others: readonly Entry[]
}

/** A parameter of a URL, decoded. */
export type Entry = readonly [name: string, value: string]

/** A condition, or a group of them. `at` is the include path as it is written; empty for the primary data. */
export type FilterNode = FilterCondition | FilterGroup

export interface FilterCondition {
  readonly kind: 'condition'
  readonly at: string
  readonly name: string
  /** Empty where the URL leaves it out, which means `eq`. */
  readonly operator: string
  /** One text, or the members of a list in brackets. */
  readonly texts: readonly string[]
  readonly isList: boolean
}

export interface FilterGroup {
  readonly kind: 'group'
  readonly at: string
  readonly group: 'and' | 'or' | 'not'
  /** One member of `not`; those of the others are numbered. */
  readonly members: readonly { readonly index: string; readonly filters: readonly FilterNode[] }[]
}

export interface SortKey {
  /** With the path in front: `comments.createdAt`. */
  readonly name: string
  readonly isDescending: boolean
}

/** Names for a type, or calculations of an attribute. */
export interface NamedList {
  readonly of: string
  readonly names: readonly string[]
}

export interface StatsEntry extends NamedList {
  readonly parameter: 'stats' | 'extra_stats'
}

/** A page parameter of the primary data, or of an include path as it is written. */
export interface PageEntry {
  readonly at: string
  readonly name: 'size' | 'number' | 'after' | 'before'
  readonly value: string
}

/** A query without anything. */
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
