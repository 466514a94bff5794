import { checkSeen, unknownRelationship } from '../controller/check-address.js'
import type { Settings } from '../controller/settings.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { compile } from '../resource/compile.js'
import { isSeenByAll } from '../resource/link-guards.js'
import type { ApiOptions } from './api-options.js'
import type { FindLocals } from './locals.js'
import { report } from './report.js'
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

/** Whoever asks without locals sees none of the relationships that not everybody sees: it is as unknown as any other name. */
async function localsOfWhoMayKnow<Locals>(
  { request, options, findLocals }: AskedPath<Locals>,
  unknown: JsonapiError,
): Promise<Locals> {
  try {
    return await findLocals()
  } catch (error) {
    if (!(error instanceof JsonapiError)) report(error, request, options)
    throw unknown
  }
}

/** A method that the address does not serve may be meant to read or to write: who may do either knows the relationship. */
async function checkRelationship<Locals>(
  asked: AskedPath<Locals>,
  { type, id, relationship, actions }: Address,
  method = '',
): Promise<void> {
  const { request, search, settings } = asked
  const { controllers, registry } = asked.options
  const [controllerClass, resourceClass] = [controllers[type], registry.get(type)]
  if (!controllerClass || !resourceClass) throw new Error(`There is no controller of "${type}".`)
  const action =
    actions.get(method === 'HEAD' ? 'GET' : method) ?? actions.get('PATCH') ?? actions.get('GET') ?? ''
  const controller = new controllerClass({
    request,
    locals: await localsOfWhoMayKnow(asked, unknownRelationship(type, relationship)),
    search,
    address: undefined,
    body: undefined,
    settings,
    actionName: action,
    params: { id, relationship },
  })
  await controller.wrapContext(() => checkSeen(controller, compile(resourceClass), { action, relationship }))
}
