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

/** How many written trees are kept for one query; longer ones are planned each time. */
const MAX_FORMS = 20
const LONGEST_FORM = 1024

const forms = new WeakMap<Query, BoundedCache<string, Query>>()

/**
 * The query for everything that the answer of a write may hold, without filters and pages. Writes with the same query
 * and the same include tree share it and its plans.
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
  const ofQuery = forms.get(query) ?? new BoundedCache<string, Query>(MAX_FORMS)
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

/** The text of an include tree: `author()comments(author())`. */
function treeText(tree: IncludeTree): string {
  let form = ''
  for (const [name, below] of tree) form += `${name}(${treeText(below)})`
  return form
}

/** The limits of reads do not cut the answer of a write, which has limits of its own. */
const NO_LIMITS = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY }

function queryOfPaths(
  resource: CompiledResource,
  { hash, strict }: Query,
  include: readonly string[],
): Query {
  const { fields, extraFields } = hash
  return Query.ofValues(resource, { fields, extraFields, include }, { limits: NO_LIMITS, strict })
}
