import { columnValues } from '../../adapter/column-values.js'
import { told } from '../../adapter/facts.js'
import type { PlainSideload } from '../../read/related-scope.js'
import { mayHide } from '../../plan/visibility.js'
import { type CompiledResource, idOf, keyOfId } from '../../resource/compile.js'
import { type Watchers, watchersOf } from '../plan/watchers.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'

/** A relationship of a record of the write, and the existing records that it names. */
export interface LinkedRelation {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  readonly sideload: PlainSideload
  readonly target: CompiledResource
  readonly named: readonly WriteReference[]
}

const OPERATIONS = [
  'create',
  'update',
  'destroy',
  'associate',
  'disassociate',
  'persistWithRelationships',
  'validate',
] as const satisfies readonly (keyof Watchers['overrides'])[]

/**
 * Whether records that a write only links may be found after everything is written. No method of the application may
 * see a link to a record that is not there, or run again because of one; and the store has to be able to roll back.
 */
export const mayFindLate = ({ inBatches, root, nodes }: Session): boolean =>
  inBatches &&
  root.resource.facts().transacts &&
  nodes.every(({ resource }) => {
    const { overrides } = watchersOf(resource)
    return OPERATIONS.every((operation) => !overrides[operation])
  })

/**
 * Assumes that the records that a new record links are there: of each, only the key is known until it is found (rule
 * 11.13). False, with nothing assumed, if more of them is needed to write the links, or if anything may hide them: who
 * sees a record is decided before the write changes anything.
 */
export function assumeRelated(session: Session, relation: LinkedRelation): boolean {
  const { node, relationship, target, named } = relation
  if (node.method !== 'create' || named.length === 0 || !linksByKey(relation)) return false
  const { store, returnsRecords } = target.facts()
  if (store !== node.resource.facts().store || !returnsRecords) return false
  if (mayBeHidden(relation) || !named.every(isLinkAlone)) return false
  const keys = named.map(({ node: { id = '' } }) => keyOfId(target, id))
  if (!keys.every(({ ok }) => ok)) return false
  session.members.set(relationship, NO_MEMBERS)
  for (const [at, { node: child }] of named.entries()) {
    const key = keys[at]
    if (!key?.ok || session.existing.has(child)) continue
    session.existing.set(child, columnValues(target.primaryKey, key.value))
    session.late.set(child, undefined)
  }
  return true
}

/** Notes an existing record of a write that is found. */
export function noteFound({ existing, late, changes }: Session, node: WriteNode, record: object): void {
  const assumed = existing.get(node)
  if (!assumed) existing.set(node, record)
  else if (late.has(node)) {
    Object.assign(assumed, record)
    late.set(node, { record, at: changes.count })
  }
}

export const NO_MEMBERS: ReadonlyMap<string, object> = new Map()

/**
 * Whether the write itself created a record that it was to link, because the request has guessed its key (rule 11.13).
 */
export function linksOwn({ late, saved, touched }: Session): boolean {
  const created = [...touched.values()].filter(({ action }) => action === 'create')
  return [...late.keys()].some((node) => {
    const { resource } = node
    const id = idOf(resource, saved.get(node) ?? {})
    return created.some(
      ({ node: { resource: other }, record }) => other.model === resource.model && idOf(other, record) === id,
    )
  })
}

const mayBeHidden = ({ sideload, target }: LinkedRelation): boolean =>
  mayHide({ sideload, target }) ||
  watchersOf(target).overrides.resolve ||
  target.config.filters.get('id')?.filter !== undefined

/** Whether the keys of the linked records are all that a link needs. */
function linksByKey({ relationship, sideload, target }: LinkedRelation): boolean {
  if (relationship.sideload.kind === 'belongsTo' && sideload.kind === 'belongsTo') {
    const { primaryKey = target.primaryKey } = sideload
    return primaryKey.every((column) => target.primaryKey.includes(column))
  }
  if (sideload.kind !== 'hasAndBelongsToMany') return false
  const join = told(target.facts().joinRecords({ relation: sideload.join, key: sideload.joinKey }))
  // The application may see the rows of a join model.
  return join !== undefined && join.model === undefined
}

const isLinkAlone = ({ node, method }: WriteReference): boolean =>
  method === 'associate' &&
  node.method === 'associate' &&
  !node.hasContent &&
  node.attributes.size === 0 &&
  node.relationships.length === 0
