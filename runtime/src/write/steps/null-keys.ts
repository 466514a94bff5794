import { relationIn } from '../../resource/relations.js'
import { memberOf } from '../../base/cast.js'
import { byColumns } from '../../resource/wire-names.js'
import type { Link, LinkKeys, LinkStep, Ref, Step } from '../plan/step.js'
import { watchersOf } from '../plan/watchers.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import type { Session } from '../session/session.js'
import { clientName } from '../session/store-fault.js'

/**
 * Notes the links of a write that cannot be made, because the key that they refer to is null (rule 11.17). Only what is
 * known before anything is written is noted: the records that are there, and the nulls of the request.
 */
export function noteNullKeys(session: Session, steps: readonly Step[]): void {
  for (const step of steps) {
    switch (step.kind) {
      case 'insert':
      case 'update':
        for (const { parents, relatives } of step.rows) {
          for (const link of [...parents, ...relatives]) noteNullKey(session, link)
        }
        break
      case 'link':
        notePairs(session, step)
        break
      case 'call':
        for (const link of step.parents) noteNullKey(session, link)
        noteNullKeys(session, step.steps)
        break
      case 'keep':
      case 'delete':
      case 'unlink':
    }
  }
}

/** Whether a link refers to a key that is null, now that the other record is written. The reason is noted as an issue. */
export function refusesNull(session: Session, { refs, by }: Link, keys: LinkKeys): boolean {
  const found = Object.entries(refs).find(([column]) => (keys[column] ?? null) === null)
  if (!found || !by) return false
  note(session, by, found[1], by.pointer)
  return true
}

/** The same for a link through a join. */
export function refusesNullPair(
  session: Session,
  { relationship }: LinkStep,
  { node, childNode, parent, child, pointer }: LinkedNodes & Records,
): boolean {
  const records = new Map([
    [node, parent],
    [childNode, child],
  ])
  const found = joinedColumns(relationship, node, childNode).find(
    (ref) => memberOf(records.get(ref.node) ?? {}, ref.column) === null,
  )
  if (found) note(session, { ...relationship, node }, found, pointer)
  return found !== undefined
}

/** The two records of a link through a join, and its place in the request. */
interface LinkedNodes {
  readonly node: WriteNode
  readonly childNode: WriteNode
  readonly pointer: string | undefined
}

/** The two records as they are stored. */
interface Records {
  readonly parent: object
  readonly child: object
}

function noteNullKey(session: Session, { refs, by }: Link): void {
  const found = Object.values(refs).find((ref) => isKnownNull(session, ref))
  if (found && by) note(session, by, found, by.pointer)
}

function notePairs(session: Session, { relationship, pairs }: LinkStep): void {
  for (const { parent, child, pointer } of pairs) {
    const found = joinedColumns(relationship, parent, child).find((ref) => isKnownNull(session, ref))
    if (found) note(session, { ...relationship, node: parent }, found, pointer)
  }
}

/** The columns that a row of a join refers to, in both records. */
function joinedColumns(
  { declared }: WriteRelationship,
  node: WriteNode,
  childNode: WriteNode,
): readonly Ref[] {
  const { join, pairs } = relationIn(declared)
  if (!join) return []
  return [
    ...pairs.owner.map((column) => ({ node, column })),
    ...(join.records?.otherReferences ?? []).map((column) => ({ node: childNode, column })),
  ]
}

/** Whether a column of a record is null for sure, before the write. */
function isKnownNull(session: Session, { node, column }: Ref): boolean {
  const { resource, relationships } = node
  const written = byColumns(resource, Object.fromEntries(session.of(node).values ?? []))
  const { overrides } = watchersOf(resource)
  const isOpen =
    overrides.create ||
    overrides.update ||
    overrides.persistWithRelationships ||
    relationships.some(({ declared }) => declared.ownKey.includes(column))
  if (isOpen && (node === session.graph.root || node.hasContent)) return false
  if (Object.hasOwn(written, column)) return written[column] === null
  const record = session.of(node).existing
  return record !== undefined && memberOf(record, column) === null
}

/** One issue for each place: a record without a key has it once for all that are to be linked to it. */
function note(
  session: Session,
  { node, declared }: WriteRelationship,
  { node: referred, column }: Ref,
  pointer: string | undefined,
): void {
  const attribute = declared.name
  const isNoted = session.issues.some(
    (one) => one.node === node && one.issue.attribute === attribute && one.pointer === pointer,
  )
  if (isNoted) return
  const { resource, id } = referred
  const record = `the record${id === undefined ? '' : ` "${id}"`} of "${resource.type}"`
  const name = clientName(referred, column)
  const key = name === undefined ? 'no key' : `no "${name}"`
  const message = `cannot be linked because ${record} has ${key} to refer to`
  session.issues.push({ node, issue: { attribute, message }, pointer })
}
