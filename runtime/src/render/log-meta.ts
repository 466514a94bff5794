import { jsonValue } from '../value/json-value.js'
import { queryLogTree } from '../reader/log/query-log-tree.js'
import type { QueryLogEntry, QueryLogNode } from '../shape/query-log.js'

/** The log's part of `meta`. */
export const logMeta = (log: readonly QueryLogEntry[]): { readonly queries: object } => ({
  queries: plainNode(queryLogTree(log)),
})

/** The tree as JSON: arguments of queries may hold any value that the store takes. */
function plainNode({ path, queries, includes }: QueryLogNode): object {
  return {
    path,
    queries: queries.map((query) => ({ ...query, arguments: jsonOf(query.arguments, 0) })),
    includes: includes.map((include) => plainNode(include)),
  }
}

const DEEPEST = 20

function jsonOf(value: unknown, depth: number): unknown {
  const rendered = jsonValue(value)
  if (Array.isArray(rendered)) return rendered.map((member) => jsonOf(member, depth + 1))
  if (typeof rendered !== 'object' || rendered === null) return rendered
  return depth >= DEEPEST
    ? '…'
    : Object.fromEntries(Object.entries(rendered).map(([name, member]) => [name, jsonOf(member, depth + 1)]))
}
