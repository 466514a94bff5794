import { type Api, type ApiOptions, createApi as create } from '../../../runtime/src/index.js'
import { isOpenApi } from '../../../runtime/src/http/openapi-document.js'
import { explorerOf, pathOfExplorer } from '../../../runtime/src/http/explorer-address.js'
import { observerOf } from './observer.js'

export * from '../../../runtime/src/index.js'

/**
 * As the runtime has it, and what an API answers is held against its OpenAPI document: without one, its errors. Tests get this module
 * for `@jsonapi-gen/runtime` (vitest.config.ts), so that no suite has to ask for it.
 */
export function createApi<Locals = undefined>(options: ApiOptions<Locals>): Api<Locals> {
  const api = create(options)
  const { openapi, prefix = '' } = options
  const document = openapi && isOpenApi(openapi) ? () => openapi.document() : () => openapi
  const observeAny = observerOf(document, prefix)
  const explorer = explorerOf(options)
  const page = explorer && pathOfExplorer(explorer)
  // The explorer page is not part of the description.
  const observe: typeof observeAny = async (request, response) =>
    page !== undefined && new RegExp(`${page}(?:/[^/]*)?$`).test(new URL(request.url).pathname)
      ? response
      : observeAny(request, response)
  return {
    ...api,
    fetch: async (request, ...locals) => observe(request, await api.fetch(request, ...locals)),
    fetchWith: async (request, locals) => observe(request, await api.fetchWith(request, locals)),
  }
}
