import { BoundedCache } from '../base/bounded-cache.js'
import { sharePlansOf } from '../plan/shared-plans.js'
import {
  type IncludeDirective,
  includePaths,
  type IncludeTree,
  NO_INCLUDES,
  permittedIncludes,
} from '../query/include.js'
import { Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'

/** Of a query, so many forms of what was written with it are kept. A longer one is planned each time. */
const MOST_FORMS = 20
const LONGEST_FORM = 1024

const forms = new WeakMap<Query, BoundedCache<string, Query>>()

/**
 * The query of everything that the answer of a write may hold, so that the fields of all of it are planned; nothing of it is
 * filtered or paginated. Writes of one form, with one query, share it and its plans.
 */
export function queryOfWritten(
  resource: CompiledResource,
  query: Query,
  permitted: IncludeDirective | undefined,
  written: IncludeTree,
): Query {
  const { include = NO_INCLUDES } = query
  const asked = permitted ? permittedIncludes(include, permitted) : include
  const form = `${treeText(asked)} ${treeText(written)}`
  const ofQuery = forms.get(query) ?? new BoundedCache<string, Query>(MOST_FORMS)
  forms.set(query, ofQuery)
  const known = ofQuery.get(form)
  if (known) return known
  const made = queryOfPaths(resource, query, [...includePaths(asked), ...includePaths(written)])
  if (form.length <= LONGEST_FORM) {
    sharePlansOf(made)
    ofQuery.set(form, made)
  }
  return made
}

/** A tree as a text: `author()comments(author())`. */
function treeText(tree: IncludeTree): string {
  let form = ''
  for (const [name, below] of tree) form += `${name}(${treeText(below)})`
  return form
}

/** What was written is within the limits of a write; those of a read do not cut its answer. */
const NO_LIMITS = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY }

function queryOfPaths(
  resource: CompiledResource,
  { hash, strict }: Query,
  include: readonly string[],
): Query {
  const { fields, extraFields } = hash
  return Query.ofValues(resource, { fields, extraFields, include }, { limits: NO_LIMITS, strict })
}
