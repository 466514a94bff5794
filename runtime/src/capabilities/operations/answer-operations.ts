import type { Context } from '../../controller/context.js'
import type { Controllers } from '../../controller/controller.js'
import { throwCollected, InvalidDocument, InvalidParameter, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { ATOMIC, ATOMIC_MEDIA_TYPE } from './extension.js'
import { type Lids, lidsOf } from './lids.js'
import type { OwnAddressRequest, Target } from '../../http/capability.js'
import type { AnyServedOptions } from '../../http/served-options.js'
import type { OperationsRequest } from './operations-request.js'
import { planOperation, type PlannedOperation } from './plan-operation.js'
import { operationsIn } from './read-operations.js'
import { writeOperations } from './write-operations.js'
import { ofOperation } from './error-place.js'
import type { Limits } from '../../query/limits.js'
import type { Graph } from '../../write/request/graph.js'

/**
 * Responds to a request for operations.
 *
 * Throws InvalidParameter for a parameter, and the errors of `answerOperations`.
 */
export async function serveOperations<Locals>({
  options,
  limits,
  base,
  of,
  around,
  targetOf,
}: OwnAddressRequest<Locals>): Promise<Response> {
  refuseParameters(of.search, options)
  const { controllers, registry, strict = false } = options
  return answerOperations({
    body: of.body,
    base,
    limits,
    strict,
    around,
    serves: (type) => registry.has(type) && Object.hasOwn(controllers, type),
    targetOf,
    contextOf: (target, body) => controllerOf(target, controllers, { ...of, body }),
  })
}

/**
 * Responds to a request for operations (Atomic Operations; rule 16.6): they run in order in one transaction, and each
 * sees the writes of those before it. The results are in the same order.
 *
 * Before any query runs, throws the faults in the form of all operations together. Later, throws the error of the first
 * operation that fails. Then nothing is written.
 */
async function answerOperations(request: OperationsRequest): Promise<Response> {
  const values = operationsIn(request.body, request.limits)
  const lids: Lids = lidsOf(values)
  const planned = await planAll(values, lids, request)
  const act = async (): Promise<Response> => {
    const results = await writeOperations({ planned, lids, request })
    const text = `{"jsonapi":{"version":"1.1","ext":["${ATOMIC}"]},"atomic:results":[${results.join()}]}`
    return new Response(text, { headers: { 'content-type': ATOMIC_MEDIA_TYPE, vary: 'Accept' } })
  }
  const [first] = planned
  if (!first) return act()
  const contextOf = (type: string, id: string): Context =>
    request.contextOf({ type, id, action: 'show', relationship: '' }, undefined)
  const { context, graph } = first
  return request.around({ context, resource: graph.root.resource, contextOf }, act)
}

async function planAll(
  values: readonly unknown[],
  lids: Lids,
  request: OperationsRequest,
): Promise<readonly PlannedOperation[]> {
  const faults: JsonapiError[] = []
  const planned: PlannedOperation[] = []
  const counts: Counts = { records: 0, links: 0 }
  for (const [index, value] of values.entries()) {
    if (isFull(faults)) break
    try {
      const operation = await planOperation({ value, index }, lids, request)
      countOperation(counts, operation.graph, request.limits)
      planned.push(operation)
    } catch (error) {
      const fault = ofOperation(error, { index })
      if (!fault) throw error
      faults.push(fault)
    }
  }
  throwCollected(faults)
  return planned
}

/** How much the operations of one request write and link, in total (rule 17.1). */
interface Counts {
  records: number
  links: number
}

/** Adds the writes of an operation. Throws InvalidDocument as soon as a limit of the request is exceeded. */
function countOperation(
  counts: Counts,
  { nodes, writtenRecords }: Graph,
  { writeRecords, links }: Pick<Limits, 'writeRecords' | 'links'>,
): void {
  counts.records += writtenRecords
  counts.links += nodes
    .flatMap(({ relationships }) => relationships)
    .reduce((sum, { references }) => sum + references.length, 0)
  if (counts.records > writeRecords) {
    throw new InvalidDocument({ detail: `A request can write at most ${writeRecords} records.` })
  }
  if (counts.links > links) {
    throw new InvalidDocument({ detail: `A request can list at most ${links} records in its relationships.` })
  }
}

function controllerOf<Locals>(
  { type, action, id, relationship }: Target,
  controllers: Controllers<Locals>,
  of: OwnAddressRequest<Locals>['of'],
) {
  const controllerClass = controllers[type]
  if (!controllerClass) throw new Error(`There is no controller for "${type}".`)
  return new controllerClass({ ...of, actionName: action, params: { id, relationship } })
}

/** A result contains what its operation has written, so no parameter can request more. */
function refuseParameters(search: string, { parameters = [] }: AnyServedOptions): void {
  for (const parameter of new URLSearchParams(search).keys()) {
    if (parameters.includes(parameter)) continue
    const detail = `Operations do not support the parameter "${parameter}".`
    throw new InvalidParameter({ detail, source: { parameter } })
  }
}
