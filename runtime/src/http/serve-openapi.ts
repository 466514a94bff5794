import { MEDIA_TYPE } from '../controller/response.js'
import { castTo } from '../base/cast.js'
import type { AnyApiOptions } from './api-options.js'
import { OPENAPI_METHODS, OPENAPI_PATH } from './openapi-address.js'
import { negotiate } from './negotiate.js'
import type { OpenApiDocument } from './openapi-document.js'
import { allowedBy, refusedMethod, serves } from './route.js'

/** Where an API is. */
export interface ApiPlace {
  /** What every link begins with. */
  readonly base: string
  readonly prefix: string
}

/**
 * Answers with the document, or with the root document, which lists the collections (rule 25.3). They are for everybody: nobody
 * has to be known.
 *
 * Throws MethodNotAllowed (405) for another method, NotAcceptable (406) for a root in another media type.
 */
export function serveOpenApi(
  request: Request,
  path: string,
  options: AnyApiOptions,
  place: ApiPlace,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw refusedMethod(request.method, allowedBy(OPENAPI_METHODS))
  }
  if (path === OPENAPI_PATH) return answerTo(servedBytes(options, place), 'application/json')
  negotiate(request.headers)
  return answerTo(encoded(rootText(options, place)), MEDIA_TYPE)
}

type Bytes = Uint8Array<ArrayBuffer>

/** A HEAD has the length of what a GET has. */
function answerTo(bytes: Bytes, type: string): Response {
  const length = String(bytes.byteLength)
  return new Response(bytes, { headers: { 'content-type': type, 'content-length': length, vary: 'Accept' } })
}

const encoded = (text: string): Bytes => new TextEncoder().encode(text)

function rootText({ registry, controllers }: AnyApiOptions, { base }: ApiPlace): string {
  const types = [...registry.keys()].filter((type) => serves(controllers, registry, type, 'index'))
  const collections = Object.fromEntries(types.map((type) => [type, `${base}/${encodeURIComponent(type)}`]))
  const links = { self: `${base}/`, describedby: `${base}${OPENAPI_PATH}` }
  return JSON.stringify({ jsonapi: { version: '1.1' }, links, meta: { collections } })
}

const documents = new WeakMap<object, Bytes>()

/** The document as this API serves it, worked out once: that of many types is megabytes. */
function servedBytes(options: AnyApiOptions, { prefix }: ApiPlace): Bytes {
  const known = documents.get(options)
  if (known) return known
  const { openapi, operations = false, strict = false } = options
  const bytes = encoded(openapi ? JSON.stringify(asServed(openapi, { operations, strict, prefix })) : '')
  documents.set(options, bytes)
  return bytes
}

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
