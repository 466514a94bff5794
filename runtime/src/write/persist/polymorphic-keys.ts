import { isInTransaction } from '../../adapter/current-transaction.js'
import { valuesOf } from '../../adapter/column-values.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { compile, type CompiledResource } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { findRegistry } from '../../resource/registry.js'
import { relationshipOf, relationshipsOf } from '../../resource/relations.js'
import type { Relation } from '../../vocabulary/relation.js'
import { keysOfType } from '../../adapter/keys.js'
import { amongConstants, amongKeys, keyTypes } from '../../read/related-scope.js'
import { isLinked, linksExisting } from '../request/node.js'
import type { Session, Touched } from './session.js'
import { neededError } from './store-fault.js'

/**
 * Whether a write links a record by a polymorphic key, or destroys a record that such a key may name. The store has no
 * foreign key for it, so concurrent writes need a serializable transaction (rule 21.4).
 */
export function touchesPolymorphicKeys({ nodes }: Pick<Session, 'nodes'>): boolean {
  return nodes.some((node) => {
    if (node.method === 'destroy') return referrersOf(node.resource).length > 0
    return node.relationships.some(({ sideload, references }) => {
      const { holder, relations } = relationshipOf(node.resource, sideload)
      if (!relations.some(isPolymorphic)) return false
      if (holder === 'owner') return references.some(linksExisting)
      // Nobody else can destroy a record that this request creates.
      return node.method !== 'create' && references.some(isLinked)
    })
  })
}

/**
 * Checks that no polymorphic key names a destroyed record, as the store checks a foreign key.
 *
 * Throws Conflict, which points at the record.
 */
export function checkPolymorphicKeys({ touched }: Pick<Session, 'touched'>): Awaitable<void> {
  const destroyed = [...touched.values()].filter(({ action }) => action === 'destroy')
  return destroyed.length > 0 ? checkReferrers(destroyed) : undefined
}

async function checkReferrers(destroyed: readonly Touched[]): Promise<void> {
  for (const { node, record } of destroyed) {
    for (const referrer of referrersOf(node.resource)) {
      if (!(await namesRecord(referrer, record))) continue
      // An application's own destroy may keep the row and mark it: then no key dangles.
      if (!(await isThere(node.resource, record))) throw neededError(node)
    }
  }
}

/** Whether the row of a record is in the store, hidden or not. */
async function isThere(resource: CompiledResource, record: object): Promise<boolean> {
  const adapter = resource.adapter()
  if (!isInTransaction(resource.facts().store)) return false
  const keys = keysOfType([valuesOf(record, resource.primaryKey)], keyTypes(resource, resource.primaryKey))
  const scope = amongKeys(adapter.all(resource), resource.primaryKey, keys, resource)
  currentRequest().budget.deadline.check()
  return (await adapter.read(scope, 'all', resource)).length > 0
}

/** Whether a column names the group of a relation. */
const isPolymorphic = ({ constants }: Relation<CompiledResource>): boolean =>
  Object.keys(constants).length > 0

/**
 * The relations whose polymorphic keys may name records of the resource: from the registry, and from the resource's own
 * polymorphic relationships to many.
 */
function referrersOf(named: CompiledResource): readonly Relation<CompiledResource>[] {
  const known = [...(findRegistry(named.resourceClass)?.values() ?? [])].map(compile)
  const children = relationsOf(named).flatMap((relation) =>
    isPolymorphic(relation) ? (relation.target ?? []) : [],
  )
  const resources = new Map([...known, ...children].map((resource) => [resource.type, resource]))
  return [...resources.values()]
    .flatMap(relationsOf)
    .filter(({ group, target }) => group !== undefined && target?.type === named.type)
}

const relationsOf = (resource: CompiledResource): readonly Relation<CompiledResource>[] =>
  [...relationshipsOf(resource).values()].flatMap(({ relations }) => relations)

/**
 * Searches all records, including those that a base scope or default filters hide. Records of another store are not
 * searched.
 */
async function namesRecord(
  { owner, pairs, constants }: Relation<CompiledResource>,
  record: object,
): Promise<boolean> {
  const adapter = owner.adapter()
  if (!isInTransaction(owner.facts().store)) return false
  const key = valuesOf(record, pairs.target)
  const keys = keysOfType([key], keyTypes(owner, pairs.owner))
  if (key.includes(null) || keys.length === 0) return false
  const ofKey = amongKeys(adapter.all(owner), pairs.owner, keys, owner)
  const ofGroup = amongConstants(ofKey, constants, owner)
  const scope = adapter.arrange(ofGroup, { kind: 'page', number: 1, size: 1 }, owner)
  currentRequest().budget.deadline.check()
  return (await adapter.read(scope, 'all', owner)).length > 0
}
