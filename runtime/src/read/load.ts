import { isInTransaction } from '../adapter/current-transaction.js'
import type { IncludePlan } from '../plan/plan.js'
import type { Run } from './run.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Loading } from './fetch.js'
import type { PlainSideload } from './related-scope.js'
import { loadCustom } from './load-custom.js'
import { loadJoined } from './load-joined.js'
import { loadKeyed } from './load-keyed.js'
import { type Assigned, loadPolymorphic } from './load-polymorphic.js'

/**
 * Loads the included relationships into the records, level by level: one query for each include path, for any number of
 * records (rule 9.4). Outside of a transaction siblings run concurrently, within the limit of the run; inside one they
 * run in order.
 */
export async function loadIncludes(
  includes: readonly IncludePlan[],
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<void> {
  if (includes.length === 0 || parents.length === 0) return
  const load = async (include: IncludePlan): Promise<void> => {
    for (const [node, children] of await loadInclude(include, parents, owner, run)) {
      if (node.includes.length > 0) await loadIncludes(node.includes, children, node.resource, run)
    }
  }
  if (isOneByOne(includes, owner)) for (const include of includes) await load(include)
  else await Promise.all(includes.map(load))
}

/** Whether any of their stores is in a transaction, where only one query runs at a time. */
function isOneByOne(includes: readonly IncludePlan[], owner: CompiledResource): boolean {
  const targets = includes.flatMap(({ nodes }) => [...nodes.values()].map(({ resource }) => resource))
  return [owner, ...targets].some(({ facts }) => isInTransaction(facts().store))
}

/** Loads one relationship of the parents and assigns it: every parent gets an array, a record or null (rule 9.2). */
export async function loadInclude(
  include: IncludePlan,
  parents: readonly object[],
  owner: CompiledResource,
  run: Run,
): Promise<Assigned> {
  const { sideload } = include
  if (sideload.kind === 'polymorphicBelongsTo') {
    return loadPolymorphic({ sideload, nodes: include.nodes, parents, owner }, run)
  }
  const node = include.nodes.get('')
  if (!node) return []
  return [[node, await loadPlain(sideload, { node, parents, owner }, run)]]
}

function loadPlain(
  sideload: PlainSideload,
  of: Omit<Loading<PlainSideload>, 'sideload'>,
  run: Run,
): Promise<readonly object[]> {
  switch (sideload.kind) {
    case 'hasMany':
    case 'hasOne':
    case 'belongsTo':
    case 'polymorphicHasMany':
      return loadKeyed({ sideload, ...of }, run)
    case 'hasAndBelongsToMany':
      return loadJoined({ sideload, ...of }, run)
    case 'custom':
      return loadCustom({ sideload, ...of }, run)
  }
}
