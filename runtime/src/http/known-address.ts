import { checkSeen } from '../controller/check-address.js'
import type { Settings } from '../controller/settings.js'
import { compile } from '../resource/compile.js'
import { isSeenByAll } from '../resource/link-guards.js'
import type { ApiOptions } from './api-options.js'
import type { FindLocals } from './locals.js'
import { type Address, addressAt } from './route.js'

/** A request for a path, before anything of it is answered. */
export interface AskedPath<Locals> {
  readonly path: string
  readonly search: string
  readonly request: Request
  readonly options: ApiOptions<Locals>
  readonly findLocals: FindLocals<Locals>
  readonly settings: Settings
}

/**
 * What a path is about, for who may know it. Nothing is looked up, and nobody has to be known, unless the path has a
 * relationship that not everybody sees.
 *
 * Throws NotFound for a path that no endpoint has, or for a relationship that the request may not see.
 */
export async function knownAddress<Locals>(asked: AskedPath<Locals>, method?: string): Promise<Address> {
  const { controllers, registry } = asked.options
  const address = addressAt(asked.path, controllers, registry)
  const resourceClass = registry.get(address.type)
  const resource = resourceClass && compile(resourceClass)
  const sideload = resource?.config.sideloads.get(address.relationship)
  if (resource && sideload && !isSeenByAll(resource, sideload)) {
    await checkRelationship(asked, address, method)
  }
  return address
}

/** A method that the address does not serve may be meant to read or to write: who may do either knows the relationship. */
async function checkRelationship<Locals>(
  { request, search, options: { controllers, registry }, findLocals, settings }: AskedPath<Locals>,
  { type, id, relationship, actions }: Address,
  method = '',
): Promise<void> {
  const [controllerClass, resourceClass] = [controllers[type], registry.get(type)]
  if (!controllerClass || !resourceClass) throw new Error(`There is no controller of "${type}".`)
  const action =
    actions.get(method === 'HEAD' ? 'GET' : method) ?? actions.get('PATCH') ?? actions.get('GET') ?? ''
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
