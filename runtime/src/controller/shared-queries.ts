import { BoundedCache } from '../base/bounded-cache.js'
import { sharePlansOf } from '../plan/shared-plans.js'
import { Query, type QueryOptions } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { GuardAnswers, Guards } from '../resource/guards.js'
import { seenBy } from '../resource/relationship-guards.js'

/** A query as it was read for requests whose guards gave the same answers. */
interface SharedQuery {
  readonly resource: CompiledResource
  readonly options: QueryOptions
  readonly query: Query
}

/** So many texts are kept, those that were asked for last; a longer one is read each time. */
const MOST_TEXTS = 500
const LONGEST_TEXT = 1024

/** Of a text, so many queries are kept: of other resources and settings, and for other answers. */
const MOST_QUERIES = 8

const texts = new BoundedCache<string, BoundedCache<GuardAnswers, SharedQuery>>(MOST_TEXTS)

/**
 * The query of a text, by the resource that it is about. Many requests have one text: it is read once for all of those whose
 * guards show the same relationships. The guards of relationships must be settled.
 *
 * Throws the errors of `Query.ofSearch`.
 */
export function queryOfText(
  resource: CompiledResource,
  search: string,
  options: QueryOptions,
  guards: Guards,
): Query {
  if (search.length > LONGEST_TEXT) return Query.ofSearch(seenBy(resource, guards), search, options)
  const queries = texts.get(search) ?? new BoundedCache(MOST_QUERIES)
  const known = queries.find(
    (one, answers) =>
      one.resource === resource && haveSameOptions(one.options, options) && guards.settledAlike(answers),
  )
  const query = known?.query ?? added(queries, resource, search, options, guards)
  // What was asked for last is kept longest.
  texts.set(search, queries)
  return query
}

function added(
  queries: BoundedCache<GuardAnswers, SharedQuery>,
  resource: CompiledResource,
  search: string,
  options: QueryOptions,
  guards: Guards,
): Query {
  const { result: query, answers } = guards.recorded(() =>
    Query.ofSearch(seenBy(resource, guards), search, options),
  )
  sharePlansOf(query)
  queries.set(answers, { resource, options, query })
  return query
}

const haveSameOptions = (one: QueryOptions, other: QueryOptions): boolean =>
  one.strict === other.strict &&
  one.cursors === other.cursors &&
  one.limits === other.limits &&
  one.parameters === other.parameters
