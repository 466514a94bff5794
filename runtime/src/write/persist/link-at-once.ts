import { isDefault } from '../../adapter/overridden.js'
import { currentRequest } from '../../resource/frame.js'
import { type CompiledResource, idOf, keyOfRecord } from '../../resource/compile.js'
import { isKeyed, type WriteNode, type WriteRelationship } from '../request/node.js'
import { associationOf } from './association.js'
import { childKeys, unlinkedChildKeys } from './link-keys.js'
import { columnsToUnlink } from './shared-columns.js'
import { putInMemory } from './in-memory.js'
import { OneByOne } from './one-by-one.js'
import { joinRowsOf } from './join-rows.js'
import type { Session } from './session.js'
import { instanceOf } from './store-call.js'
import { isLinkedElsewhere } from './unlink.js'

/** The links of a relationship that a write changes, which nothing needs to see one after the other. */
interface Links {
  readonly target: CompiledResource
  /** The records to unlink. */
  readonly unlinked: readonly object[]
  /** What is linked, the members among it that are so already. */
  readonly linked: readonly {
    readonly child: WriteNode
    readonly record: object
    readonly isMember: boolean
  }[]
}

/**
 * Links and unlinks all records of a to-many at once, in a few statements (rule 11.4). It does so if no override,
 * hook, validation or version needs each record by itself.
 *
 * Throws OneByOne where the store refuses them, and what else it throws.
 *
 * @returns whether it is done
 */
export async function linkAtOnce(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  record: object,
  dropped: readonly object[],
): Promise<boolean> {
  const links = linksOf(session, node, relationship, dropped)
  if (!links) return false
  const { target, unlinked, linked } = links
  const { sideload } = relationship
  const adapter = target.adapter()
  const association = associationOf(node.resource, record, sideload.name)
  const added = linked.filter(({ isMember }) => !isMember)
  const { deadline } = currentRequest().budget
  const update = async (records: readonly object[], parent: object | undefined): Promise<void> => {
    if (!isKeyed(sideload) || records.length === 0) return
    const keys = parent
      ? childKeys(sideload, node.resource, target, parent)
      : unlinkedChildKeys(sideload, node.resource, target)
    deadline.check()
    await adapter.updateAll(
      records.map((each) => keyOfRecord(target, each)),
      keys,
      target,
    )
    for (const each of records) Object.assign(each, keys)
  }
  try {
    await update(unlinked, undefined)
    deadline.check()
    if (unlinked.length > 0) {
      await node.resource.adapter().disassociateAll(record, unlinked, association)
    }
    await update(recordsOf(added), record)
    deadline.check()
    if (added.length > 0) await node.resource.adapter().associateAll(record, recordsOf(added), association)
  } catch (error) {
    const kind = adapter.faultOf(error, target)?.kind
    if (kind === undefined || kind === 'conflict' || kind === 'unavailable') throw error
    throw new OneByOne('The store has refused several links.', { cause: error })
  }
  if (isKeyed(sideload)) {
    const { pointer } = relationship
    for (const each of [...unlinked, ...recordsOf(added)]) {
      session.relinked.push({ resource: target, record: each, pointer })
    }
  }
  const pairs = recordsOf(added).map((child) => ({ parent: record, child, pointer: relationship.pointer }))
  session.joined.push(...joinRowsOf(node, relationship, pairs))
  for (const { child, record: related } of linked) {
    session.saved.set(child, related)
    putInMemory(record, related, association)
  }
  return true
}

const recordsOf = (linked: Links['linked']): readonly object[] => linked.map(({ record }) => record)

/** What is to be linked and unlinked; undefined where it is a single record, or something needs each of them. */
function linksOf(
  session: Session,
  node: WriteNode,
  relationship: WriteRelationship,
  dropped: readonly object[],
): Links | undefined {
  const { sideload, many, references } = relationship
  const isJoin = sideload.kind === 'hasAndBelongsToMany'
  const target = isJoin || isKeyed(sideload) ? node.resource.target(sideload) : undefined
  if (!session.atOnce || !many || !target || dropped.length + references.length < 2) return undefined
  if (needsEach(instanceOf(session, node), ['associate', 'disassociate'])) return undefined
  if (needsEach(target.instance, ['persistWithRelationships'])) return undefined
  if (!isJoin && isWatched(target)) return undefined
  // What another relationship, or the key, has in common with the foreign key is looked at in each record.
  if (isKeyed(sideload) && columnsToUnlink(sideload.foreignKey, target).length < sideload.foreignKey.length) {
    return undefined
  }
  const members = session.members.get(relationship)
  const linked: Links['linked'][number][] = []
  const unlinked = [...dropped]
  for (const { node: child, method, isInverse } of references) {
    const record = session.existing.get(child)
    if (method === 'disassociate' && !record && relationship.isLenient) continue
    if (isInverse || !record || !isBare(session, child, target)) return undefined
    if (method === 'disassociate') unlinked.push(record)
    else if (method !== 'associate') return undefined
    else linked.push({ child, record, isMember: members?.has(child.id ?? '') === true })
  }
  const isMoved = unlinked.some((each) =>
    isLinkedElsewhere(session, relationship, target, idOf(target, each)),
  )
  return isMoved ? undefined : { target, unlinked, linked }
}

/** Whether a record is only linked: nothing else is written of it, and nothing else links it. */
function isBare(session: Session, child: WriteNode, target: CompiledResource): boolean {
  return (
    child !== session.root &&
    child.resource === target &&
    !child.hasContent &&
    child.attributes.size === 0 &&
    child.relationships.length === 0 &&
    !session.saved.has(child) &&
    !session.pendingKeys.has(child)
  )
}

/** Whether an update of a record is anybody's affair: a version's, a hook's, an override's, a validation's. */
function isWatched({ version, config, instance }: CompiledResource): boolean {
  return (
    version !== undefined ||
    config.hooks.some(({ action }) => action === 'update') ||
    needsEach(instance, ['update', 'validateGraph'])
  )
}

type Operation = 'associate' | 'disassociate' | 'persistWithRelationships' | 'update' | 'validateGraph'

const needsEach = (
  instance: Readonly<Record<Operation, Function>>,
  operations: readonly Operation[],
): boolean => operations.some((operation) => !isDefault(instance[operation]))
