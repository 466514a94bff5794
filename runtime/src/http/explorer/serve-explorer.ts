import { oncePer } from '../../base/made-once.js'
import { emptyResponse } from '../../controller/response/response.js'
import { NotFound } from '../../error/errors.js'
import type { ContractDocument } from '../../vocabulary/contract/contract-document.js'
import type { AnyServedOptions } from '../served-options.js'
import type { ExploredApi, Explorer } from './explorer.js'
import type { Capability } from '../capability.js'
import type { Incoming } from '../incoming.js'
import { isSource } from '../openapi/openapi-document.js'
import { allowedBy, refusedMethod } from '../route.js'
import { taggedText, textResponse } from '../text-response.js'

/**
 * Returns one of the explorer's files, which the request may have.
 *
 * Throws NotFound (404) for another path below the page, MethodNotAllowed (405) for a method that does not read.
 */
export async function serveExplorer(
  incoming: Incoming,
  path: string,
  explorer: Explorer,
  api: ServedByExplorer,
): Promise<Response> {
  const name = path.slice(explorer.path.length)
  const { method } = incoming
  const isMoved = name === '/'
  const file = isMoved ? undefined : explorer.file(name, exploredApi(api))
  if (!isMoved && !file) throw new NotFound({ detail: 'This path does not exist.' })
  if (method === 'OPTIONS') {
    const response = emptyResponse()
    response.headers.set('allow', allowedBy(['GET']).join(', '))
    return response
  }
  if (method !== 'GET' && method !== 'HEAD') throw refusedMethod(method, allowedBy(['GET']))
  if (!file) {
    const place = explorer.path.slice(explorer.path.lastIndexOf('/') + 1)
    return new Response(null, { status: 308, headers: { location: `../${place}` } })
  }
  const headers = {
    ...file.headers,
    'content-type': file.type,
    // Another request may not be permitted, and the next start may serve another one.
    'cache-control': 'private, no-cache',
  }
  return textResponse(incoming, taggedText(await file.text()), headers, api.capabilities)
}

/** An API with an explorer. */
interface ServedByExplorer {
  readonly options: AnyServedOptions
  readonly capabilities: readonly Capability[]
}

const exploredApi = oncePer(({ options, capabilities }: ServedByExplorer): ExploredApi => {
  const { baseUrl, prefix, strict, parameters } = options
  const api = { baseUrl, prefix, strict, parameters, contract: () => contractOf(options) }
  return capabilities.reduce<ExploredApi>((all, { explored }) => ({ ...all, ...explored }), api)
})

async function contractOf({ contract, openapi }: AnyServedOptions): Promise<ContractDocument> {
  const generated = openapi && isSource(openapi) ? await openapi.contract?.() : undefined
  const found = contract ?? generated
  if (found === undefined) throw new Error('The contract that createApi found no longer exists.')
  return found
}
