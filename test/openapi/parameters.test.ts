import { createApi, type OpenApiDocument } from '@jsonapi-gen/runtime'
import { openApiOf } from '@jsonapi-gen/openapi'
import type { Contract } from 'jsonapi-gen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import blogContract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi as blogOpenApi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { openapi as saasOpenApi } from '../../examples/saas/src/api/generated/openapi.gen.js'
import { type Application, startApplication } from '../saas/support/application.js'
import { useClient } from '../support/blog.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { isSoak, oneIn } from '../support/sample.js'
import { callsOf, chunked, namesOf } from './support/calls.js'
import { type DescribedOperation, operationsOf, validatorOf } from './support/described.js'

const [blogDocument, saasDocument] = await Promise.all([blogOpenApi.document(), saasOpenApi.document()])

interface Asked {
  readonly status: number
  readonly type: string
  readonly body: unknown
}

/** An example API, with requests from a user who passes its guards. */
interface Subject {
  readonly document: OpenApiDocument
  ask(method: string, path: string, accept?: string): Promise<Asked>
}

const JSONAPI = 'application/vnd.api+json'
const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const OPERATORS = ['eq', 'gt', 'gte', 'lt', 'lte', 'prefix', 'suffix', 'contains'].flatMap((each) => [
  each,
  `not_${each}`,
])

describe('openapi/parameters (25.3): the server accepts exactly the parameters in the OpenAPI document', () => {
  let database: OpenDatabase<BlogClient> | undefined
  let saas: Application | undefined
  const subjects = new Map<string, Subject>()

  beforeAll(async () => {
    database = await sqlite.open({ seed: true })
    useClient(database.prisma)
    const blog = (strict: boolean): Subject => {
      const api = createApi({ registry, controllers, openapi: blogDocument, strict })
      return {
        document: blogDocument,
        ask: async (method, path, accept = JSONAPI) => {
          const headers = {
            accept,
            'x-role': 'editor',
            ...(method !== 'GET' && { 'content-type': 'application/vnd.api+json' }),
          }
          const init = method === 'GET' ? { method, headers } : { method, headers, body: '{}' }
          const response = await api.fetch(new Request(`http://blog.test${path}`, init))
          const text = await response.text()
          const type = response.headers.get('content-type') ?? ''
          return { status: response.status, type, body: text === '' ? undefined : JSON.parse(text) }
        },
      }
    }
    const strict = blog(true)
    const { body } = await strict.ask('GET', '/openapi.json')
    const full = openApiOf(blogContract as unknown as Contract, { full: true })
    subjects.set('blog, full', { ...blog(false), document: full as unknown as OpenApiDocument })
    subjects.set('blog', blog(false)).set('blog, strict', { ...strict, document: body as OpenApiDocument })
    saas = await startApplication(sqlite)
    const owner = await saas.as('owner@acme.example')
    subjects.set('saas', {
      document: saasDocument,
      ask: async (method, path, accept = JSONAPI) => {
        const send = () => owner(method, path, method === 'GET' ? undefined : {}, accept)
        // The server may have closed the connection while the other example was tested. The requests do not write, so
        // they can be repeated.
        const { status, body: answered } = await send().catch(send)
        return { status, type: 'application/vnd.api+json', body: answered }
      },
    })
  })
  afterAll(async () => {
    await saas?.close()
    await database?.close()
  })
  const subjectOf = (name: string): Subject => {
    const subject = subjects.get(name)
    if (!subject) throw new Error(`There is no ${name}.`)
    return subject
  }

  test.each(['blog', 'blog, full', 'saas'])(
    '%s accepts every parameter together with its requirements',
    async (name) => {
      const { document, ask } = subjectOf(name)
      const validate = validatorOf(document)
      const refused: string[] = []
      const tried = new Set<string>()
      // There are thousands of requests, and only a soak sends all of them.
      const operations = oneIn(8, operationsOf(document))
      for (const operation of operations) {
        if (operation.operationId === 'operations') continue
        const path = await addressOf(operation, ask)
        for (const call of callsOf(operation, path)) {
          const answer = await ask(call.method, call.path)
          const faults = parametersAtFault(answer.body)
          const wrong = call.method === 'GET' ? answer.status !== 200 : faults.length > 0
          if (wrong) {
            refused.push(
              `${call.method} ${decodeURIComponent(call.path)}: ${answer.status} ${detailsOf(answer.body)}`,
            )
          }
          const invalid = validate({ ...answer, contentType: answer.type, method: call.method, path: path })
          if (invalid !== undefined) refused.push(invalid)
          for (const parameter of call.tried) tried.add(`${operation.operationId} ${parameter}`)
        }
      }
      expect(refused.slice(0, 20)).toEqual([])
      const all = operations.flatMap((operation) =>
        operation.parameters
          .filter((each) => each.in === 'query' && !each['x-cursor'])
          .map((each) => `${operation.operationId} ${each.name}`),
      )
      expect(all.filter((each) => !tried.has(each))).toEqual([])
      expect(all.length).toBeGreaterThan(isSoak ? 300 : 40)
    },
  )

  test('a filter without a value matches no records, and its complement matches all, as the OpenAPI document says', async () => {
    const { document, ask } = subjectOf('blog')
    expect(document.info['description']).toContain(
      'A filter without a value matches no record; with `not_`, it matches every record. A custom filter that accepts a single value rejects an empty value.',
    )
    const index = operationsOf(document).find(({ operationId }) => operationId === 'posts.index')
    const filters = [...(index ? namesOf(index) : [])].filter((name) => name.startsWith('filter['))
    const found = await Promise.all(
      filters.map(async (name) => {
        const { status, body } = await ask('GET', `/posts?${encodeURIComponent(name)}=`)
        return [name, status, (body as { data?: readonly unknown[] }).data?.length]
      }),
    )
    const own = ['filter[draft]', 'filter[popular]']
    expect(found).toEqual(
      filters.map((name) =>
        own.includes(name) ? [name, 400, undefined] : [name, 200, name.includes('[not_') ? 20 : 0],
      ),
    )
    expect(filters.length).toBeGreaterThan(40)
  })

  test.each(['blog', 'saas'])('%s accepts the cursors of its pages', async (name) => {
    const { document, ask } = subjectOf(name)
    const refused: string[] = []
    let tried = 0
    for (const operation of operationsOf(document)) {
      if (!operation.parameters.some((each) => each['x-cursor'])) continue
      const path = await addressOf(operation, ask)
      const cursor = await cursorAt(path, ask)
      if (cursor === undefined) continue
      for (const each of ['after', 'before']) {
        tried++
        const { status, body } = await ask('GET', `${path}?page[${each}]=${encodeURIComponent(cursor)}`)
        if (status !== 200) {
          refused.push(`${operation.operationId} page[${each}] ${status} ${detailsOf(body)}`)
        }
      }
    }
    expect(refused).toEqual([])
    expect(tried).toBeGreaterThan(5)
  })

  test.each(['blog, strict', 'saas'])(
    '%s rejects every parameter that is not in the document',
    async (name) => {
      const { document, ask } = subjectOf(name)
      const taken: string[] = []
      let tried = 0
      for (const operation of operationsOf(document)) {
        if (operation.method !== 'GET' || operation.path === '/') continue
        const path = await addressOf(operation, ask)
        // Malformed parameters are rejected before the names in other parameters are checked.
        const malformed = [
          ['page[offset]', '1'],
          ['nosuch', '1'],
        ] as const
        for (const some of [malformed, ...chunked(unadvertisedOf(operation, document), 30)]) {
          const query = some.map(
            ([parameter, value]) => `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`,
          )
          const { status, body } = await ask('GET', `${path}?${query.join('&')}`)
          const faults = new Set(parametersAtFault(body))
          tried += some.length
          for (const [parameter, value] of some) {
            if (status === 400 && faults.has(parameter)) continue
            taken.push(`${operation.operationId} ${parameter}=${value} ${status} ${detailsOf(body)}`)
          }
        }
      }
      expect(taken.slice(0, 20).join('\n')).toBe('')
      expect(tried).toBeGreaterThan(500)
    },
  )
})

