import { isDefault } from '../adapter/default-operations.js'
import { keyIn, keyText, uniqueKeys } from '../adapter/rows/keys.js'
import type { Order } from '../adapter/window.js'
import { memberOf } from '../base/cast.js'
import { madeOnce } from '../base/made-once.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import { type CompiledResource, hasReadPolicy } from '../resource/compile.js'
import type { KeyValues } from '../value/key.js'
import { isOverKey, type KnownRelation, relationOfGroup, scopeOf } from '../resource/relations.js'
import type { Belonging } from './base/belonging.js'
import { joinCondition } from './policies/policies.js'
import type { Loading, Read } from './read.js'
import { read } from './reader.js'
import type { KnownRecords, Run } from './run.js'

/** A written record: its key, and the record as the store has it; undefined if only a read can tell. */
export interface WrittenRecord {
  readonly key: KeyValues
  readonly stored: object | undefined
}

/** The written records, by resource and by the text of their keys. */
type Written = ReadonlyMap<CompiledResource, ReadonlyMap<string, WrittenRecord>>

/**
 * The records of a write. If only a read can tell their current values, the records of one resource are read together
 * (rule 11.9).
 */
export class RecordsOfWrite implements KnownRecords {
  readonly #written: Written
  /** The records of each resource that are known, or are being read. */
  readonly #known = new Map<CompiledResource, Promise<ReadonlyMap<string, object>>>()

  readonly #links: WrittenLinks
  readonly #isCertain: boolean

  constructor(written: Written, { links, isCertain }: LinksOfWrite) {
    this.#written = written
    this.#links = links
    this.#isCertain = isCertain
  }

  membersIn(
    children: readonly object[],
    parent: object,
    { owner, name, target }: KnownRelation,
  ): readonly object[] | undefined {
    const named = this.#links.of(owner, parent, name)
    return named && children.filter((child) => named.has(keyOf(target, child)))
  }

  async records(
    node: NodePlan,
    keys: readonly KeyValues[],
    order: readonly Order[],
    run: Run,
  ): Promise<readonly object[] | undefined> {
    const records = await this.#reading(node, keys, order, run)
    const found = records && keys.flatMap((key) => records.get(keyText(key) ?? '') ?? [])
    return found && ordered(found, order)
  }

  async related(loading: Loading, belonging: Belonging, run: Run): Promise<readonly object[] | undefined> {
    const { relation, node, parents } = loading
    if (relation.join) return this.#joined(loading, belonging, run)
    if (!isOverKey(relation)) return undefined
    const { pairs, constants } = relation
    const { owner: parentKey, target: childKey } = pairs
    const keys = node.among ?? (relation.refersToId ? uniqueKeys(parents, parentKey) : undefined)
    const records = keys && (await this.records(node, keys, orderOfKnown(relation, node), run))
    const types = Object.entries(constants.target)
    const ofParents = new Set(parents.map((parent) => keyIn(parent, parentKey)))
    return records?.filter((record) => {
      const key = keyIn(record, childKey)
      const isOfType = types.every(([column, value]) => memberOf(record, column) === value)
      return isOfType && key !== undefined && ofParents.has(key)
    })
  }

  /** The written records that a join links to the parents, unless a scope or a policy may hide some of the links. */
  async #joined(
    { relation, node, parents }: Loading,
    { parentKeys }: Belonging,
    run: Run,
  ): Promise<readonly object[] | undefined> {
    if (!this.#isCertain || scopeOf(relation) || (await joinCondition(relation, 'read', run.context))) {
      return undefined
    }
    const records = node.among && (await this.records(node, node.among, node.order, run))
    if (!records) return undefined
    const { name, owner, target, pairs } = relation
    const of = parents.map((parent) => ({
      key: keyIn(parent, pairs.owner),
      linked: this.#links.of(owner, parent, name),
    }))
    return records.filter((record) => {
      const key = keyOf(target, record)
      const keys = of.flatMap((parent) => (parent.linked?.has(key) ? (parent.key ?? []) : []))
      parentKeys.set(record, new Set(keys))
      return keys.length > 0
    })
  }

  readAhead(node: NodePlan, keys: readonly KeyValues[], order: readonly Order[], run: Run): void {
    // The caller that needs the records gets the error.
    this.#reading(node, keys, order, run)?.catch(() => undefined)
  }

  /** The records of a node's resource, as they are read once. Undefined if these keys have to be read as others are. */
  #reading(
    node: NodePlan,
    keys: readonly KeyValues[],
    order: readonly Order[],
    run: Run,
  ): Promise<ReadonlyMap<string, object>> | undefined {
    const { resource } = node
    const written = this.#written.get(resource)
    if (!written || !keys.every((key) => written.has(keyText(key) ?? ''))) return undefined
    if (!isOpen(node) || !isOrderedHere(order, keys, resource)) return undefined
    return madeOnce(this.#known, resource, () => readKnown(node, written.values(), run))
  }
}

