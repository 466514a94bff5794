import { castTo } from '../cast.js'
import { Query } from '../query/query.js'
import { findRecord } from '../read/find-record.js'
import { queryLogTree } from '../read/query-log-tree.js'
import type { Scope } from '../read/scope.js'
import type { Resource } from '../resource/operations.js'
import { projectRecords } from '../render/project.js'
import { compiledOf } from '../resource/compile.js'
import { currentFrame } from '../resource/frame.js'
import type { QueryLogEntry } from '../shape/query-log.js'

/** Reads a collection in process. */
export async function readAll<Result>(
  resource: Resource,
  values: { readonly queries?: boolean | undefined },
): Promise<Result> {
  const log: QueryLogEntry[] | undefined = values.queries === true ? [] : undefined
  const query = Query.ofValues(compiledOf(resource), values)
  const scope = await resource.buildScope(resource.baseScope(currentFrame().context), query, { log })
  const data = await projectRecords(await scope.resolve(), scope.plan, resource)
  return castTo<Result>({ data, meta: metaOf(scope), ...(log && { queries: queryLogTree(log) }) })
}

/** Reads one record in process. Throws RecordNotFound. */
export async function readOne<Result>(
  resource: Resource,
  id: string,
  values: { readonly queries?: boolean | undefined },
): Promise<Result> {
  const log: QueryLogEntry[] | undefined = values.queries === true ? [] : undefined
  const query = Query.ofValues(compiledOf(resource), values)
  const { scope, record } = await findRecord(
    resource,
    resource.baseScope(currentFrame().context),
    id,
    query,
    { log },
  )
  const [data] = await projectRecords([record], scope.plan, resource)
  return castTo<Result>({ data, meta: metaOf(scope), ...(log && { queries: queryLogTree(log) }) })
}

const metaOf = (scope: Scope): Readonly<Record<string, unknown>> =>
  scope.stats ? { stats: scope.stats } : {}
