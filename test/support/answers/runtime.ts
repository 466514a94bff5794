import { type Api, type ApiOptions, createApi as create } from '../../../runtime/src/index.js'
import { DirectResponse } from '../../../runtime/src/controller/response/direct-response.js'
import { handlerOf, setHandler } from '../../../runtime/src/http/incoming.js'
import { isSource } from '../../../runtime/src/http/openapi/openapi-document.js'
import { observerOf } from './observer.js'

export * from '../../../runtime/src/index.js'

/**
 * The runtime's `createApi`, with each response checked against the API's OpenAPI document, or only errors if there
 * is no document. Tests import this module as `@jsonapi-gen/runtime` (vitest.config.ts), so no suite needs to request
 * the checks.
 */
export function createApi<Locals = undefined>(options: ApiOptions<Locals>): Api<Locals> {
  const api = create(options)
  const { openapi, prefix = '' } = options
  const document = openapi && isSource(openapi) ? () => openapi.document() : () => openapi
  const observeAny = observerOf(document, prefix)
  const page = options.explorer ? options.explorer.path : undefined
  // The OpenAPI document does not describe the explorer page.
  const observe: typeof observeAny = async (request, response) =>
    page !== undefined && new RegExp(`${page}(?:/[^/]*)?$`).test(new URL(request.url).pathname)
      ? response
      : observeAny(request, response)
  const observed: Api<Locals> = {
    ...api,
    fetch: async (request, ...locals) => observe(request, await api.fetch(request, ...locals)),
    fetchWith: async (request, locals) => observe(request, await api.fetchWith(request, locals)),
  }
  const handle = handlerOf<Locals>(api)
  setHandler<Locals>(observed, async (incoming, locals) => {
    const response = await handle(incoming, locals)
    // The check reads a copy, so that the binding sends the bytes of a direct response itself.
    const { status, headers } = response
    const copy = DirectResponse.partsOf(response)
    if (copy) await observe(incoming, new Response(copy.bytes, { status, headers }))
    return copy ? response : observe(incoming, response)
  })
  return observed
}
