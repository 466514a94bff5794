import { emptyResponse } from '../controller/response/response.js'
import { type AskedPath, knownAddress } from './known-address.js'
import { allowedBy } from './route.js'
import { isForOpenApi, OPENAPI_METHODS } from './openapi/openapi-document.js'
import { ownAddressAt } from './capability.js'

/**
 * Answers OPTIONS with the methods of the path in the header Allow (rule 15.5).
 *
 * Throws NotFound for a path without an endpoint, or for a relationship that the request may not see.
 */
export async function answerOptions<Locals>(asked: AskedPath<Locals>): Promise<Response> {
  const { path, api } = asked
  const methods =
    ownAddressAt(path, api.capabilities)?.methods ??
    (isForOpenApi(path, api.options) ? OPENAPI_METHODS : [...(await knownAddress(asked)).actions.keys()])
  const response = emptyResponse()
  response.headers.set('allow', allowedBy(methods).join(', '))
  return response
}
