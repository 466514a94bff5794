import { BoundedCache } from '../base/bounded-cache.js'
import { sharePlansOf } from '../plan/shared-plans.js'
import { Query, type QueryOptions } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { GuardAnswers, Guards } from '../resource/guards.js'
import { seenBy } from '../resource/relationship-guards.js'

/** A parsed query, shared by requests whose guards gave the same answers. */
interface SharedQuery {
  readonly resource: CompiledResource
  readonly options: QueryOptions
  readonly query: Query
}

/** How many texts are kept, the most recently used ones; longer texts are not kept. */
const MAX_TEXTS = 500
const LONGEST_TEXT = 1024

/** How many queries are kept for one text: for several resources, settings and guard answers. */
const MAX_QUERIES = 8

const texts = new BoundedCache<string, BoundedCache<GuardAnswers, SharedQuery>>(MAX_TEXTS)

/**
 * Parses the text of a query for a resource. Requests with the same text and the same guard answers share the result.
 * The guards of relationships must be decided.
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
  const queries = texts.get(search) ?? new BoundedCache(MAX_QUERIES)
  const known = queries.find(
    (one, answers) =>
      one.resource === resource && haveSameOptions(one.options, options) && guards.settledAlike(answers),
  )
  const query = known?.query ?? added(queries, resource, search, options, guards)
  // The most recently used text is last, and dropped last.
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
