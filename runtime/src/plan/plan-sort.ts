import type { Order } from '../adapter/window.js'
import { BadSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import type { QueryEntry } from '../query/entry.js'
import type { SortKey } from '../query/sort.js'
import type { CompiledResource } from '../resource/compile.js'
import { perResource, relationsAlong, storedPath } from '../resource/relations.js'
import { named } from '../resource/wire-names.js'
import type { Guards } from '../resource/guards.js'
import { rulesOnPath } from './view/names.js'
import type { View } from './view/view.js'

/**
 * Checks the sort of one node, or takes the default sort. Appends the primary key unless the sort ends in it, so that
 * pages are stable (rules 4.1 to 4.3).
 */
export function planSort(view: View, entry: QueryEntry, guards: Guards, faults: JsonapiError[]): SortPlan {
  const { resource } = view.names
  // A repeated key does not change the order.
  const orders = new Map<string, Order>()
  for (const { parameter, value } of entry.sort) {
    const found = ordersOf(view, value)
    for (const order of found ?? []) {
      const column = [...order.through, order.column].join('.')
      if (!orders.has(column)) orders.set(column, order)
    }
    if (!found) faults.push(badSort(view, value, parameter, guards))
  }
  if (entry.sort.length === 0) return defaultSort(resource)
  const given = [...orders.values()]
  return { given, order: [...given, ...tieBreakers(resource, given, 'asc')] }
}

/** A sort: as given by the request or the default, and with the keys that make it unambiguous. */
export interface SortPlan {
  readonly given: readonly Order[]
  readonly order: readonly Order[]
}

/** The columns of the primary key that a sort lacks, for its end (rule 4.3). */
export function tieBreakers(
  resource: CompiledResource,
  orders: readonly Order[],
  direction: Order['direction'],
): readonly Order[] {
  const own = orders.flatMap(({ through, column }) => (through.length === 0 ? [column] : []))
  return ordersOfKey(resource, [], direction).filter(({ column }) => !own.includes(column))
}

/** The order of records in a request without a sort. */
export const defaultOrder = (resource: CompiledResource): readonly Order[] => defaultSort(resource).order

const defaultSort = perResource((resource): SortPlan => {
  const given = defaultOrders(resource)
  return { given, order: [...given, ...tieBreakers(resource, given, 'asc')] }
})

function defaultOrders(resource: CompiledResource): readonly Order[] {
  return resource.config.defaultSort.flatMap((entry) =>
    Object.entries(entry).flatMap(([path, direction]) => {
      const sideloads = path.split('.').slice(0, -1)
      const name = path.split('.').at(-1) ?? path
      const owner = relationsAlong(resource, sideloads).at(-1)?.target ?? resource
      const through = storedPath(resource, sideloads)
      if (name === 'id') return ordersOfKey(owner, through, direction)
      const { column, attribute } = named(owner, name)
      return [{ through, column, direction, nullable: attribute?.type.nullable }]
    }),
  )
}

/** The order by the id: by each column of the key. */
const ordersOfKey = (
  { primaryKey }: CompiledResource,
  through: readonly string[],
  direction: Order['direction'],
): readonly Order[] => primaryKey.map((column) => ({ through, column, direction, nullable: false }))

function ordersOf(view: View, { path, direction }: SortKey): readonly Order[] | undefined {
  const target = view.sortKey(path)
  if (!target) return undefined
  const { owner, through, attribute } = target
  if (!attribute) return ordersOfKey(owner, through, direction)
  return [{ through, column: attribute.column, direction, nullable: attribute.type.nullable }]
}

function badSort(view: View, { path, written }: SortKey, parameter: string, guards: Guards): BadSort {
  const { resource } = view.names
  const names = view.names.sortKeys().filter((each) => view.sortKey(each))
  const suggestion = didYouMean(path.join('.'), ['id', ...names.map((each) => each.join('.'))])
  const detail = `"${resource.type}" cannot be sorted by "${written}".${suggestion}`
  return guards.unknown(
    new BadSort({ detail, source: { parameter } }),
    rulesOnPath(resource, path, 'sortable'),
  )
}
