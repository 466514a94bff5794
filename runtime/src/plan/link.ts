import type { Link } from '../adapter/condition.js'
import type { CompiledResource } from '../resource/compile.js'
import { relationTo } from '../resource/relations.js'
import type { Relation } from '../vocabulary/relation.js'
import { faultOfOne } from './check-relations.js'
import type { Hop } from './visibility.js'

/** A to-many relationship in the form that an adapter needs; undefined if a method decides, or if it is not to-many. */
export function linkOf(relation: Relation<CompiledResource>): Link | undefined {
  const { target, many, holder, pairs, join, stored: name } = relation
  if (!target || !many || holder === 'method') return undefined
  const { model } = target
  if (!join) return { kind: 'keyed', name, model, key: pairs.owner, foreignKey: pairs.target }
  const { relation: leading, key } = join
  return { kind: 'joined', name, model, key: pairs.owner, join: { relation: leading, key } }
}

/** Whether the store itself can search for related records that meet a condition. */
export function isFiltered({ owner, target }: Hop, link: Link): boolean {
  const { store, filtersSome } = owner.facts()
  return store === target.facts().store && filtersSome(link)
}

/** Whether the related records of a relationship to many are found without reading all of them. */
export function isFound(relation: Relation<CompiledResource>): boolean {
  const link = linkOf(relation)
  return !link || relation.owner.facts().finds(link)
}

/** The end of a filter's path, or the reason why a filter cannot follow it (rules 3.5, 3.9). */
export function filterOwner(
  resource: CompiledResource,
  through: readonly string[],
): { readonly owner: CompiledResource } | { readonly fault: string } {
  let owner = resource
  for (const name of through) {
    const sideload = owner.config.sideloads.get(name)
    const target = sideload && owner.target(sideload)
    if (!sideload) return { fault: `"${owner.type}" has no sideload "${name}"` }
    if (!target) return { fault: `"${name}" contains several resources` }
    const { holder, many } = relationTo(owner, sideload)
    if (holder === 'method') return { fault: `"${name}" is custom: its method decides what it contains` }
    const hop = { owner, sideload, target }
    const fault = many ? faultOfMany(hop) : faultOfOne(hop)
    if (fault !== undefined) return { fault }
    owner = target
  }
  return { owner }
}

function faultOfMany(hop: Hop): string | undefined {
  const { owner, sideload, target } = hop
  for (const { config, facts } of [owner, target]) {
    const { adapter } = config
    if (!adapter || !facts().filters) {
      return `"${sideload.name}" leads from "${owner.type}" to "${target.type}": ${adapter?.constructor.name ?? 'nothing'} cannot filter by itself`
    }
  }
  const link = linkOf(relationTo(owner, sideload))
  const readsKeys = link?.kind === 'keyed' && target.facts().readsKeys
  if (link && (readsKeys || isFiltered(hop, link))) return undefined
  const ofOneStore = owner.facts().store === target.facts().store
  return ofOneStore
    ? `${owner.adapter().constructor.name} cannot filter through "${sideload.name}", which is not a relation of the store: correct its foreignKey, or give the filter a function`
    : `"${sideload.name}" joins records of two stores, which no store can do`
}
