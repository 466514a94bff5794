import type { CompiledResource } from './compile.js'

/**
 * The columns that say which record it is and what it belongs to: the id, foreign keys, and the type columns of polymorphic
 * relationships. They never come from attributes (rules 11.4, 18.5), or a request could reach a record that it can't see.
 */
export function keyColumns({ config, primaryKey }: CompiledResource): ReadonlySet<string> {
  const columns = new Set<string>([primaryKey])
  for (const sideload of config.sideloads.values()) {
    if (sideload.kind === 'belongsTo') columns.add(sideload.foreignKey)
    if (sideload.kind !== 'polymorphicBelongsTo') continue
    columns.add(sideload.groupBy)
    for (const { foreignKey } of sideload.groups.values()) columns.add(foreignKey)
  }
  return columns
}
