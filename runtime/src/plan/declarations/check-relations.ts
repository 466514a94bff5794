import { filtersSome, storeRelationIn } from '../../facts/implied.js'
import type { CompiledResource } from '../../resource/compile.js'
import { type KnownRelation, relationsAlong } from '../../resource/relations.js'

/**
 * Checks the relation of the store that belongs to a sideload (rule 14.9). A filter uses the relation, and an include
 * uses the key of the sideload, so both must lead to the same records.
 */
export function relationFaults(
  { name, owner, target, group, stored, many, pairs, link }: KnownRelation,
  isNamed: boolean,
): readonly string[] {
  if (group !== '' || (!isNamed && (many || link === undefined))) return []
  const relation = storeRelationIn(owner, stored)
  const declaration = `the sideload "${name}"`
  if (relation === 'none' && isNamed) {
    return [`${declaration} refers to "${stored}", which is not a relation of ${String(owner.model)}`]
  }
  if (typeof relation !== 'object' || !relation.columns || !relation.referred || pairs.target.length === 0) {
    return []
  }
  const isSame =
    relation.model === target.model &&
    columnPairs(pairs.owner, pairs.target) === columnPairs(relation.columns, relation.referred)
  if (isSame) return []
  const goes = `connects ${relation.columns.join(', ')} to ${relation.referred.join(', ')} of ${String(relation.model)}`
  return [
    `${declaration} connects ${pairs.owner.join(', ')} to ${pairs.target.join(', ')} of ${String(target.model)}, but the relation "${stored}" of ${String(owner.model)} ${goes}: declare the relation with that key, or give the sideload a different name`,
  ]
}

/** The reason why requests cannot follow a path of relationships; undefined if they can (rules 3.5, 3.9). */
export function faultOfPath(resource: CompiledResource, path: readonly string[]): string | undefined {
  const relations = relationsAlong(resource, path)
  const fault = relations.map(faultOf).find((each) => each !== undefined)
  const name = path[relations.length]
  if (fault !== undefined || name === undefined) return fault
  const owner = relations.at(-1)?.target ?? resource
  return owner.config.sideloads.has(name)
    ? `"${name}" contains records of several resources`
    : `"${owner.type}" has no sideload "${name}"`
}

/** Whether the store itself can search for related records that meet a condition. */
export function searchesRelated(relation: KnownRelation): boolean {
  return relation.owner.facts().store === relation.target.facts().store && filtersSome(relation)
}

function faultOf(relation: KnownRelation): string | undefined {
  if (relation.holder === 'method') return `"${relation.name}" is custom: its method decides what it contains`
  return relation.many ? faultOfMany(relation) : faultOfOne(relation)
}

function faultOfOne({ name, owner, stored }: KnownRelation): string | undefined {
  const relation = storeRelationIn(owner, stored)
  if (relation === 'none') {
    return `${String(owner.model)} has no relation "${stored}": declare the right one: ${name}: { relation: … }`
  }
  return relation?.many === true
    ? `"${stored}" contains many records of ${String(relation.model)}, and no store can determine which record is first`
    : undefined
}

function faultOfMany(relation: KnownRelation): string | undefined {
  const { name, owner, target, pairs } = relation
  const between = `"${name}" connects "${owner.type}" to "${target.type}"`
  for (const { type, config, facts } of [owner, target]) {
    const { adapter } = config
    if (!adapter) return `${between}: "${type}" has no adapter`
    if (!facts().can.filter) return `${between}: ${adapter.constructor.name} cannot filter records itself`
  }
  const readsKeys = pairs.target.length > 0 && target.facts().can.readColumns
  if (readsKeys || searchesRelated(relation)) return undefined
  const ofOneStore = owner.facts().store === target.facts().store
  return ofOneStore
    ? `${owner.adapter().constructor.name} cannot filter through "${name}", which is not a relation of the store: correct its foreignKey, or pass the filter a function`
    : `"${name}" connects records in two different stores, which cannot be joined`
}

/** The columns of two keys in pairs, in any order. */
const columnPairs = (columns: readonly string[], referred: readonly string[]): string =>
  columns
    .map((column, index) => `${column} ${referred[index] ?? ''}`)
    .toSorted()
    .join()
