import type { KeyedSideload, PolymorphicHasMany, SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from './compile.js'

/**
 * The columns that say which record it is and what it belongs to: the id, foreign keys, and the type columns of polymorphic
 * relationships. They never come from attributes (rules 11.4, 18.5), or a request could reach a record that it can't see. Of
 * a composite key, a column that is no foreign key is an attribute that a create writes (rule 11.11).
 */
export function keyColumns({ config, primaryKey }: CompiledResource): ReadonlySet<string> {
  const ids = primaryKey.length === 1 ? primaryKey : []
  return new Set([...ids, ...[...config.sideloads.values()].flatMap(ownKeyColumns)])
}

/** The relationships whose key, or a part of it, a column is. */
export function sideloadsOfKey({ config }: CompiledResource, column: string): readonly SideloadConfig[] {
  return [...config.sideloads.values()].filter((sideload) => ownKeyColumns(sideload).includes(column))
}

/** The columns of the parent and those of the child that have to be equal, in the same order. */
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
