import { MEDIA_TYPE } from '../../value/media-type.js'
import { castTo } from '../../base/cast.js'
import { loadedOncePer } from '../../base/made-once.js'
import type { AnyServedOptions } from '../served-options.js'
import { negotiate } from '../negotiate.js'
import type { Incoming } from '../incoming.js'
import { isSource, OPENAPI_METHODS, OPENAPI_PATH, type OpenApiDocument } from './openapi-document.js'
import { type Capability, ownAddressAt } from '../capability.js'
import { allowedBy, refusedMethod } from '../route.js'
import { type TaggedText, taggedText, textResponse } from '../text-response.js'

/** An API, and the path that it begins with. */
interface DescribedApi {
  readonly options: AnyServedOptions
  readonly capabilities: readonly Capability[]
  readonly prefix: string
  readonly typeOf: (type: string) => { readonly actions: ReadonlySet<string> } | undefined
}

/**
 * Responds with the document, or with the root document, which lists the collections (rule 25.3). Neither needs a
 * login.
 *
 * Throws MethodNotAllowed (405) for another method, NotAcceptable (406) for a root in another media type.
 */
export async function serveOpenApi(
  incoming: Incoming,
  path: string,
  api: DescribedApi,
  base: string,
): Promise<Response> {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
    throw refusedMethod(incoming.method, allowedBy(OPENAPI_METHODS))
  }
  if (path !== OPENAPI_PATH) {
    negotiate(incoming.headers)
    // The root has no entity tag: its links contain the origin of the request.
    const bytes = new TextEncoder().encode(rootText(api, base))
    const length = String(bytes.byteLength)
    return new Response(bytes, {
      headers: { 'content-type': MEDIA_TYPE, 'content-length': length, vary: 'Accept' },
    })
  }
  // The document is the same for everybody, and may be different after the next start.
  const headers = {
    'content-type': 'application/json',
    vary: 'Accept',
    'cache-control': 'public, no-cache',
  }
  return textResponse(incoming, await servedDocument(api), headers, api.capabilities)
}

function rootText({ options: { registry }, typeOf }: DescribedApi, base: string): string {
  const types = [...registry.keys()].filter((type) => typeOf(type)?.actions.has('index'))
  const collections = Object.fromEntries(types.map((type) => [type, `${base}/${encodeURIComponent(type)}`]))
  const links = { self: `${base}/`, describedby: `${base}${OPENAPI_PATH}` }
  return JSON.stringify({ jsonapi: { version: '1.1' }, links, meta: { collections } })
}

/** The document as an API serves it. It is built once, because with many types, it takes megabytes. */
const servedDocument = loadedOncePer(
  async ({ options, capabilities, prefix }: DescribedApi): Promise<TaggedText> => {
    const { openapi, strict = false } = options
    const operations = ownAddressAt('/operations', capabilities) !== undefined
    const document = openapi && isSource(openapi) ? await openapi.document() : openapi
    return taggedText(document ? JSON.stringify(asServed(document, { operations, strict, prefix })) : '')
  },
)

interface Serving {
  readonly operations: boolean
  readonly strict: boolean
  readonly prefix: string
}

/** Without what this API does not serve: the address of operations, and what strict mode refuses (rule 2.4). */
function asServed(document: OpenApiDocument, { operations, strict, prefix }: Serving): OpenApiDocument {
  const { '/operations': atomic, ...others } = document.paths
  const paths = operations && atomic ? { ...others, '/operations': atomic } : others
  const isOwnServer = JSON.stringify(document['servers']) === '[{"url":"/"}]'
  const placed = {
    ...document,
    ...(isOwnServer && { servers: [{ url: prefix === '' ? '/' : prefix }] }),
    paths,
  }
  return strict ? withoutDepartures(placed) : placed
}

function withoutDepartures(document: OpenApiDocument): OpenApiDocument {
  const { components = {} } = document
  const parameters = Object.entries(components['parameters'] ?? {})
  const departing = new Set(
    parameters.flatMap(([name, parameter]) =>
      'x-departure' in parameter ? [`#/components/parameters/${name}`] : [],
    ),
  )
  const kept = parameters.filter(([name]) => !departing.has(`#/components/parameters/${name}`))
  const isKept = (member: unknown): boolean =>
    !(typeof member === 'object' && member !== null && '$ref' in member && departing.has(String(member.$ref)))
  const text = JSON.stringify(
    { ...document, components: { ...components, parameters: Object.fromEntries(kept) } },
    (_, value: unknown) => (Array.isArray(value) ? value.filter(isKept) : value),
  )
  return castTo<OpenApiDocument>(JSON.parse(text))
}
