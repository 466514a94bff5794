import { isInTransaction } from '../../adapter/transaction/current-transaction.js'
import { valuesOf } from '../../adapter/rows/column-values.js'
import { compile, type CompiledResource } from '../../resource/compile.js'
import { findRegistry } from '../../resource/registry.js'
import { relationshipsOf } from '../../resource/relations.js'
import type { Relation } from '../../vocabulary/relation.js'
import { keysOfType } from '../../adapter/rows/keys.js'
import { amongCondition, keyTypes, ofGroup } from '../../reader/base/key-condition.js'
import { readRows } from '../../reader/rows.js'
import type { Session } from '../session/session.js'
import { neededError } from '../session/store-fault.js'

/** Whether a polymorphic key may name records of a resource. The store has no foreign key for it. */
export const hasPolymorphicReferrers = (resource: CompiledResource): boolean =>
  referrersOf(resource).length > 0

/**
 * Checks that no polymorphic key names a destroyed record, as the store checks a foreign key.
 *
 * Throws Conflict, which points at the record.
 */
export async function checkPolymorphicKeys({ touched }: Pick<Session, 'touched'>): Promise<void> {
  for (const { node, action, record } of touched) {
    if (action !== 'destroy') continue
    for (const referrer of referrersOf(node.resource)) {
      if (!(await namesRecord(referrer, record))) continue
      // An application's own destroy may keep the row and mark it: then no key dangles.
      if (!(await isThere(node.resource, record))) throw neededError(node)
    }
  }
}

/** Whether the row of a record is in the store, hidden or not. */
async function isThere(resource: CompiledResource, record: object): Promise<boolean> {
  const { primaryKey } = resource
  if (!isInTransaction(resource.facts().store)) return false
  const keys = keysOfType([valuesOf(record, primaryKey)], keyTypes(resource, primaryKey))
  const where = [amongCondition(resource, primaryKey, keys)]
  return (await readRows({ resource, where, count: 1 })).length > 0
}

/** Whether a column names the group of a relation. */
export const isPolymorphic = ({ constants }: Relation<CompiledResource>): boolean =>
  Object.keys({ ...constants.owner, ...constants.target }).length > 0

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
    .filter(({ group, target }) => group !== '' && target?.type === named.type)
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
  if (!isInTransaction(owner.facts().store)) return false
  const key = valuesOf(record, pairs.target)
  const keys = keysOfType([key], keyTypes(owner, pairs.owner))
  if (key.includes(null) || keys.length === 0) return false
  const where = [amongCondition(owner, pairs.owner, keys), ...ofGroup(owner, constants.owner)]
  return (await readRows({ resource: owner, where, count: 1 })).length > 0
}
