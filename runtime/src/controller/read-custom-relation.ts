import { InvalidParameter } from '../error/errors.js'
import { type CompiledResource, keyOfRecord } from '../resource/compile.js'
import { buildNode } from '../read/build.js'
import type { PagePlan } from '../plan/plan.js'
import { newRun, resolveLogged } from '../read/run.js'
import { computeStats } from '../read/stats.js'
import { assignedTo } from '../read/assign-custom.js'
import type { CustomSideload } from '../declare/sideload.js'
import { loadIncludes } from '../read/load.js'
import { amongIds } from '../read/among-ids.js'
import { keysAtOnce } from '../adapter/keys.js'
import type { ReadResult } from './page-links.js'
import { logOf } from './context-log.js'
import type { Checked } from './find-relation.js'
import type { Context } from './context.js'

/** A custom relationship of one record, and the request's query for it. */
interface CustomRelation {
  readonly owner: CompiledResource
  readonly parent: object
  readonly sideload: CustomSideload
  readonly checked: Checked
  /** The scope of the children, which the application gives. */
  readonly base: unknown
}

/**
 * Reads the records of a custom relationship. The children are filtered and sorted as for an include, and the
 * application assigns them (rule 9.1). Pages and stats are then made of the assigned list.
 */
export async function readAssigned(
  context: Context,
  { owner, parent, sideload, checked: { target, query, plan }, base }: CustomRelation,
): Promise<{ readonly records: readonly object[]; readonly read: ReadResult }> {
  const { root, fields } = plan
  const { page } = root
  const run = newRun({ context, log: logOf(context), fields, concurrency: query.limits.concurrency })
  const { unpaginated } = await buildNode(root, target.instance, base, run, { paginate: false })
  // An empty page needs no records (rule 5.2), unless they are counted.
  const isAsked = page?.size !== 0 || plan.stats.length > 0
  const children =
    isAsked && !root.matchesNothing ? await resolveLogged(run, root, target.instance, unpaginated) : []
  const members = isAsked ? await assignedTo(sideload, parent, children, owner) : []
  const records = page ? cut(members, page) : members
  await loadIncludes(root.includes, records, target, run)
  const hasNext = page !== undefined && members.length > page.number * page.size
  if (plan.stats.length === 0) return { records, read: { plan, stats: undefined, hasNext } }
  const counted = isAll(members, children) ? unpaginated : await among(unpaginated, members, target, context)
  const node = { resource: target, matchesNothing: members.length === 0 }
  const stats = await computeStats(plan.stats, node, target.instance, counted, run)
  return { records, read: { plan, stats, hasNext } }
}

const isAll = (members: readonly object[], children: readonly object[]): boolean =>
  new Set([...members, ...children]).size === members.length && members.length === children.length

/**
 * The scope of the children, narrowed to the assigned ones.
 *
 * Throws InvalidParameter if they are more than the store takes in one list, or are found one by one: stats of parts
 * cannot be combined.
 */
async function among(
  scope: unknown,
  members: readonly object[],
  target: CompiledResource,
  context: object,
): Promise<unknown> {
  const limit = keysAtOnce(target.facts(), target.primaryKey)
  if (members.length > limit) {
    const detail = `Stats of this relationship can be computed for at most ${limit} records.`
    throw new InvalidParameter({ detail, source: { parameter: 'stats' } })
  }
  const ids = members.map((member) => keyOfRecord(target, member))
  const [among = scope, ...others] = await amongIds(scope, ids, {
    resource: target,
    instance: target.instance,
    context,
  })
  if (others.length > 0) {
    const detail = `Stats of this relationship cannot be computed: "${target.type}" is found by one id at a time.`
    throw new InvalidParameter({ detail, source: { parameter: 'stats' } })
  }
  return among
}

const cut = (members: readonly object[], { number, size }: PagePlan): readonly object[] =>
  members.slice((number - 1) * size, number * size)
