import type { KeyValues } from '../../value/key.js'
import { castTo } from '../../base/cast.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { type CompiledResource, idOf, keyOfId } from '../../resource/compile.js'
import type { WriteAction } from '../../declare/config.js'
import { withinPolicy } from '../../plan/policies.js'
import { baseOf, visibleScope } from '../../plan/visibility.js'
import { atMost } from '../../read/record-limits.js'
import { assignedTo } from '../../read/assign-custom.js'
import { amongIds } from '../../read/among-ids.js'
import { incomparableText } from '../../read/incomparable-text.js'
import { type PlainSideload, relatedScope } from '../../read/related-scope.js'
import { lockRecords } from './locks.js'

/**
 * The records of a base with the given ids that the default filters leave visible (rule 18.6). Records that the same
 * request has added are found too, because the writer sees what it wrote (rule 11.9). With an action, only records
 * whose policies permit it; they are locked.
 */
export async function visibleRecords(
  resource: CompiledResource,
  base: unknown,
  ids: readonly string[],
  action?: WriteAction,
): Promise<readonly object[]> {
  const keys = parsedIds(resource, ids)
  if (keys.length === 0) return []
  return foundAndLocked(resource, action, () => visibleAmong(resource, base, { ids, keys, action }))
}

/**
 * The id of the record that a store finds by an id in another spelling, as one that ignores case does. Undefined once the
 * store could not compare an id of the request.
 */
export async function storedSpelling(
  resource: CompiledResource,
  base: unknown,
  id: string,
): Promise<string | undefined> {
  if (currentRequest().hasIncomparable) return undefined
  const [record] = await recordsAmong(
    resource,
    await visible(resource, base, undefined),
    parsedIds(resource, [id]),
  )
  const stored = record && idOf(resource, record)
  return stored === id ? undefined : stored
}

/** Finds records, and again once they are locked: another writer may have moved them out of their scope meanwhile. */
async function foundAndLocked(
  resource: CompiledResource,
  action: WriteAction | undefined,
  find: () => Promise<readonly object[]>,
): Promise<readonly object[]> {
  const found = await find()
  return action !== undefined && (await lockRecords(resource, found)) ? find() : found
}

/** Records to find, for an action whose scopes limit it. */
interface Sought {
  readonly ids: readonly string[]
  readonly keys: readonly KeyValues[]
  readonly action: WriteAction | undefined
}

async function visibleAmong(
  resource: CompiledResource,
  base: unknown,
  { ids, keys, action }: Sought,
): Promise<readonly object[]> {
  const found = [...(await recordsAmong(resource, await visible(resource, base, action), keys))]
  const own = ids.filter((id) => currentRequest().hasAdded(resource.type, id))
  const hidden = own.filter((id) => !found.some((record) => idOf(resource, record) === id))
  if (hidden.length > 0) {
    const scope = await permitted(resource, await base, action)
    found.push(...(await recordsAmong(resource, scope, parsedIds(resource, hidden))))
  }
  // A store that ignores case finds records with other ids.
  const given = new Set(ids)
  return found.filter((record) => given.has(idOf(resource, record)))
}

/**
 * The visible records with the given ids that a relationship may link: in the relationship's own scope, or else in that
 * of the related resource.
 */
export async function linkableRecords(
  owner: CompiledResource,
  sideload: PlainSideload,
  target: CompiledResource,
  ids: readonly string[],
  action?: WriteAction,
): Promise<readonly object[]> {
  const { context } = currentFrame()
  const base =
    sideload.kind === 'custom'
      ? currentRequest().baseScopeOf(target.instance, context)
      : baseOf({ owner, sideload, target }, context)
  return visibleRecords(target, await base, ids, action)
}

/** Selects members of a relationship: by ids and by a permitted action, or up to a number of all members. */
export interface Members {
  readonly ids: readonly string[]
  readonly action: WriteAction | undefined
  readonly limit: number
}

/** The visible members of a relationship: those that are selected, or all. */
export async function currentMembers(
  owner: CompiledResource,
  parent: object,
  sideload: PlainSideload,
  target: CompiledResource,
  { ids, action, limit }: Partial<Members> = {},
): Promise<readonly object[]> {
  const related = await relatedScope({ sideload, target, owner }, parent, currentFrame().context)
  const keys = ids && parsedIds(target, ids)
  if (!related || keys?.length === 0) return []
  const scope = await visible(target, related.scope, action)
  if (sideload.kind !== 'custom') {
    if (!keys) return resolved(target, scope, limit)
    return foundAndLocked(target, action, () => recordsAmong(target, scope, keys))
  }
  const members = await assignedTo(sideload, parent, await resolved(target, scope), owner)
  return ids ? members.filter((member) => ids.includes(idOf(target, member))) : members
}

async function visible(
  resource: CompiledResource,
  scope: unknown,
  action: WriteAction | undefined,
): Promise<unknown> {
  const { context } = currentFrame()
  const seen = await visibleScope(resource, resource.instance, scope, context)
  return action === undefined ? seen : withinPolicy(seen, resource, action, context)
}

/** A base, narrowed by the policies of its resource only. */
async function permitted(
  resource: CompiledResource,
  base: unknown,
  action: WriteAction | undefined,
): Promise<unknown> {
  const { context } = currentFrame()
  const seen = await withinPolicy(base, resource, 'read', context)
  return action === undefined ? seen : withinPolicy(seen, resource, action, context)
}

/**
 * Resolves a scope through its Resource, so that overrides run (rule 1.5). Resolves one record more than the limit at
 * most.
 */
async function resolved(
  resource: CompiledResource,
  scope: unknown,
  limit: number = currentRequest().budget.limit('records'),
): Promise<readonly object[]> {
  const { budget } = currentRequest()
  budget.deadline.check()
  const bounded = atMost(resource, resource.instance, scope, limit + 1)
  return castTo<readonly object[]>(await resource.instance.resolve(bounded))
}

/** Ids that cannot be parsed match nothing and are dropped. */
function parsedIds(resource: CompiledResource, ids: readonly string[]): readonly KeyValues[] {
  return ids.flatMap((id) => {
    const parsed = keyOfId(resource, id)
    return parsed.ok ? [parsed.value] : []
  })
}

async function recordsAmong(
  resource: CompiledResource,
  scope: unknown,
  keys: readonly KeyValues[],
): Promise<readonly object[]> {
  const records: object[] = []
  for (const narrowed of await amongIds(scope, keys, {
    resource,
    instance: resource.instance,
    context: currentFrame().context,
  })) {
    try {
      records.push(...(await resolved(resource, narrowed)))
    } catch (error) {
      if (!incomparableText(error, resource.adapter(), narrowed, resource)) throw error
      // The store has no record with a key that it cannot compare. On PostgreSQL, nothing more can be asked in this transaction.
      currentRequest().hasIncomparable = true
      if (keys.length === 1) return []
      const each: (readonly object[])[] = []
      for (const key of keys) each.push(await recordsAmong(resource, scope, [key]))
      return each.flat()
    }
  }
  return records
}
