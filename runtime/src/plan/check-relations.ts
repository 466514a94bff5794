import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { relationTo } from '../resource/relations.js'
import { relationOf } from '../resource/wire-names.js'
import type { Hop } from './visibility.js'

/**
 * Checks the relation of the store that belongs to a sideload (rule 14.9). A filter uses the relation, and an include
 * uses the key of the sideload, so both must lead to the same records.
 */
export function relationFaults(resource: CompiledResource, sideload: SideloadConfig): readonly string[] {
  const target = resource.target(sideload)
  const isNamed = 'relation' in sideload && sideload.relation !== undefined
  const isToOne = sideload.kind === 'belongsTo' || sideload.kind === 'hasOne'
  if (!target || (!isNamed && !isToOne)) return []
  const name = relationOf(sideload)
  const relation = resource.facts().relation(name)
  const declaration = `the sideload "${sideload.name}"`
  if (relation === 'none' && isNamed) {
    return [`${declaration} names "${name}", which is not a relation of ${String(resource.model)}`]
  }
  if (typeof relation !== 'object' || !relation.columns || !relation.referred || !hasKey(sideload)) return []
  const { owner: parentKey, target: childKey } = relationTo(resource, sideload).pairs
  const isSame =
    relation.model === target.model &&
    columnPairs(parentKey, childKey) === columnPairs(relation.columns, relation.referred)
  if (isSame) return []
  const goes = `goes by ${relation.columns.join(', ')} to ${relation.referred.join(', ')} of ${String(relation.model)}`
  return [
    `${declaration} leads by ${parentKey.join(', ')} to ${childKey.join(', ')} of ${String(target.model)}, and the relation "${name}" of ${String(resource.model)} ${goes}: name the relation of that key, or give the sideload another name`,
  ]
}

/** The reason why the store cannot follow a to-one relationship; undefined if it can, or does not say. */
export function faultOfOne({ owner, sideload }: Hop): string | undefined {
  const name = relationOf(sideload)
  const relation = owner.facts().relation(name)
  if (relation === 'none') {
    return `${String(owner.model)} has no relation "${name}": say which one it is, ${sideload.name}: { relation: … }`
  }
  return relation !== 'untold' && relation.many
    ? `"${name}" holds many records of ${String(relation.model)}, and no store looks for the first of them`
    : undefined
}

/** The reason why the store cannot follow a path of to-one sideloads; undefined if it can, or does not say. */
export function faultOfPath(resource: CompiledResource, through: readonly string[]): string | undefined {
  let owner: CompiledResource | undefined = resource
  for (const name of through) {
    const sideload: SideloadConfig | undefined = owner?.config.sideloads.get(name)
    const target: CompiledResource | undefined = sideload && owner?.target(sideload)
    if (!owner || !sideload || !target) return undefined
    const fault = faultOfOne({ owner, sideload, target })
    if (fault !== undefined) return fault
    owner = target
  }
  return undefined
}

type WithKey = Extract<SideloadConfig, { readonly kind: 'belongsTo' | 'hasMany' | 'hasOne' }>

const hasKey = (sideload: SideloadConfig): sideload is WithKey =>
  sideload.kind === 'belongsTo' || sideload.kind === 'hasMany' || sideload.kind === 'hasOne'

/** The columns of two keys in pairs, in any order. */
const columnPairs = (columns: readonly string[], referred: readonly string[]): string =>
  columns
    .map((column, index) => `${column} ${referred[index] ?? ''}`)
    .toSorted()
    .join()
