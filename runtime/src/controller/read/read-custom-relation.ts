import { InvalidParameter } from '../../error/errors.js'
import { type CompiledResource, keyOfRecord } from '../../resource/compile.js'
import { basesOf } from '../../reader/base/bases.js'
import { compose } from '../../reader/base/compose.js'
import type { PagePlan } from '../../plan/plan.js'
import { load, newRun } from '../../reader/run.js'
import { computeStats } from '../../reader/stats.js'
import { assignedTo } from '../../reader/base/assign-custom.js'
import type { KnownRelation } from '../../resource/relations.js'
import { loadIncludes } from '../../reader/load.js'
import { keysAtOnce } from '../../adapter/rows/keys.js'
import type { ReadResult } from '../response/page-links.js'
import { logOf } from '../context-state.js'
import type { Checked } from './find-relation.js'
import type { Context } from '../context.js'

/** A custom relationship of one record, and the request's query for it. */
interface CustomRelation {
  readonly relation: KnownRelation
  readonly parent: object
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
  { relation, parent, checked: { target, query, plan }, base }: CustomRelation,
): Promise<{ readonly records: readonly object[]; readonly read: ReadResult }> {
  const { root, fields } = plan
  const { page } = root
  const run = newRun({ context, log: logOf(context), fields, concurrency: query.limits.concurrency })
  const asked = { ...root, base: { kind: 'given', scope: base }, page: undefined } as const
  const { unpaginated } = await compose(asked, base, run)
  // An empty page needs no records (rule 5.2), unless they are counted.
  const isAsked = page?.size !== 0 || plan.stats.length > 0
  const children =
    isAsked && !root.matchesNothing
      ? await load({ ...asked, shown: page?.size ?? Number.POSITIVE_INFINITY }, unpaginated, run)
      : []
  const members = isAsked ? await assignedTo(relation, parent, children) : []
  const records = page ? cut(members, page) : members
  await loadIncludes(root.includes, records, target, run)
  const hasNext = page !== undefined && members.length > page.number * page.size
  if (plan.stats.length === 0) return { records, read: { plan, stats: undefined, hasNext } }
  const counted = isAll(members, children) ? unpaginated : await among(unpaginated, members, target, context)
  const ofMembers = { ...asked, matchesNothing: members.length === 0 }
  const stats = await computeStats(plan.stats, ofMembers, counted, run)
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
  const limit = keysAtOnce(target.facts().can, target.primaryKey)
  if (members.length > limit) {
    const detail = `Stats of this relationship can be computed for at most ${limit} records.`
    throw new InvalidParameter({ detail, source: { parameter: 'stats' } })
  }
  const keys = members.map((member) => keyOfRecord(target, member))
  const base = { kind: 'given', scope } as const
  const [among = scope, ...others] = await basesOf({ resource: target, base, keys }, context)
  if (others.length > 0) {
    const detail = `Stats of this relationship cannot be computed, because "${target.type}" can be found by only one id at a time.`
    throw new InvalidParameter({ detail, source: { parameter: 'stats' } })
  }
  return among
}

const cut = (members: readonly object[], { number, size }: PagePlan): readonly object[] =>
  members.slice((number - 1) * size, number * size)
