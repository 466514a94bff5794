import { hiddenRelationship, unknownRelationship } from '../controller/check-address.js'
import type { Settings } from '../controller/settings.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { isForAll } from '../plan/view/names.js'
import type { Incoming } from './incoming.js'
import type { FindLocals } from './locals.js'
import { report } from './report.js'
import { type Address, addressAt } from './route.js'
import type { ServedApi } from './served-api.js'

/** A request for a path of an API, before any of it is handled. */
export interface AskedPath<Locals> {
  readonly api: ServedApi<Locals>
  readonly incoming: Incoming
  readonly findLocals: FindLocals<Locals>
  /** The method, after an override. */
  readonly method: string
  readonly path: string
  readonly search: string
  /** The beginning of every link. */
  readonly base: string
  readonly settings: Settings
}

/**
 * The address of a path, if the request may know it. No query runs, and no locals are needed, unless the path has a
 * relationship that some viewers may not see. If the address does not serve the method, we cannot tell whether it is a
 * read or a write: either permission is enough to reveal that the relationship exists.
 *
 * Throws NotFound for a path without an endpoint, or for a relationship that the request may not see.
 */
export async function knownAddress<Locals>(asked: AskedPath<Locals>): Promise<Address<Locals>> {
  const { api, incoming, method, path, search, settings } = asked
  const address = addressAt(path, api)
  const { type, id, relationship, actions, served } = address
  const { controllerClass, resource } = served
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
  { api, incoming, findLocals }: AskedPath<Locals>,
  unknown: JsonapiError,
): Promise<Locals> {
  try {
    return await findLocals()
  } catch (error) {
    if (!(error instanceof JsonapiError)) report(error, incoming, api.options)
    throw unknown
  }
}
