import type { Link } from '../adapter/condition.js'
import { isToMany } from '../declare/sideload.js'
import type { CompiledResource } from '../resource/compile.js'
import { keysOf } from '../resource/key-columns.js'
import { relationOf } from '../resource/wire-names.js'
import { faultOfOne } from './check-relations.js'
import type { Hop } from './visibility.js'

/** A to-many relationship in the form that an adapter needs; undefined if it is custom, or not to-many. */
export function linkOf({ owner, target, sideload }: Hop): Link | undefined {
  const { model } = target
  const name = relationOf(sideload)
  switch (sideload.kind) {
    case 'hasMany':
    case 'polymorphicHasMany': {
      const { parentKey, childKey } = keysOf(sideload, owner, target)
      return { kind: 'keyed', name, model, key: parentKey, foreignKey: childKey }
    }
    case 'hasAndBelongsToMany': {
      const { join, joinKey, primaryKey } = sideload
      const key = primaryKey ?? owner.primaryKey
      return { kind: 'joined', name, model, key, join: { relation: join, key: joinKey } }
    }
    case 'hasOne':
    case 'belongsTo':
    case 'polymorphicBelongsTo':
    case 'custom':
      return undefined
  }
}

/** Whether the store itself can search for related records that meet a condition. */
export function isFiltered({ owner, target }: Hop, link: Link): boolean {
  const { store, filtersSome } = owner.facts()
  return store === target.facts().store && filtersSome(link)
}

/** Whether the related records of a relationship to many are found without reading all of them. */
export function isFound(hop: Hop): boolean {
  const link = linkOf(hop)
  return !link || hop.owner.facts().finds(link)
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
    if (!target) return { fault: `"${name}" leads to several resources` }
    if (sideload.kind === 'custom') return { fault: `"${name}" is custom: its method decides what it holds` }
    const hop = { owner, sideload, target }
    const fault = isToMany(sideload) ? faultOfMany(hop) : faultOfOne(hop)
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
      return `"${sideload.name}" leads from "${owner.type}" to "${target.type}": ${adapter?.constructor.name ?? 'nothing'} can't filter by itself`
    }
  }
  const link = linkOf(hop)
  const readsKeys = link?.kind === 'keyed' && target.facts().readsKeys
  if (link && (readsKeys || isFiltered(hop, link))) return undefined
  const ofOneStore = owner.facts().store === target.facts().store
  return ofOneStore
    ? `${owner.adapter().constructor.name} can't filter through "${sideload.name}", which is not a relation of the store: correct its foreignKey, or give the filter a function`
    : `"${sideload.name}" joins records of two stores, which no store can do`
}
