import { memberOf, castTo } from '../cast.js'
import { InvalidInclude } from '../error/errors.js'
import { NO_INCLUDES } from '../query/include.js'
import { Query } from '../query/query.js'
import { type DataDocument, renderDocument, type ResourceObject } from '../render/document.js'
import { recordAddress } from '../render/links.js'
import type { CompiledResource } from '../resource/compile.js'
import { isToMany } from '../declare/sideload.js'
import { relatedScope } from '../read/related-scope.js'
import { readAssigned } from './read-custom-relation.js'
import { pageLinks, type Read } from './page-links.js'
import { logMeta, logOf } from './context-log.js'
import { type Checked, findRelation, type Relation } from './find-relation.js'
import type { Context } from './host.js'
import { documentResponse } from './response.js'
import { DEFAULT_SETTINGS } from './settings.js'

/**
 * Answers `/posts/1/comments` (JSON:API, "Fetching Resources"): the related records, through the whole pipeline of their
 * own resource, as primary data.
 *
 * Throws RecordNotFound when the parent is not there; the error of what the query may not ask for.
 */
export async function renderRelated(context: Context, id: string, relationship: string): Promise<Response> {
  const relation = await findRelation(context, id, relationship, (target) => queryOf(context, target))
  return documentResponse(await readRelation(context, relation))
}

/**
 * Answers `/posts/1/relationships/comments` (JSON:API, "Fetching Relationships"): the linkage. An include begins with the
 * relationship's own name, as JSON:API has it, and then the records themselves are included.
 *
 * Throws what renderRelated throws.
 */
export async function renderRelationship(
  context: Context,
  id: string,
  relationship: string,
): Promise<Response> {
  const asked = (target: CompiledResource): Query['include'] => queryOf(context, target).include
  const relation = await findRelation(context, id, relationship, (target) =>
    below(queryOf(context, target), relationship),
  )
  const document = await readRelation(context, relation)
  const include = asked(relation.checked.target)
  const records = [document.data ?? []].flat() as readonly ResourceObject[]
  const linkage = records.map(({ type, id: key }) => ({ type, id: key }))
  const included = include?.has(relationship) === true ? [...records, ...(document.included ?? [])] : []
  return documentResponse({
    ...document,
    links: { ...document.links, ...relationshipLinks(context, relation) },
    data: Array.isArray(document.data) ? linkage : (linkage[0] ?? null),
    ...(include && { included }),
  })
}

/** The query of the related records, from one whose includes begin with the relationship's name. */
function below(query: Query, relationship: string): Query {
  if (!query.include) return query
  for (const name of query.include.keys()) {
    if (name === relationship) continue
    const detail = `"${name}" can't be included here: a path begins with "${relationship}".`
    throw new InvalidInclude({ detail, source: { parameter: 'include' } })
  }
  return query.withInclude(query.include.get(relationship) ?? NO_INCLUDES)
}

function queryOf(context: Context, target: CompiledResource): Query {
  const { strict, limits, parameters } = context.settings ?? DEFAULT_SETTINGS
  return Query.ofSearch(target, context.search ?? '', { strict, limits, parameters })
}

function relationshipLinks(
  context: Context,
  { owner, parent, sideload }: Relation,
): Readonly<Record<string, string>> {
  const { links } = context.settings ?? DEFAULT_SETTINGS
  const self = recordAddress(links, owner.type, String(memberOf(parent, owner.primaryKey)))
  if (self === undefined) return {}
  return { self: `${self}/relationships/${sideload.name}`, related: `${self}/${sideload.name}` }
}

async function readRelation(
  context: Context,
  { owner, parent, sideload, plain, checked }: Relation,
): Promise<DataDocument> {
  const { links } = context.settings ?? DEFAULT_SETTINGS
  const { target, plan } = checked
  const related = plain && (await relatedScope(plain, target, [parent], owner, context))
  if (!related) {
    const topLinks = context.address === undefined ? undefined : { self: context.address }
    return renderDocument(isToMany(sideload) ? [] : null, plan, {
      links,
      topLinks,
      meta: logMeta(context),
      context,
    })
  }
  const { records, read } =
    plain.kind === 'custom'
      ? await readAssigned(context, { owner, parent, sideload: plain, checked, base: related.scope })
      : await readScope(context, related.scope, checked)
  const meta = { ...(read.stats && { stats: read.stats }), ...logMeta(context) }
  const topLinks = pageLinks(context, read, records.length)
  const data = isToMany(sideload) ? records : (records[0] ?? null)
  return renderDocument(data, read.plan, { links, topLinks, meta, context })
}

async function readScope(
  context: Context,
  base: unknown,
  { target, query, options }: Checked,
): Promise<{ readonly records: readonly object[]; readonly read: Read }> {
  const scope = await target.instance.buildScope(base, query, { ...options, log: logOf(context) })
  return { records: castTo<object[]>(await scope.resolve()), read: scope }
}
