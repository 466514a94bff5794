import { jsonValue } from '../value/render.js'
import { queryLogTree } from '../read/query-log-tree.js'
import { type QueryLogEntry, type QueryLogNode } from '../shape/query-log.js'
import type { ContextHost } from './host.js'

const logs = new WeakMap<ContextHost, QueryLogEntry[]>()

/** The log of a context, where its API lets the request have one; whatever the context renders is logged in it. */
export function logOf(context: ContextHost): QueryLogEntry[] | undefined {
  if (context.settings?.queryLog !== true) return undefined
  const log = logs.get(context) ?? []
  logs.set(context, log)
  return log
}

/** What of `meta` is the log's. */
export function logMeta(context: ContextHost): { readonly queries?: unknown } {
  const log = logOf(context)
  return log ? { queries: plainNode(queryLogTree(log)) } : {}
}

/** The tree as JSON has it: the arguments of a query may hold whatever its store takes. */
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
