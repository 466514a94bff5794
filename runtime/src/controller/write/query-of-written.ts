import {
  type IncludeDirective,
  includePaths,
  type IncludeTree,
  NO_INCLUDES,
  permittedIncludes,
} from '../../query/include.js'
import { Query } from '../../query/query.js'

/**
 * The query for everything that the response to a write may contain, without filters and pages. Writes with the same
 * query and the same include tree share it and its plans.
 */
export function queryOfWritten(
  query: Query,
  permitted: IncludeDirective | undefined,
  written: IncludeTree,
): Query {
  const { include = NO_INCLUDES } = query
  const asked = permitted ? permittedIncludes(include, permitted) : include
  const form = `${treeText(asked)} ${treeText(written)}`
  return query.derived(form, () => queryOfPaths(query, [...includePaths(asked), ...includePaths(written)]))
}

/** The text of an include tree: `author()comments(author())`. */
function treeText(tree: IncludeTree): string {
  let form = ''
  for (const [name, below] of tree) form += `${name}(${treeText(below)})`
  return form
}

/** The limits of reads do not apply to the response to a write, which has its own limits. */
const NO_LIMITS = { includeDepth: Number.POSITIVE_INFINITY, includePaths: Number.POSITIVE_INFINITY }

function queryOfPaths({ resource, hash, strict }: Query, include: readonly string[]): Query {
  const { fields, extraFields } = hash
  return Query.ofValues(resource, { fields, extraFields, include }, { limits: NO_LIMITS, strict })
}
