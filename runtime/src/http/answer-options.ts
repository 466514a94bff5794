import { checkSeen } from '../controller/check-address.js'
import { emptyResponse } from '../controller/response.js'
import type { Settings } from '../controller/settings.js'
import { compile } from '../resource/compile.js'
import type { ApiOptions } from './api-options.js'
import type { FindLocals } from './locals.js'
import { addressAt, allowedBy, type Address } from './route.js'
import { isForOperations, OPERATIONS_METHODS } from './serve-operations.js'

/** A request for what may be asked of a path. */
export interface OptionsRequest<Locals> {
  readonly path: string
  readonly search: string
  readonly request: Request
  readonly options: ApiOptions<Locals>
  readonly findLocals: FindLocals<Locals>
  readonly settings: Settings
}

/**
 * Answers OPTIONS: the methods that the path serves, in the header Allow (rule 15.5). Nothing is looked up, and nobody has to
 * be known, unless the path has a relationship that not everybody sees.
 *
 * Throws NotFound for a path that no endpoint has, or for a relationship that the request may not see.
 */
export async function answerOptions<Locals>(asked: OptionsRequest<Locals>): Promise<Response> {
  const { path, options } = asked
  const methods = isForOperations(path, options) ? OPERATIONS_METHODS : await methodsAt(asked)
  const response = emptyResponse()
  response.headers.set('allow', allowedBy(methods).join(', '))
  return response
}

async function methodsAt<Locals>(asked: OptionsRequest<Locals>): Promise<readonly string[]> {
  const { controllers, registry } = asked.options
  const address = addressAt(asked.path, controllers, registry)
  const sideload = registry.get(address.type)?.config.sideloads.get(address.relationship)
  if (sideload && sideload.readable !== true) await checkRelationship(asked, address)
  return [...address.actions.keys()]
}

async function checkRelationship<Locals>(
  { request, search, options: { controllers, registry }, findLocals, settings }: OptionsRequest<Locals>,
  { type, id, relationship, actions }: Address,
): Promise<void> {
  const [controllerClass, resourceClass] = [controllers[type], registry.get(type)]
  if (!controllerClass || !resourceClass) throw new Error(`There is no controller of "${type}".`)
  const action = actions.get('PATCH') ?? actions.get('GET') ?? ''
  const controller = new controllerClass({
    request,
    locals: await findLocals(),
    search,
    address: undefined,
    body: undefined,
    settings,
    actionName: action,
    params: { id, relationship },
  })
  await controller.wrapContext(() => checkSeen(controller, compile(resourceClass), { action, relationship }))
}
