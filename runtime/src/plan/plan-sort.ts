import { told } from '../adapter/facts.js'
import type { Order } from '../adapter/window.js'
import { BadSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import { isSortable } from '../vocabulary/type.js'
import type { QueryEntry } from '../query/entry.js'
import type { SortKey } from '../query/sort.js'
import type { CompiledResource } from '../resource/compile.js'
import { named, storedPath } from '../resource/wire-names.js'
import type { AttributeConfig } from '../declare/config.js'
import { unknownTo } from '../resource/denied-names.js'
import type { Guards } from '../resource/guards.js'
import { seenSideload } from './plan-includes.js'

/**
 * Checks the sort of one node, or takes the default sort. Appends the primary key unless the sort ends in it, so that
 * pages are stable (rules 4.1 to 4.3).
 */
export function planSort(
  resource: CompiledResource,
  entry: QueryEntry,
  guards: Guards,
  faults: JsonapiError[],
): SortPlan {
  // A repeated key does not change the order.
  const orders = new Map<string, Order>()
  for (const { parameter, value } of entry.sort) {
    const found = ordersOf(resource, value, guards)
    for (const order of found ?? []) {
      const column = [...order.through, order.column].join('.')
      if (!orders.has(column)) orders.set(column, order)
    }
    if (!found) faults.push(badSort(resource, value, parameter, guards))
  }
  const given = entry.sort.length === 0 ? defaultOrders(resource) : [...orders.values()]
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

function defaultOrders(resource: CompiledResource): readonly Order[] {
  return resource.config.defaultSort.flatMap((entry) =>
    Object.entries(entry).flatMap(([path, direction]) => {
      const sideloads = path.split('.').slice(0, -1)
      const name = path.split('.').at(-1) ?? path
      const owner = ownerOf(resource, sideloads) ?? resource
      const through = storedPath(resource, sideloads)
      if (name === 'id') return ordersOfKey(owner, through, direction)
      const { column, attribute } = named(owner, name)
      return [{ through, column, direction, nullable: attribute?.type.nullable }]
    }),
  )
}

function ownerOf(resource: CompiledResource, through: readonly string[]): CompiledResource | undefined {
  return through.reduce<CompiledResource | undefined>((owner, relation) => {
    const sideload = owner?.config.sideloads.get(relation)
    return sideload && owner?.target(sideload)
  }, resource)
}

/** The order by the id: by each column of the key. */
const ordersOfKey = (
  { primaryKey }: CompiledResource,
  through: readonly string[],
  direction: Order['direction'],
): readonly Order[] => primaryKey.map((column) => ({ through, column, direction, nullable: false }))

function ordersOf(
  resource: CompiledResource,
  { path, direction }: SortKey,
  guards: Guards,
): readonly Order[] | undefined {
  const names = path.slice(0, -1)
  const through = storedPath(resource, names)
  const name = path.at(-1) ?? ''
  const isOwn = through.length === 0 || resource.config.sorting !== undefined
  if (!isOwn && !resource.facts().ordersThrough(through)) return undefined
  // What is behind a relationship is sorted by only where the schema lists it: the order tells of the records there.
  if (names.length > 0 && !resource.config.sorts.has(path.join('.'))) return undefined
  let owner = resource
  for (const each of names) {
    const sideload = seenSideload(owner, each, guards)
    const target =
      sideload && !sideload.many && sideload.kind !== 'custom' ? owner.target(sideload) : undefined
    if (!sideload || !target) return undefined
    owner = target
  }
  if (name === 'id') return ordersOfKey(owner, through, direction)
  const attribute = owner.config.attributes.get(name)
  if (!attribute || !isOrderable(owner, attribute) || !guards.sortable(owner, attribute)) return undefined
  return [{ through, column: attribute.column, direction, nullable: attribute.type.nullable }]
}

/** Whether an attribute's type and the store allow sorting by it, for any viewer (rule 4.2). */
export function isOrderable(resource: CompiledResource, { type, column }: AttributeConfig): boolean {
  if (!isSortable(type)) return false
  return told(resource.facts().storedType(column))?.isSortable ?? true
}

function badSort(
  resource: CompiledResource,
  { path, written }: SortKey,
  parameter: string,
  guards: Guards,
): BadSort {
  const names = ['id']
  for (const attribute of resource.config.attributes.values()) {
    if (isOrderable(resource, attribute) && guards.sortable(resource, attribute)) names.push(attribute.name)
  }
  names.push(...[...resource.config.sorts].filter((each) => ordersOf(resource, keyOf(each), guards)))
  const detail = `"${resource.type}" cannot be sorted by "${written}".${didYouMean(path.join('.'), names)}`
  return unknownTo(new BadSort({ detail, source: { parameter } }), resource, path, guards, 'sortable')
}

const keyOf = (path: string): SortKey => ({ path: path.split('.'), direction: 'asc', written: path })
