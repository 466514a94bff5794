import { tagOfDocument } from '../controller/entity-tag.js'
import { MEDIA_TYPE } from '../controller/response.js'
import { castTo } from '../base/cast.js'
import { loadedOncePer } from '../base/made-once.js'
import type { AnyApiOptions } from './api-options.js'
import { OPENAPI_METHODS, OPENAPI_PATH } from './openapi-address.js'
import { hasConditions, loadConditions } from './load-conditions.js'
import { negotiate } from './negotiate.js'
import { isOpenApi, type OpenApiDocument } from './openapi-document.js'
import { allowedBy, refusedMethod, serves } from './route.js'

/** An API, and the path that it begins with. */
interface DescribedApi {
  readonly options: AnyApiOptions
  readonly place: { readonly prefix: string }
}

/**
 * Answers with the document, or with the root document, which lists the collections (rule 25.3). They are for everybody: nobody
 * has to be known.
 *
 * Throws MethodNotAllowed (405) for another method, NotAcceptable (406) for a root in another media type.
 */
export async function serveOpenApi(
  request: Request,
  path: string,
  api: DescribedApi,
  base: string,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw refusedMethod(request.method, allowedBy(OPENAPI_METHODS))
  }
  if (path !== OPENAPI_PATH) {
    negotiate(request.headers)
    return answerTo(encoded(rootText(api.options, base)), MEDIA_TYPE)
  }
  const { bytes, tag } = await servedDocument(api)
  const answer = answerTo(bytes, 'application/json', { etag: tag, 'cache-control': FOR_ALL_CACHES })
  if (!hasConditions(request.headers)) return answer
  const conditions = await loadConditions(request.headers, 'GET', false)
  return conditions.answered(answer)
}

type Bytes = Uint8Array<ArrayBuffer>

/** It is the same for everybody, and may be another one after the next start. */
const FOR_ALL_CACHES = 'public, no-cache'

/** A HEAD has the length of what a GET has. */
function answerTo(bytes: Bytes, type: string, more: Readonly<Record<string, string>> = {}): Response {
  const length = String(bytes.byteLength)
  const headers = { 'content-type': type, 'content-length': length, vary: 'Accept', ...more }
  return new Response(bytes, { headers })
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text)

function rootText({ registry, controllers }: AnyApiOptions, base: string): string {
  const types = [...registry.keys()].filter((type) => serves(controllers, registry, type, 'index'))
  const collections = Object.fromEntries(types.map((type) => [type, `${base}/${encodeURIComponent(type)}`]))
  const links = { self: `${base}/`, describedby: `${base}${OPENAPI_PATH}` }
  return JSON.stringify({ jsonapi: { version: '1.1' }, links, meta: { collections } })
}

/** A document as it is sent. */
interface ServedDocument {
  readonly bytes: Bytes
  readonly tag: string
}

/** The document as an API serves it. It is made once, because that of many types is megabytes. */
const servedDocument = loadedOncePer(async ({ options, place }: DescribedApi): Promise<ServedDocument> => {
  const { prefix } = place
  const { openapi, operations = false, strict = false } = options
  const document = openapi && isOpenApi(openapi) ? await openapi.document() : openapi
  const bytes = encoded(document ? JSON.stringify(asServed(document, { operations, strict, prefix })) : '')
  return { bytes, tag: tagOfDocument(bytes) }
})

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
