import type { Named, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'

/** A filter, a sort or a stat that not everybody may use. */
export interface GuardedQuery {
  readonly kind: 'filter' | 'sort' | 'stat'
  readonly name: string
  readonly who: Who
}

/** The filters, sorts and stats of a resource that not everybody may use, each kind sorted by name. */
export function guardedQueries({ filters, sorts, stats }: ResourceContract): readonly GuardedQuery[] {
  return [
    ...guarded('filter', filters, ({ who }) => who),
    ...guarded('sort', sorts, (who) => who),
    ...guarded('stat', stats, ({ who }) => who),
  ]
}

function guarded<Value>(
  kind: GuardedQuery['kind'],
  all: Named<Value>,
  whoOf: (value: Value) => Who,
): readonly GuardedQuery[] {
  return Object.entries(all).flatMap(([name, value]) => {
    const who = whoOf(value)
    return who === true ? [] : [{ kind, name, who }]
  })
}
