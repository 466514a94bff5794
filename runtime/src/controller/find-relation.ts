import { memberOf } from '../base/cast.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { Query } from '../query/query.js'
import { compiledOf, type CompiledResource } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import { relationshipOf } from '../resource/relations.js'
import { seenBy, settleRelationships } from '../resource/relationship-guards.js'
import { deniedAction } from './check-address.js'
import type { ReadPlan } from '../plan/plan.js'
import type { Within } from '../plan/plan-options.js'
import { planRead } from '../plan/plan-read.js'
import { findRecord } from '../read/find-record.js'
import { newRun } from '../read/run.js'
import { visibleKeys } from '../read/visible-keys.js'
import { logOf } from './context-log.js'
import type { ScopeOptions } from '../read/scope.js'
import { belongsToOf, type SideloadConfig } from '../declare/sideload.js'
import type { PlainSideload } from '../read/related-scope.js'
import { permittedBehind } from './permitted-includes.js'
import type { Context } from './context.js'
import { DEFAULT_SETTINGS, queryOptions } from './settings.js'

/** A relationship of a found record, and the request's query for the related records. */
export interface Relation {
  readonly owner: CompiledResource
  readonly parent: object
  readonly sideload: SideloadConfig
  /** The sideload as one to a single resource; undefined if the record has no relative. */
  readonly plain: PlainSideload | undefined
  /** The related resource. For a polymorphic relationship without a relative, one of the possible resources. */
  readonly checked: Checked
}

/** A target resource, and a query that is valid for it. */
export interface Checked {
  readonly target: CompiledResource
  /** The query as the request has it. */
  readonly asked: Query
  /** The part of the query for the target. */
  readonly query: Query
  readonly plan: ReadPlan
  readonly options: ScopeOptions
}

/** Takes the part of a request's query that is for the related records. */
export type QueryOfTarget = (asked: Query) => Query

/**
 * Finds the record, after the query for its relatives has been checked, so that a refused request runs no query (rule
 * 18.2).
 *
 * Throws the error of a refused query; RecordNotFound if the record is missing.
 */
export async function findRelation(
  context: Context,
  id: string,
  relationship: string,
  queryOfTarget: QueryOfTarget,
): Promise<Relation> {
  const resource = context.jsonapiResource
  const owner = compiledOf(resource)
  const sideload = owner.config.sideloads.get(relationship)
  if (!sideload) throw new Error(`"${owner.type}" has no sideload "${relationship}".`)
  const asked = { context, sideload, within: withinOf(owner, id, sideload), queryOfTarget }
  const checked = await checkTargets(owner, asked)
  const columns = columnsOfParent(owner, sideload)
  const { record: parent } = await findRecord(
    resource,
    context.recordScope(),
    id,
    Query.ofValues(owner, {}),
    { columns },
  )
  if (sideload.kind !== 'polymorphicBelongsTo') {
    return { owner, parent, sideload, plain: sideload, checked: atGroup(checked, '') }
  }
  const value = String(memberOf(parent, sideload.groupBy))
  const plain = belongsToOf(sideload, value)
  const nowhere = { owner, parent, sideload, plain: undefined }
  const target = owner.targets(sideload).get(value)
  if (!plain || !target) return { ...nowhere, checked: atGroup(checked, undefined) }
  if (checked.get(value) instanceof JsonapiError) {
    // The error for a hidden record would otherwise reveal its resource.
    const run = newRun({ context, log: logOf(context), fields: new Map(), concurrency: 1 })
    const visible = await visibleKeys({ sideload: plain, target, owner }, [parent], run)
    if (visible.size === 0) return { ...nowhere, checked: atGroup(checked, undefined) }
  }
  return { owner, parent, sideload, plain, checked: atGroup(checked, value) }
}

/** The columns of a record that lead to its relatives; undefined if functions of the application get the record. */
function columnsOfParent(owner: CompiledResource, sideload: SideloadConfig): readonly string[] | undefined {
  const { holder, relations, ownKey } = relationshipOf(owner, sideload)
  if (holder === 'method') return undefined
  const keys = relations.flatMap(({ pairs }) => pairs.owner)
  return [...new Set([...owner.primaryKey, ...keys, ...ownKey])]
}

/** A request for the related records of a record. */
interface RelationRequest {
  readonly context: Context
  readonly sideload: SideloadConfig
  readonly within: Within
  readonly queryOfTarget: QueryOfTarget
}

const withinOf = ({ type }: CompiledResource, id: string, { name, kind }: SideloadConfig): Within => ({
  name: JSON.stringify([type, id, name]),
  assigned: kind === 'custom',
})

type Outcomes = ReadonlyMap<string, Checked | JsonapiError>

/** Checks the request against every target of the relationship; refuses it if no target accepts it. */
async function checkTargets(owner: CompiledResource, asked: RelationRequest): Promise<Outcomes> {
  const outcomes = new Map<string, Checked | JsonapiError>()
  for (const [group, target] of owner.targets(asked.sideload)) {
    outcomes.set(group, await check(target, asked))
  }
  const all = [...outcomes.values()]
  const [first] = all
  if (first instanceof JsonapiError && all.every((outcome) => outcome instanceof JsonapiError)) throw first
  return outcomes
}

async function check(
  target: CompiledResource,
  { context, sideload, within, queryOfTarget }: RelationRequest,
): Promise<Checked | JsonapiError> {
  const single = !sideload.many
  const action = single ? 'show' : 'index'
  const permitted = permittedBehind(context, target, action)
  const refusal = await deniedAction(context, target, action)
  if (refusal) return refusal
  try {
    const settings = context.settings ?? DEFAULT_SETTINGS
    const guards = currentRequest().guardsOf(context)
    await settleRelationships(target, guards)
    const asked = Query.ofSearch(seenBy(target, guards), context.search ?? '', queryOptions(settings))
    const query = queryOfTarget(asked)
    const plan = await planRead(target, query, { guards, permitted, single, within })
    return { target, asked, query, plan, options: { permitted, single, within } }
  } catch (error) {
    if (error instanceof JsonapiError) return error
    throw error
  }
}

/**
 * The outcome for the record's own group; if the record has no relative, that of any group that accepts the request.
 */
function atGroup(outcomes: Outcomes, group: string | undefined): Checked {
  const outcome =
    group === undefined
      ? [...outcomes.values()].find((candidate) => !(candidate instanceof JsonapiError))
      : outcomes.get(group)
  if (outcome instanceof JsonapiError) throw outcome
  if (!outcome) throw new Error('The relationship has no resource.')
  return outcome
}
