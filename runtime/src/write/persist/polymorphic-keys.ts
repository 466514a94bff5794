import { isInTransaction } from '../../adapter/current-transaction.js'
import { valuesOf } from '../../adapter/column-values.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { compile, type CompiledResource } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { findRegistry } from '../../resource/registry.js'
import type { PolymorphicGroup } from '../../declare/sideload.js'
import { keysOfType } from '../../adapter/keys.js'
import { amongKeys, keyTypes } from '../../read/related-scope.js'
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
      // Nobody else can destroy a record that this request creates.
      if (sideload.kind === 'polymorphicHasMany') return node.method !== 'create' && references.some(isLinked)
      return sideload.kind === 'polymorphicBelongsTo' && references.some(linksExisting)
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
      if (!(await namesRecord(referrer, node.resource, record))) continue
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

/** Records that name other records by a key and a type column. */
interface Referrer {
  readonly resource: CompiledResource
  readonly groupBy: string
  /** The value of the type column. */
  readonly value: string
  readonly group: PolymorphicGroup
}

/**
 * The relationships whose polymorphic keys may name records of the resource: from the registry, and the resource's own
 * polymorphicHasMany.
 */
function referrersOf(target: CompiledResource): readonly Referrer[] {
  const known = [...(findRegistry(target.resourceClass)?.values() ?? [])].map(compile)
  const children = [...target.config.sideloads.values()].flatMap((sideload) =>
    sideload.kind === 'polymorphicHasMany' ? (target.target(sideload) ?? []) : [],
  )
  return [...new Map([...known, ...children].map((resource) => [resource.type, resource])).values()].flatMap(
    (resource) => groupsOf(resource, target),
  )
}

function groupsOf(resource: CompiledResource, target: CompiledResource): readonly Referrer[] {
  return [...resource.config.sideloads.values()].flatMap((sideload) => {
    if (sideload.kind !== 'polymorphicBelongsTo') return []
    const targets = resource.targets(sideload)
    return [...sideload.groups].flatMap(([value, group]) =>
      targets.get(value)?.type === target.type ? [{ resource, groupBy: sideload.groupBy, value, group }] : [],
    )
  })
}

/**
 * Searches all records, including those that a base scope or default filters hide. Records of another store are not
 * searched.
 */
async function namesRecord(
  { resource, groupBy, value, group }: Referrer,
  target: CompiledResource,
  record: object,
): Promise<boolean> {
  const adapter = resource.adapter()
  if (!isInTransaction(resource.facts().store)) return false
  const key = valuesOf(record, group.primaryKey ?? target.primaryKey)
  const keys = keysOfType([key], keyTypes(resource, group.foreignKey))
  if (key.includes(null) || keys.length === 0) return false
  const ofKey = amongKeys(adapter.all(resource), group.foreignKey, keys, resource)
  const ofGroup = amongKeys(ofKey, [groupBy], [[value]], resource)
  const scope = adapter.arrange(ofGroup, { kind: 'page', number: 1, size: 1 }, resource)
  currentRequest().budget.deadline.check()
  return (await adapter.read(scope, 'all', resource)).length > 0
}
