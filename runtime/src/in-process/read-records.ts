import { castTo } from '../base/cast.js'
import { Query } from '../query/query.js'
import { queryLogTree } from '../reader/log/query-log-tree.js'
import { type Scope, scopeOfRecord } from '../reader/scope.js'
import type { Resource } from '../resource/operations.js'
import { projectRecords } from '../render/project.js'
import { compiledOf } from '../resource/compile.js'
import { currentFrame, currentRequest, withRequest } from '../resource/frame.js'
import { askRelationships, Views } from '../plan/view/view.js'
import type { CursorPage } from '../plan/paging.js'
import type { PageCursors } from '../shape/result-of.js'
import type { QueryLogEntry } from '../shape/query-log.js'

interface Values {
  readonly queries?: boolean | undefined
}

/** Reads a collection in process. */
export function readAll<Result>(resource: Resource, values: Values): Promise<Result> {
  return withRequest(currentRequest().separate(), async () => {
    const log: QueryLogEntry[] | undefined = values.queries === true ? [] : undefined
    const query = await queryOf(resource, values)
    const scope = await resource.buildScope(ownBase(resource), query, { log })
    const data = await projectRecords(await scope.resolve(), scope.plan, resource)
    const { cursors: page } = scope
    const queries = log && { queries: queryLogTree(log) }
    return castTo<Result>({
      data,
      meta: metaOf(scope),
      ...(page && { page: pageOfCursors(page) }),
      ...queries,
    })
  })
}

/** Reads one record in process. Throws RecordNotFound. */
export function readOne<Result>(resource: Resource, id: string, values: Values): Promise<Result> {
  return withRequest(currentRequest().separate(), async () => {
    const log: QueryLogEntry[] | undefined = values.queries === true ? [] : undefined
    const query = await queryOf(resource, values)
    const { scope, find } = await scopeOfRecord(resource, ownBase(resource), id, query, { log })
    const [data] = await projectRecords([await find()], scope.plan, resource)
    return castTo<Result>({ data, meta: metaOf(scope), ...(log && { queries: queryLogTree(log) }) })
  })
}

const pageOfCursors = ({ prev, next, cursors, rangeTruncated }: CursorPage): PageCursors => ({
  prev,
  next,
  cursors,
  rangeTruncated,
})

/** The query of a call. Relationships that its context may not see do not exist for it. */
async function queryOf(resource: Resource, values: object): Promise<Query> {
  const compiled = compiledOf(resource)
  const guards = currentRequest().guardsOf(currentFrame().context)
  await askRelationships(compiled, guards)
  return Query.ofValues(new Views(guards).query(compiled), values)
}

const ownBase = (resource: Resource): unknown =>
  currentRequest().baseScopeOf(resource, currentFrame().context)

const metaOf = (scope: Scope): Readonly<Record<string, unknown>> =>
  scope.stats ? { stats: scope.stats } : {}
