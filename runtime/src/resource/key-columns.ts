import { told } from '../adapter/facts.js'
import type { KeyedSideload, PolymorphicHasMany, SideloadConfig } from '../declare/sideload.js'
import { isPlainKey } from '../value/key.js'
import type { CompiledResource } from './compile.js'

/**
 * The columns that identify a record and its owners: the id, foreign keys, and the type columns of polymorphic
 * relationships. Attributes never write them (rules 11.4, 18.5). Only a create does, in a composite key, if the column is in
 * no foreign key, or in those of optional relationships alone (rule 11.11).
 */
export function keyColumns(resource: CompiledResource): ReadonlySet<string> {
  const { config, key, primaryKey } = resource
  const links = [...config.sideloads.values()].flatMap(ownKeyColumns)
  if (isPlainKey(key)) return new Set([...primaryKey, ...links])
  const isOpen = (column: string): boolean =>
    primaryKey.includes(column) &&
    sideloadsOfKey(resource, column).every((sideload) => isOptional(sideload, resource))
  return new Set(links.filter((column) => !isOpen(column)))
}

/** Whether a column of a relationship's key may be null, as far as the store's facts say. */
const isOptional = (sideload: SideloadConfig, resource: CompiledResource): boolean =>
  ownKeyColumns(sideload).some((column) => told(resource.facts().column(column))?.nullable === true)

/** The relationships whose foreign key has the column. */
export function sideloadsOfKey({ config }: CompiledResource, column: string): readonly SideloadConfig[] {
  return [...config.sideloads.values()].filter((sideload) => ownKeyColumns(sideload).includes(column))
}

/** The columns of the parent and of the child that have to be equal, in the same order. */
export function keysOf(
  sideload: KeyedSideload | PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
): { readonly parentKey: readonly string[]; readonly childKey: readonly string[] } {
  return sideload.kind === 'belongsTo'
    ? { parentKey: sideload.foreignKey, childKey: sideload.primaryKey ?? target.primaryKey }
    : { parentKey: sideload.primaryKey ?? owner.primaryKey, childKey: sideload.foreignKey }
}

function ownKeyColumns(sideload: SideloadConfig): readonly string[] {
  if (sideload.kind === 'belongsTo') return sideload.foreignKey
  if (sideload.kind !== 'polymorphicBelongsTo') return []
  return [sideload.groupBy, ...[...sideload.groups.values()].flatMap(({ foreignKey }) => foreignKey)]
}
