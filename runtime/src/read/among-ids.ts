import { callHandler, type Handler } from '../declare/handler.js'
import { filterTarget } from '../plan/filter-target.js'
import type { FilterCaller } from '../plan/visibility.js'
import type { CompiledResource } from '../resource/compile.js'
import { coerceText } from '../value/coerce.js'
import { amongKeys } from './related-scope.js'

/**
 * A scope narrowed to the records of some ids: by the resource's own filter `id` where it has a function, else by the adapter.
 * A function that takes one value gives a scope for each id, unless the adapter can unite them.
 */
export async function amongIds(
  scope: unknown,
  ids: readonly unknown[],
  { resource, instance, context }: FilterCaller,
): Promise<readonly unknown[]> {
  const custom = customIdFilter(resource)
  if (!custom) return [amongKeys(scope, resource.primaryKey, ids, resource)]
  const narrowed = async (base: unknown, some: readonly unknown[]): Promise<unknown> =>
    callHandler(instance, custom.handler, [base, custom.argument(some), context])
  if (custom.takesList || ids.length === 1) return [await narrowed(scope, ids)]
  const adapter = resource.adapter()
  if (!adapter.groups) return Promise.all(ids.map((id) => narrowed(scope, [id])))
  const blank = adapter.baseScope(resource)
  const conditions = await Promise.all(
    ids.map(async (id) => ({ kind: 'scope', scope: await narrowed(blank, [id]) }) as const),
  )
  return [adapter.filter(scope, { kind: 'or', conditions }, resource)]
}

/** A scope narrowed to the record of one id. */
export async function withId(scope: unknown, id: unknown, caller: FilterCaller): Promise<unknown> {
  const [narrowed] = await amongIds(scope, [id], caller)
  return narrowed
}

/** The function of a resource's own filter `id`, by which its records are found where there is one. */
interface CustomIdFilter {
  readonly handler: Handler
  /** Whether it takes any number of ids, and not one (rule 14.3). */
  readonly takesList: boolean
  /** What the function gets of some ids: a list where it takes one, else the first of them, in the type of the filter. */
  argument(ids: readonly unknown[]): unknown
}

/** The resource's own filter `id`; undefined where the adapter finds its records. */
function customIdFilter(resource: CompiledResource): CustomIdFilter | undefined {
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
