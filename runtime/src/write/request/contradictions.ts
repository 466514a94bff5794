import { sameColumns } from '../../adapter/column-values.js'
import { InvalidDocument, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { relationTo } from '../../resource/relations.js'
import { type KeyChange, keyChanges } from './key-changes.js'
import {
  allNodes,
  isKeyed,
  isOwn,
  type WriteNode,
  type WriteReference,
  type WriteRelationship,
} from './node.js'

/**
 * Finds records that a request links to two others by the same foreign key (rule 11.12): a child that names another
 * parent than the one above it, or a child in two to-many relationships. The fault points at the later link. A record
 * that one end links, and that the other end unlinks or leaves out, is a fault too.
 */
export function findContradictions(root: WriteNode, faults: JsonapiError[]): void {
  const known = new Map<Identity, KeyChange[]>()
  const changes = keyChanges(root)
  for (const change of changes) {
    if (isFull(faults)) return
    const before = known.get(identityOf(change.node))
    const other = before?.find((one) => contradict(one, change))
    if (other) faults.push(contradictionOf(other, change))
    else if (before) before.push(change)
    else known.set(identityOf(change.node), [change])
  }
  if (!isFull(faults)) faults.push(...leftOutOfSets(root, changes), ...joinFaults(root))
}

/** What two mentions of one record have in common: its type and id, or its place in the request if it has no id. */
type Identity = string | WriteNode

const identityOf = (node: WriteNode): Identity =>
  node.id === undefined ? node : JSON.stringify([node.resource.type, node.id])

const isSame = (one: WriteNode | null, other: WriteNode | null): boolean =>
  one === other || (one !== null && other !== null && identityOf(one) === identityOf(other))

function contradict(one: KeyChange, other: KeyChange): boolean {
  if (!sameColumns(one.columns, other.columns) || (one.isUnlinked && other.isUnlinked)) return false
  const namesSame = isSame(one.names, other.names)
  return one.isUnlinked === other.isUnlinked ? !namesSame : namesSame
}

function contradictionOf(before: KeyChange, change: KeyChange): InvalidDocument {
  const { pointer } = change
  const detail = `This record ${wordsOf(before)} by "${before.by.sideload.name}", and ${wordsOf(change)} here.`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

function wordsOf({ names, isUnlinked }: KeyChange): string {
  if (names === null) return 'belongs to no record'
  return `${isUnlinked ? 'is unlinked from' : 'belongs to'} ${nameOf(names)}`
}

function nameOf({ id, tempId, resource }: WriteNode): string {
  const name = id === undefined ? (tempId === undefined ? '' : ` "${tempId}"`) : ` "${id}"`
  return `the record${name} of "${resource.type}"`
}

/** The faults of sets that leave out a record which names their owner by the same key, and stands in no other set. */
function leftOutOfSets(root: WriteNode, changes: readonly KeyChange[]): readonly InvalidDocument[] {
  const linking = changes.filter(({ names, isUnlinked }) => names !== null && !isUnlinked)
  const own = linking.filter(({ by }) => isOwn(by.sideload))
  if (own.length === 0) return []
  return wholeSets(root).flatMap(({ node, by }) => {
    const { sideload } = by
    if (!isKeyed(sideload)) return []
    const target = node.resource.target(sideload)
    const isLinkOfSet = (change: KeyChange): boolean =>
      isSame(change.names, node) && sameColumns(change.columns, sideload.foreignKey)
    return own
      .filter(
        (change) =>
          change.node.resource === target &&
          isLinkOfSet(change) &&
          !linking.some(
            (one) => !isOwn(one.by.sideload) && isSame(one.node, change.node) && isLinkOfSet(one),
          ),
      )
      .map((change) => omission(change.node, change.by, by))
  })
}

/** The relationships of a request that say which records they have afterwards. */
const wholeSets = (
  root: WriteNode,
): readonly { readonly node: WriteNode; readonly by: WriteRelationship }[] =>
  allNodes(root).flatMap((node) =>
    node.method === 'destroy'
      ? []
      : node.relationships
          .filter(({ replaces, references }) => replaces && references.every(keepsLinked))
          .map((by) => ({ node, by })),
  )

const keepsLinked = ({ method }: WriteReference): boolean => method !== 'destroy' && method !== 'disassociate'

function omission(node: WriteNode, link: WriteRelationship, { sideload, pointer }: WriteRelationship) {
  const detail = `"${sideload.name}" leaves out ${nameOf(node)}, which names this record in "${link.sideload.name}".`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/** One record in a many-to-many of another one. */
interface Joined {
  readonly node: WriteNode
  readonly by: WriteRelationship
  readonly reference: WriteReference
  /** The join, the same from either end. */
  readonly link: string
  /** Whether the owner is at the first end of the join. */
  readonly isFirst: boolean
}

/** The faults of links through joins: a pair that is linked and unlinked, or left out by its other end. */
function joinFaults(root: WriteNode): readonly InvalidDocument[] {
  const joined = allNodes(root).flatMap((node) =>
    node.method === 'destroy' ? [] : node.relationships.flatMap((by) => joinedBy(node, by)),
  )
  if (joined.length === 0) return []
  const pairs = new Map<string, Joined[]>()
  const numbers = new Map<Identity, number>()
  const numberOf = (node: WriteNode): number => {
    const identity = identityOf(node)
    const number = numbers.get(identity) ?? numbers.size
    numbers.set(identity, number)
    return number
  }
  const faults: InvalidDocument[] = []
  for (const one of joined) {
    const ends = [numberOf(one.node), numberOf(one.reference.node)]
    const pair = `${one.link} ${(one.isFirst ? ends : ends.toReversed()).join()}`
    const others = pairs.get(pair) ?? []
    const other = others.find(({ reference }) => keepsLinked(reference) !== keepsLinked(one.reference))
    if (other) faults.push(joinFault(other, one))
    pairs.set(pair, [...others, one])
  }
  const linked = joined.filter(({ reference }) => keepsLinked(reference))
  for (const { node, by } of wholeSets(root)) {
    const end = endOfJoin(node, by)
    if (!end) continue
    const kept = new Set(by.references.map((reference) => identityOf(reference.node)))
    for (const one of linked) {
      if (one.link !== end.link || one.isFirst === end.isFirst || !isSame(one.reference.node, node)) continue
      if (!kept.has(identityOf(one.node))) faults.push(omission(one.node, one.by, by))
    }
  }
  return faults
}

function joinedBy(node: WriteNode, by: WriteRelationship): readonly Joined[] {
  const end = endOfJoin(node, by)
  return end ? by.references.map((reference) => ({ node, by, reference, ...end })) : []
}

function endOfJoin(
  node: WriteNode,
  { sideload }: WriteRelationship,
): Pick<Joined, 'link' | 'isFirst'> | undefined {
  if (sideload.kind !== 'hasAndBelongsToMany') return undefined
  const { link, join, target } = relationTo(node.resource, sideload)
  if (link === undefined || !target) return undefined
  const ends = join?.records
    ? [JSON.stringify(join.records.key), JSON.stringify(join.records.otherKey)]
    : [node.resource.type, target.type]
  const [first = '', second = ''] = ends
  return { link, isFirst: first <= second }
}

function joinFault(before: Joined, { node, by, reference }: Joined): InvalidDocument {
  const pair = `${nameOf(node)} and ${nameOf(reference.node)}`
  const detail = `This request ${verbOf(before.reference)} ${pair} by "${before.by.sideload.name}", and ${verbOf(reference)} them here.`
  const pointer = reference.pointer ?? by.pointer
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

const verbOf = (reference: WriteReference): string => (keepsLinked(reference) ? 'links' : 'unlinks')
