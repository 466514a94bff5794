import { memberOf } from '../cast.js'
import type { CompiledResource } from '../resource/compile.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { DocumentEntry, Identifier } from './collect.js'

/**
 * `linkage: always` of a belongsTo stands in the record's own foreign key: nothing is loaded for it (rule 12.1). Undefined
 * where it is not to be rendered, or can't be told without a query.
 */
export function keyLinkage(
  { record, resource }: DocumentEntry,
  sideload: SideloadConfig,
): Identifier | null | undefined {
  if (sideload.linkage !== 'always') return undefined
  if (sideload.kind === 'belongsTo' && sideload.primaryKey === undefined) {
    return identifier(resource.target(sideload), memberOf(record, sideload.foreignKey))
  }
  if (sideload.kind !== 'polymorphicBelongsTo') return undefined
  const value = String(memberOf(record, sideload.groupBy))
  const group = sideload.groups.get(value)
  return group ? identifier(resource.targets(sideload).get(value), memberOf(record, group.foreignKey)) : null
}

const identifier = (target: CompiledResource | undefined, key: unknown): Identifier | null =>
  target && key !== null && key !== undefined ? { type: target.type, id: String(key) } : null
