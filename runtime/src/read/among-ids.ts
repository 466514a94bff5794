import { callHandler, type Handler } from '../declare/handler.js'
import { filterTarget } from '../plan/filter-target.js'
import type { FilterCaller } from '../plan/visibility.js'
import type { CompiledResource } from '../resource/compile.js'
import { coerceText } from '../vocabulary/coerce.js'
import { encodeKey, type KeyValues } from '../value/key.js'
import { inPieces, keysAtOnce } from '../adapter/keys.js'
import { amongKeys } from './related-scope.js'

/**
 * Scopes that together hold the records of some keys. The resource's own filter `id` narrows them if it has a function,
 * otherwise the adapter, in as many scopes as its limit requires. A function that takes one value gives a scope for
 * each key, unless the adapter can unite them.
 */
export async function amongIds(
  scope: unknown,
  keys: readonly KeyValues[],
  { resource, instance, context }: FilterCaller,
): Promise<readonly unknown[]> {
  const custom = customIdFilter(resource)
  const adapter = resource.adapter()
  if (!custom) {
    const { primaryKey } = resource
    const pieces = inPieces(keys, keysAtOnce(resource.facts(), primaryKey))
    return pieces.map((piece) => amongKeys(scope, primaryKey, piece, resource))
  }
  const narrowed = async (base: unknown, some: readonly KeyValues[]): Promise<unknown> =>
    callHandler(instance, custom.handler, [base, custom.argument(some), context])
  if (custom.takesList || keys.length === 1) return [await narrowed(scope, keys)]
  if (!resource.facts().groups) return Promise.all(keys.map((key) => narrowed(scope, [key])))
  const blank = adapter.all(resource)
  const conditions = await Promise.all(
    keys.map(async (key) => ({ kind: 'scope', scope: await narrowed(blank, [key]) }) as const),
  )
  return [adapter.narrow(scope, { kind: 'or', conditions }, resource)]
}

/** A scope narrowed to the record of one key. */
export async function withKey(scope: unknown, key: KeyValues, caller: FilterCaller): Promise<unknown> {
  const [narrowed] = await amongIds(scope, [key], caller)
  return narrowed
}

/** The function of a resource's own filter `id`, which then finds the records. */
interface CustomIdFilter {
  readonly handler: Handler
  /** Whether it takes a list of ids, and not one (rule 14.3). */
  readonly takesList: boolean
  /**
   * The function's argument for some ids: a list if it takes one, else the first of them, in the type of the filter.
   */
  argument(keys: readonly KeyValues[]): unknown
}

/** The resource's own filter `id`; undefined if the adapter finds its records. */
function customIdFilter(resource: CompiledResource): CustomIdFilter | undefined {
  const filter = resource.config.filters.get('id')
  if (filter?.filter === undefined) return undefined
  const { type } = filterTarget(resource, filter)
  const typed = (key: KeyValues): unknown => {
    const id = encodeKey(resource.key, key)
    const coerced = coerceText(type, id)
    return coerced.ok ? coerced.value : id
  }
  return {
    handler: filter.filter,
    takesList: type.list,
    argument: (keys) => (type.list ? keys.map(typed) : typed(keys[0] ?? [])),
  }
}
