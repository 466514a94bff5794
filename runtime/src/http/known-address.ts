import { hiddenRelationship, unknownRelationship } from '../controller/check-address.js'
import type { Settings } from '../controller/settings.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { compile } from '../resource/compile.js'
import { isForAll } from '../plan/view/names.js'
import type { ServedOptions } from './served-options.js'
import type { Capability } from './capability.js'
import type { Incoming } from './incoming.js'
import type { FindLocals } from './locals.js'
import { report } from './report.js'
import { type Address, addressAt } from './route.js'

/** A request for a path, before any of it is handled. */
export interface AskedPath<Locals> {
  readonly path: string
  readonly search: string
  readonly incoming: Incoming
  readonly options: ServedOptions<Locals>
  readonly capabilities: readonly Capability[]
  readonly findLocals: FindLocals<Locals>
  readonly settings: Settings
}

/**
 * The address of a path, if the request may know it. No query runs, and no locals are needed, unless the path has a
 * relationship that some viewers may not see. If the address does not serve the method, we cannot tell whether it is a
 * read or a write: either permission is enough to reveal that the relationship exists.
 *
 * Throws NotFound for a path without an endpoint, or for a relationship that the request may not see.
 */
export async function knownAddress<Locals>(asked: AskedPath<Locals>, method = ''): Promise<Address> {
  const { path, incoming, search, settings } = asked
  const { controllers, registry } = asked.options
  const address = addressAt(path, asked)
  const { type, id, relationship, actions } = address
  const [controllerClass, resourceClass] = [controllers[type], registry.get(type)]
  if (!controllerClass || !resourceClass) throw new Error(`There is no controller for "${type}".`)
  const resource = compile(resourceClass)
  if (relationship === '' || isForAll(resource, relationship, 'readable')) return address
  const action =
    actions.get(method === 'HEAD' ? 'GET' : method) ?? actions.get('PATCH') ?? actions.get('GET') ?? ''
  const controller = new controllerClass({
    request: incoming.request,
    locals: await knownLocals(asked, unknownRelationship(type, relationship)),
    search,
    address: undefined,
    body: undefined,
    settings,
    actionName: action,
    params: { id, relationship },
  })
  const hidden = await controller.wrapContext(() =>
    hiddenRelationship(controller, resource, { action, relationship }),
  )
  if (hidden) throw hidden
  return address
}

/**
 * Without locals, a request sees only the relationships that everybody sees: others are as unknown as any other name.
 */
async function knownLocals<Locals>(
  { incoming, options, findLocals }: AskedPath<Locals>,
  unknown: JsonapiError,
): Promise<Locals> {
  try {
    return await findLocals()
  } catch (error) {
    if (!(error instanceof JsonapiError)) report(error, incoming, options)
    throw unknown
  }
}
