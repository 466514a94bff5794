import type { Deprecation, Named, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
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
  return [
    ...guarded('filter', filters, (each) => each),
    ...guarded('sort', sorts, (who, name) => {
      const deprecated = Object.hasOwn(deprecatedSorts, name) ? deprecatedSorts[name] : undefined
      return { who, ...(deprecated && { deprecated }) }
    }),
    ...guarded('stat', stats, (each) => each),
    ...guarded('extra field', extraFields, (each) => ({ ...each, who: true })),
  ]
}

function guarded<Value>(
  kind: GuardedQuery['kind'],
  all: Named<Value>,
  about: (value: Value, name: string) => Pick<GuardedQuery, 'who' | 'deprecated'>,
): readonly GuardedQuery[] {
  return Object.entries(all).flatMap(([name, value]) => {
    const { who, deprecated } = about(value, name)
    return who === true && !deprecated ? [] : [{ kind, name, who, ...(deprecated && { deprecated }) }]
  })
}