/** The URL of an operation, with the id of an existing record. */
async function addressOf({ path }: DescribedOperation, ask: Subject['ask']): Promise<string> {
  if (!path.includes('{id}')) return path
  const { body } = await ask('GET', `/${path.split('/')[1] ?? ''}?page[size]=1`)
  const [first] = (body as { data?: readonly { id: string }[] }).data ?? []
  return path.replace('{id}', first?.id ?? '1')
}

/** The cursor of the first record in a collection. */
async function cursorAt(path: string, ask: Subject['ask']): Promise<string | undefined> {
  const { body } = await ask('GET', `${path}?page[size]=1`, `${JSONAPI};profile="${PROFILE}"`)
  const [first] = (body as { data?: readonly { meta?: { page?: { cursor?: string } } }[] }).data ?? []
  return first?.meta?.page?.cursor
}

/**
 * Parameters that the document does not list, each with a value: unlisted operators, unknown names, and names that
 * belong to a different parameter.
 */
function unadvertisedOf(
  operation: DescribedOperation,
  document: OpenApiDocument,
): readonly (readonly [parameter: string, value: string])[] {
  const names = namesOf(operation, operationsOf(document))
  const attributes = attributesIn(document)
  const operators = attributes
    .filter((name) => isFilter(name, names))
    .flatMap((name) => OPERATORS.map((operator) => `filter[${name}][${operator}]`))
  const filters = attributes.filter((name) => !isFilter(name, names)).map((name) => `filter[${name}]`)
  const stats = attributes.map((name) => `extra_stats[${name}]`)
  const unknown = ['filter[nosuch]', 'extra_stats[nosuch]', 'fields[nosuch]', 'extra_fields[nosuch]']
  const isAdvertised = (name: string): boolean => names.has(name) || names.has(name.replace(/\[eq\]$/, ''))
  return [...operators, ...filters, ...stats, ...unknown]
    .filter((name) => !isAdvertised(name))
    .map((name) => [name, name.startsWith('extra_stats') ? 'count' : '1'])
}

const isFilter = (name: string, names: ReadonlySet<string>): boolean =>
  [...names].some(
    (each) => each === `filter[${name}]` || OPERATORS.some((one) => each === `filter[${name}][${one}]`),
  )

function attributesIn(document: OpenApiDocument): readonly string[] {
  const schemas = Object.values(document.components?.['schemas'] ?? {}) as readonly {
    properties?: { attributes?: { properties?: object } }
  }[]
  return [
    ...new Set(schemas.flatMap(({ properties }) => Object.keys(properties?.attributes?.properties ?? {}))),
  ]
}

function parametersAtFault(body: unknown): readonly string[] {
  const { errors = [] } = (body ?? {}) as { errors?: readonly { source?: { parameter?: string } }[] }
  return errors.flatMap(({ source }) => source?.parameter ?? [])
}

function detailsOf(body: unknown): string {
  const { errors = [] } = (body ?? {}) as { errors?: readonly { detail?: string }[] }
  return errors
    .map(({ detail }) => detail)
    .join(' ')
    .slice(0, 300)
}