/** The links that a write names, and whether the store has no others of its records: nothing else may have changed them. */
export interface LinksOfWrite {
  readonly links: WrittenLinks
  readonly isCertain: boolean
}

/** The members that a request names of its records: the texts of their keys. */
export class WrittenLinks {
  readonly #members = new Map<CompiledResource, Map<string, Map<string, Set<string>>>>()

  /** The members of a relationship that the request names; others are added to them. */
  name(owner: CompiledResource, parent: object, relationship: string): Set<string> {
    const ofOwner = madeOnce(this.#members, owner, () => new Map<string, Map<string, Set<string>>>())
    const ofParent = madeOnce(ofOwner, keyOf(owner, parent), () => new Map<string, Set<string>>())
    return madeOnce(ofParent, relationship, () => new Set<string>())
  }

  /** The named members; undefined if the request does not name the relationship of the record. */
  of(owner: CompiledResource, parent: object, relationship: string): ReadonlySet<string> | undefined {
    return this.#members.get(owner)?.get(keyOf(owner, parent))?.get(relationship)
  }
}

/** The text of a record's key. */
export const keyOf = ({ primaryKey }: CompiledResource, record: object): string =>
  keyIn(record, primaryKey) ?? ''

/**
 * Begins to read the records of the write that the includes of its primary record need: those of all resources at the same
 * time, outside a transaction (rule 9.4). What is below them waits for its parents, which may be hidden.
 */
export function readAhead(includes: readonly IncludePlan[], run: Run): void {
  for (const { relationship, nodes } of includes) {
    for (const node of nodes.values()) {
      const relation = relationOfGroup(relationship, '')
      if (node.among && relation && isOverKey(relation)) {
        run.known?.readAhead(node, node.among, orderOfKnown(relation, node), run)
      }
    }
  }
}

/** A record belongs to one other at most: nobody sees the order of those. */
const orderOfKnown = ({ refersToId }: KnownRelation, { order }: NodePlan): readonly Order[] =>
  refersToId ? [] : order

/** Whether records of the node need no look at the store: nothing narrows their scope, and no function sees it. */
function isOpen({ resource, defaultFilters, filters, extraFields, page }: NodePlan): boolean {
  const { instance, config } = resource
  return (
    resource.facts().can.returnRecords &&
    isDefault(instance.resolve) &&
    isDefault(instance.baseScope) &&
    !hasReadPolicy(resource) &&
    config.filters.get('id')?.filter === undefined &&
    config.sorting === undefined &&
    page === undefined &&
    [...defaultFilters, ...filters, ...extraFields].length === 0
  )
}

/** Each store has its own order for strings, but numbers are ordered as in JavaScript. */
function isOrderedHere(
  order: readonly Order[],
  keys: readonly KeyValues[],
  { primaryKey }: CompiledResource,
): boolean {
  if (order.length === 0 || keys.length < 2) return true
  const isByKey = order.every(({ through, column }) => through.length === 0 && primaryKey.includes(column))
  return isByKey && keys.every((key) => key.every(isNumber))
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

/** Copies of the records in order. */
function ordered(records: readonly object[], order: readonly Order[]): readonly object[] {
  const copies = records.map((record) => ({ ...record }))
  return copies.toSorted((one, other) => {
    for (const { column, direction } of order) {
      const [first, second] = [memberOf(one, column), memberOf(other, column)]
      if (!isNumber(first) || !isNumber(second) || first === second) continue
      return first < second === (direction === 'asc') ? -1 : 1
    }
    return 0
  })
}

/** The records of a resource that the write has written and that are still there. */
async function readKnown(
  { resource, path }: NodePlan,
  written: Iterable<WrittenRecord>,
  run: Run,
): Promise<ReadonlyMap<string, object>> {
  const known = new Map<string, object>()
  const unread: KeyValues[] = []
  for (const { key, stored } of written) {
    if (stored) known.set(keyText(key) ?? '', stored)
    else unread.push(key)
  }
  const asked: Read = { resource, path, base: { kind: 'own' }, keys: unread, defaultFilters: [] }
  for (const record of await read(asked, run)) known.set(keyOf(resource, record), record)
  return known
}
