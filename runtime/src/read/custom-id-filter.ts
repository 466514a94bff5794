import type { Handler } from '../declare/handler.js'
import { filterTarget } from '../plan/filter-target.js'
import type { CompiledResource } from '../resource/compile.js'
import { coerceText } from '../value/coerce.js'

/** The function of a resource's own filter `id`, by which its records are found where there is one. */
export interface CustomIdFilter {
  readonly handler: Handler
  /** Whether it takes any number of ids, and not one (rule 14.3). */
  readonly takesList: boolean
  /** What the function gets of some ids: a list where it takes one, else the first of them, in the type of the filter. */
  argument(ids: readonly unknown[]): unknown
}

/** The resource's own filter `id`; undefined where the adapter finds its records. */
export function customIdFilter(resource: CompiledResource): CustomIdFilter | undefined {
  const filter = resource.config.filters.get('id')
  if (filter?.filter === undefined) return undefined
  const { type } = filterTarget(resource, filter)
  const typed = (id: unknown): unknown => {
    const coerced = coerceText(type, String(id))
    return coerced.ok ? coerced.value : id
  }
  return {
    handler: filter.filter,
    takesList: type.list,
    argument: (ids) => (type.list ? ids.map(typed) : typed(ids[0])),
  }
}
