import type { ControllerRequest, Controllers } from '../../controller/controller.js'
import { InvalidParameter } from '../../error/errors.js'
import type { Limits } from '../../query/limits.js'
import { OPERATIONS_PATH } from '../../operations/extension.js'
import type { Target } from '../../operations/operations-request.js'
import type { Once } from '../../idempotency/once.js'
import type { AnyApiOptions, ApiOptions } from '../api-options.js'
import { allowedBy, refusedMethod, route } from '../route.js'

/** A request for operations, and the API that answers it. */
export interface OperationsAddress<Locals> {
  readonly options: ApiOptions<Locals>
  readonly limits: Limits
  /** The beginning of every link. */
  readonly base: string
  /** The common part of all contexts of the operations. */
  readonly of: Omit<ControllerRequest<Locals>, 'actionName' | 'params'>
  /** Runs them once for the key of the request. */
  readonly once: Once | undefined
}

/** Whether a path is the operations address of an API. */
export const isForOperations = (path: string, { operations }: AnyApiOptions): boolean =>
  operations === true && path === OPERATIONS_PATH

/** The methods of the operations address. */
export const OPERATIONS_METHODS: readonly string[] = ['POST']

/** Throws MethodNotAllowed unless the method is POST. */
export function checkOperationsMethod(method: string): void {
  if (!OPERATIONS_METHODS.includes(method)) throw refusedMethod(method, allowedBy(OPERATIONS_METHODS))
}

/** Answers operations. The code for them is loaded by the first request that needs it. */
export async function serveOperations<Locals>({
  options,
  limits,
  base,
  of,
  once,
}: OperationsAddress<Locals>): Promise<Response> {
  refuseParameters(of.search, options)
  const { answerOperations } = await import('../../operations/answer-operations.js')
  const { controllers, registry, strict = false } = options
  return answerOperations({
    body: of.body,
    base,
    limits,
    strict,
    once,
    serves: (type) => registry.has(type) && Object.hasOwn(controllers, type),
    targetOf: (path, method) => route(path, method, controllers, registry),
    contextOf: (target, body) => controllerOf(target, controllers, { ...of, body }),
  })
}

function controllerOf<Locals>(
  { type, action, id, relationship }: Target,
  controllers: Controllers<Locals>,
  of: OperationsAddress<Locals>['of'],
) {
  const controllerClass = controllers[type]
  if (!controllerClass) throw new Error(`There is no controller for "${type}".`)
  return new controllerClass({ ...of, actionName: action, params: { id, relationship } })
}

/** A result contains what its operation has written, so no parameter can request more. */
function refuseParameters(search: string, { parameters = [] }: AnyApiOptions): void {
  for (const parameter of new URLSearchParams(search).keys()) {
    if (parameters.includes(parameter)) continue
    const detail = `Operations do not support the parameter "${parameter}".`
    throw new InvalidParameter({ detail, source: { parameter } })
  }
}
