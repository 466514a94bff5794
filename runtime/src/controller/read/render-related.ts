import { castTo } from '../../base/cast.js'
import { InvalidInclude } from '../../error/errors.js'
import { NO_INCLUDES } from '../../query/include.js'
import type { Query } from '../../query/query.js'
import { documentBytes, type DocumentOptions, linkageBytes } from '../../render/document.js'
import { recordAddress } from '../../render/links.js'
import { idOf } from '../../resource/compile.js'
import { basesOf } from '../../reader/base/bases.js'
import type { readAssigned } from './read-custom-relation.js'
import { pageLinks, profileOf, type ReadResult } from '../response/page-links.js'
import { logOf } from '../context-state.js'
import { pageOptions } from '../response/document-options.js'
import { type Checked, findRelation, type Relation } from './find-relation.js'
import type { Context } from '../context.js'
import { readHeaders, tagOf } from '../response/read-headers.js'
import { documentResponse } from '../response/response.js'
import { DEFAULT_SETTINGS } from '../settings.js'

/**
 * Answers `/posts/1/comments` (JSON:API, "Fetching Resources"): the related records, through the whole pipeline of
 * their own resource, as primary data.
 *
 * Throws RecordNotFound if the parent does not exist; the errors of the query.
 */
export async function renderRelated(context: Context, id: string, relationship: string): Promise<Response> {
  const relation = await findRelation(context, id, relationship, (query) => query)
  const { records, read } = await readRelation(context, relation)
  const bytes = await documentBytes(records, read.plan, optionsOf(context, records, read))
  // Any change of a member changes a list, so only one record has a tag.
  const tag = relation.relationship.many ? undefined : tagOf(context, bytes)
  const headers = readHeaders(context, { plan: read.plan, tag, owner: relation.relationship.owner })
  return documentResponse(bytes, 200, headers, read.cursors && profileOf(context))
}

/**
 * Answers `/posts/1/relationships/comments` (JSON:API, "Fetching Relationships") with the linkage. Includes begin with
 * the relationship's own name, as JSON:API has it; the related records are then included.
 *
 * Throws the errors of renderRelated.
 */
export async function renderRelationship(
  context: Context,
  id: string,
  relationship: string,
): Promise<Response> {
  const relation = await findRelation(context, id, relationship, (query) => below(query, relationship))
  const { records, read } = await readRelation(context, linkageOf(relation))
  const { topLinks, ...options } = optionsOf(context, records, read)
  const bytes = await linkageBytes(records, read.plan, {
    ...options,
    topLinks: { ...topLinks, ...relationshipLinks(context, relation) },
    withRecords: relation.checked.asked.include?.has(relationship) === true,
  })
  const headers = readHeaders(context, { plan: read.plan, owner: relation.relationship.owner })
  return documentResponse(bytes, 200, headers, read.cursors && profileOf(context))
}

/** A relation of whose records only the keys are needed, unless the request includes more. */
function linkageOf(relation: Relation): Relation {
  const { checked } = relation
  const { target, asked, plan, options } = checked
  const { page, extraFields } = plan.root
  const isWhole = options.within?.assigned || asked.include || page?.cursor || extraFields.length > 0
  return isWhole
    ? relation
    : { ...relation, checked: { ...checked, options: { ...checked.options, columns: target.primaryKey } } }
}

/** The query for the related records, from includes that begin with the relationship's name. */
function below(query: Query, relationship: string): Query {
  if (!query.include) return query
  for (const name of query.include.keys()) {
    if (name === relationship) continue
    const detail = `"${name}" cannot be included here: a path must begin with "${relationship}".`
    throw new InvalidInclude({ detail, source: { parameter: 'include' } })
  }
  return query.withInclude(query.include.get(relationship) ?? NO_INCLUDES)
}

function relationshipLinks(
  context: Context,
  { relationship: { owner, name }, parent }: Relation,
): Readonly<Record<string, string>> {
  const { links } = context.settings ?? DEFAULT_SETTINGS
  const self = recordAddress(links, owner.type, idOf(owner, parent))
  if (self === undefined) return {}
  const segment = encodeURIComponent(name)
  return { self: `${self}/relationships/${segment}`, related: `${self}/${segment}` }
}

/** The related records: a list, or at most one record. */
interface Related {
  readonly records: readonly object[] | object | null
  readonly read: ReadResult
}

async function readRelation(
  context: Context,
  { relationship: { many }, parent, relation, checked }: Relation,
): Promise<Related> {
  const { plan } = checked
  const base = relation && ({ kind: 'related', relation, parents: [parent] } as const)
  const bases = base ? await basesOf({ resource: base.relation.target, base }, context) : []
  if (!relation || bases.length === 0) {
    // A record without a key has no relatives, so there is nothing to page.
    const unpaged = { ...plan, root: { ...plan.root, page: undefined } }
    return { records: many ? [] : null, read: { plan: unpaged, stats: undefined, hasNext: false } }
  }
  const { records, read } = checked.options.within?.assigned
    ? await readCustom(context, { relation, parent, checked, base: bases[0] })
    : await readScope(context, bases[0], checked)
  return { records: many ? records : (records[0] ?? null), read }
}

/** Loads the code of custom relationships when one is read first. */
const readCustom: typeof readAssigned = async (...of) =>
  (await import('./read-custom-relation.js')).readAssigned(...of)

function optionsOf(context: Context, records: Related['records'], read: ReadResult): DocumentOptions {
  const links = pageLinks(context, read, Array.isArray(records) ? records.length : 1)
  return pageOptions(context, records, read, links)
}

async function readScope(
  context: Context,
  base: unknown,
  { target, query, options }: Checked,
): Promise<{ readonly records: readonly object[]; readonly read: ReadResult }> {
  const scope = await target.instance.buildScope(base, query, { ...options, log: logOf(context) })
  return { records: castTo<object[]>(await scope.resolve()), read: scope }
}
