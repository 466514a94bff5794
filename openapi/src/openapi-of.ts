import { type Contract, withoutUnfilled } from '@jsonapi-gen/runtime/vocabulary'
import { operationsFailure, operationSchemas, operationsPath } from './atomic.js'
import { bodySchemas } from './bodies.js'
import { COMPACT } from './compact.js'
import { collectComponents } from './components.js'
import { HEADER_PARAMETERS, NOT_MODIFIED_RESPONSE } from './conditions.js'
import { FULL } from './full.js'
import { includesIn, resourceOf } from './includes.js'
import type { JsonObject } from './json.js'
import { pathsOf } from './operations.js'
import { parameterLists } from './parameter-list.js'
import { failureResponses, HEADERS } from './responses.js'
import { rootPath, rootSchemas } from './root.js'
import { answerSchemas } from './schemas.js'
import { shareParameters } from './share-parameters.js'

/** A document that was built from a contract: plain data that JSON can contain. */
export interface BuiltDocument extends JsonObject {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, JsonObject>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
}

/** The options for building a document. */
export interface OpenApiOptions {
  /** Whether to list every parameter of included types, every `not_` operator, and every status separately. */
  readonly full?: boolean
}

/**
 * Returns the OpenAPI 3.1 document of a contract. This is a pure function. The document describes the public API:
 * members and actions that are closed to everybody are omitted, and those that only some clients may use are marked
 * with their guards.
 */
export function openApiOf(contract: Contract, options: OpenApiOptions = {}): BuiltDocument {
  const steps = openApiSteps(contract, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Like `openApiOf`, but in steps, one per type, so the caller can do other work in between. Each step yields the number of types completed so far.
 */
export function* openApiSteps(
  whole: Contract,
  { full = false }: OpenApiOptions = {},
): Generator<number, BuiltDocument> {
  const contract = withoutUnfilled(whole)
  const types = Object.keys(contract.resources)
  const components = collectComponents()
  const form = full ? FULL : COMPACT
  const includes = includesIn(contract)
  const parts = { contract, components, includes, listed: parameterLists(contract, components, form) }
  const described: Record<string, JsonObject> = {}
  for (const [at, type] of types.entries()) {
    Object.assign(described, pathsOf(type, parts))
    yield at + 1
  }
  const shared = shareParameters(described, components.all('parameters'))
  const roots = new Set(Object.keys(shared.paths).map((path) => path.split('/')[1]))
  const served = types.filter((type) => roots.has(encodeURIComponent(type)))
  const schemas = { ...answerSchemas(parts), ...bodySchemas(parts), ...rootSchemas(), ...operationSchemas() }
  const paths = { '/': rootPath(), ...operationsPath(parts), ...shared.paths }
  return withoutUnused({
    openapi: '3.1.0',
    info: {
      title: 'API',
      version: '1.0.0',
      description: form.description(contract),
    },
    servers: [{ url: '/' }],
    // The application decides who may do what, and names the scheme that requests use to log in.
    security: [],
    tags: [
      { name: 'api', description: 'The parts that all types share.' },
      ...served.map((name) => {
        const { description } = resourceOf(name, contract)
        return { name, ...(description !== undefined && { description }) }
      }),
    ],
    paths: form.paths(paths),
    components: {
      schemas: { ...schemas, ...components.all('schemas') },
      parameters: { ...HEADER_PARAMETERS, ...shared.components },
      requestBodies: components.all('requestBodies'),
      responses: {
        ...failureResponses(),
        ...NOT_MODIFIED_RESPONSE,
        ...operationsFailure(),
        ...components.all('responses'),
      },
      headers: { ...HEADERS, ...components.all('headers') },
    },
  })
}

/** A document without unused components. */
function withoutUnused(document: BuiltDocument): BuiltDocument {
  const { components: kinds, ...rest } = document
  const used = new Set<string>()
  const open: unknown[] = [rest]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const [name, value] of Object.entries(next)) {
      if (name === '$ref' && typeof value === 'string' && !used.has(value)) {
        used.add(value)
        const [, , kind = '', component = ''] = value.split('/')
        open.push(kinds[kind]?.[component])
      } else open.push(value)
    }
  }
  return {
    ...rest,
    components: Object.fromEntries(
      Object.entries(kinds).map(([kind, all]) => [
        kind,
        Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
      ]),
    ),
  }
}
