import type { Contract } from '../contract/contract.js'
import { CONDITION_PARAMETERS } from './conditions.js'
import { bodySchemas } from './bodies.js'
import type { JsonObject } from './json.js'
import { operationSchemas, operationsPath } from './atomic.js'
import { pathsOf } from './operations.js'
import { parameterList } from './parameter-list.js'
import { shareParameters } from './share-parameters.js'
import { failureResponses, HEADERS } from './responses.js'
import { rootPath, rootSchemas } from './root.js'
import { answerSchemas } from './schemas.js'
import { resourceOf } from './includes.js'

/**
 * The OpenAPI 3.1 document of a contract (chapter 25 of the rules). Pure. It describes what is public: what nobody reads or
 * does is not in it, and what some may is marked with their guards.
 */
export function openApiOf(contract: Contract): JsonObject {
  const types = Object.keys(contract.resources)
  const parameters = parameterList(contract)
  const described = Object.assign({}, ...types.map((type) => pathsOf(type, contract, parameters)))
  const { paths, components } = shareParameters(described, parameters.components())
  const roots = new Set(Object.keys(paths).map((path) => path.split('/')[1]))
  const served = types.filter((type) => roots.has(encodeURIComponent(type)))
  const document = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1.0.0', description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: [
      { name: 'api', description: 'What all types have in common.' },
      ...served.map((name) => {
        const { description } = resourceOf(name, contract)
        return { name, description: description ?? `The type ${name}.` }
      }),
    ],
    paths: { '/': rootPath(), ...operationsPath(contract), ...paths },
    components: {
      schemas: {
        ...answerSchemas(contract),
        ...bodySchemas(contract),
        ...rootSchemas(),
        ...operationSchemas(),
      },
      parameters: { ...CONDITION_PARAMETERS, ...components },
      responses: failureResponses(),
      headers: HEADERS,
    },
  }
  return withoutUnused(document)
}

const DESCRIPTION = [
  'A JSON:API 1.1. Filters may be put into groups: `filter[or][0][name]=…`, `filter[and][0][name]=…`, `filter[not][name]=…`.',
  '`filter[name][eq]` is the same as `filter[name]`.',
  'Records that are included have filters, sorts and pages too, by their whole path: `filter[comments.author][name]=…`.',
  '`x-requires` names what another parameter has to ask for, and `x-guard` the guards that a request has to pass.',
].join(' ')

/** A document without the components that nothing in it refers to. */
function withoutUnused(document: JsonObject): JsonObject {
  const { components, ...rest } = document
  const kinds = components as Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
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
