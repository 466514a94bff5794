import { jsonValue } from '../value/json-value.js'
import { queryLogTree } from '../reader/log/query-log-tree.js'
import type { QueryLogNode } from '../shape/query-log.js'
import type { ContextHost } from './context.js'
import { logOf } from './context-state.js'

/** The log's part of `meta`. */
export function logMeta(context: ContextHost): { readonly queries?: unknown } {
  const log = logOf(context)
  return log ? { queries: plainNode(queryLogTree(log)) } : {}
}

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
