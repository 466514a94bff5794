import {
  type Deprecable,
  deprecatedOf,
  type Deprecation,
  type Named,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'

/** A filter, a sort or a stat that not everybody may use or that is deprecated, or a deprecated extra field. */
export interface GuardedQuery {
  readonly kind: 'filter' | 'sort' | 'stat' | 'extra field'
  readonly name: string
  readonly who: Who
  readonly deprecated?: Deprecation
}

/**
 * The filters, sorts and stats of a resource that not everybody may use or that are deprecated, and its deprecated extra
 * fields, each kind sorted by name.
 */
export function guardedQueries({
  filters,
  sorts,
  deprecatedSorts = {},
  stats,
  extraFields,
}: ResourceContract): readonly GuardedQuery[] {
  const sortDates = new Map(Object.entries(deprecatedSorts))
  return [
    ...guarded('filter', filters, (each) => each),
    ...guarded('sort', sorts, (who, name) => ({ who, deprecated: sortDates.get(name) })),
    ...guarded('stat', stats, (each) => each),
    ...guarded('extra field', extraFields, (each) => ({ ...each, who: true })),
  ]
}

function guarded<Value>(
  kind: GuardedQuery['kind'],
  all: Named<Value>,
  about: (value: Value, name: string) => Deprecable & { readonly who: Who },
): readonly GuardedQuery[] {
  return Object.entries(all).flatMap(([name, value]) => {
    const { who, deprecated } = about(value, name)
    return who === true && !deprecated ? [] : [{ kind, name, who, ...deprecatedOf({ deprecated }) }]
  })
}
