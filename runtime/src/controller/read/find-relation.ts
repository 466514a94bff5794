import { JsonapiError } from '../../error/jsonapi-error.js'
import type { Query } from '../../query/query.js'
import { compiledOf, type CompiledResource } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { groupOf, type KnownRelation, relationOfGroup, relationshipOf } from '../../resource/relations.js'
import type { Relationship } from '../../vocabulary/relation.js'
import { askRelationships } from '../../plan/view/view.js'
import { queryOfText } from '../../plan/known-plans.js'
import { deniedAction } from '../check-address.js'
import type { ReadPlan } from '../../plan/plan.js'
import type { Within } from '../../plan/plan-options.js'
import { planRead } from '../../plan/plan-read.js'
import { read } from '../../reader/reader.js'
import { newRun, noFields } from '../../reader/run.js'
import { logOf } from '../context-state.js'
import { type ScopeOptions, scopeOfRecord } from '../../reader/scope.js'
import { permittedBehind } from '../context-configuration.js'
import type { Context } from '../context.js'
import { DEFAULT_SETTINGS, queryOptions } from '../settings.js'

/** A relationship of a found record, and the request's query for the related records. */
export interface Relation {
  readonly relationship: Relationship<CompiledResource>
  readonly parent: object
  /** The relation that the record has; undefined if its group is unknown. */
  readonly relation: KnownRelation | undefined
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
  name: string,
  queryOfTarget: QueryOfTarget,
): Promise<Relation> {
  const resource = context.jsonapiResource
  const owner = compiledOf(resource)
  const relationship = relationshipOf(owner, { name })
  const asked = { context, relationship, within: withinOf(id, relationship), queryOfTarget }
  const checked = await checkTargets(asked)
  const columns = columnsOfParent(relationship)
  const query = queryOfText(owner, '', {}, currentRequest().guardsOf(context))
  const { find } = await scopeOfRecord(resource, context.recordScope(), id, query, { columns })
  const parent = await find()
  const group = groupOf(relationship, parent)
  const relation = relationOfGroup(relationship, group)
  const nowhere = { relationship, parent, relation: undefined }
  if (!relation) return { ...nowhere, checked: atGroup(checked, undefined) }
  if (checked.get(group) instanceof JsonapiError) {
    // The error for a hidden record would otherwise reveal its resource.
    const run = newRun({ context, log: logOf(context), fields: noFields(), concurrency: 1 })
    const { target, pairs } = relation
    const base = { kind: 'related', relation, parents: [parent] } as const
    const visible = await read({ resource: target, path: name, base, columns: pairs.target }, run)
    if (visible.length === 0) return { ...nowhere, checked: atGroup(checked, undefined) }
  }
  return { relationship, parent, relation, checked: atGroup(checked, group) }
}

/** The columns of a record that lead to its relatives; undefined if functions of the application get the record. */
function columnsOfParent({
  owner,
  relations,
  ownKey,
}: Relationship<CompiledResource>): readonly string[] | undefined {
  const keys = relations.flatMap(({ pairs }) => pairs.owner)
  return keys.length === 0 ? undefined : [...new Set([...owner.primaryKey, ...keys, ...ownKey])]
}

/** A request for the related records of a record. */
interface RelationRequest {
  readonly context: Context
  readonly relationship: Relationship<CompiledResource>
  readonly within: Within
  readonly queryOfTarget: QueryOfTarget
}

const withinOf = (id: string, { owner, name, holder }: Relationship<CompiledResource>): Within => ({
  name: JSON.stringify([owner.type, id, name]),
  assigned: holder === 'method',
})

type Outcomes = ReadonlyMap<string, Checked | JsonapiError>

/** Checks the request against every target of the relationship; refuses it if no target accepts it. */
async function checkTargets(asked: RelationRequest): Promise<Outcomes> {
  const outcomes = new Map<string, Checked | JsonapiError>()
  for (const { group, target } of asked.relationship.relations) {
    if (target) outcomes.set(group, await check(target, asked))
  }
  const all = [...outcomes.values()]
  const [first] = all
  if (first instanceof JsonapiError && all.every((outcome) => outcome instanceof JsonapiError)) throw first
  return outcomes
}

async function check(
  target: CompiledResource,
  { context, relationship, within, queryOfTarget }: RelationRequest,
): Promise<Checked | JsonapiError> {
  const single = !relationship.many
  const action = single ? 'show' : 'index'
  const permitted = permittedBehind(context, target, action)
  const refusal = await deniedAction(context, target, action)
  if (refusal) return refusal
  try {
    const settings = context.settings ?? DEFAULT_SETTINGS
    const guards = currentRequest().guardsOf(context)
    await askRelationships(target, guards)
    const asked = queryOfText(target, context.search ?? '', queryOptions(settings), guards)
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
