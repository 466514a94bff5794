import { createApi } from '@jsonapi-gen/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi as blogOpenApi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { openapi as saasOpenApi } from '../../examples/saas/src/api/generated/openapi.gen.js'
import { type Application, startApplication } from '../saas/support/application.js'
import { useClient } from '../support/blog.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'

const [blogDocument, saasDocument] = await Promise.all([blogOpenApi.document(), saasOpenApi.document()])

const JSONAPI = 'application/vnd.api+json'

let database: OpenDatabase<BlogClient>
let saas: Application
beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  useClient(database.prisma)
  saas = await startApplication(sqlite)
})
afterAll(async () => {
  await saas.close()
  await database.close()
})

/** The methods that a document lists for a path. */
const methodsAt = ({ paths }: typeof blogDocument, address: string): readonly string[] =>
  Object.keys(paths[address] ?? {}).filter((name) => name !== 'parameters')

test('an OpenAPI document does not offer to unlink records whose key cannot be null, because the API always rejects this (25.3, 27.8)', async () => {
  const api = createApi({ registry, controllers, openapi: blogDocument })
  const data = [{ type: 'comments', id: '1' }]
  const { postId } = await database.prisma.comment.findUniqueOrThrow({ where: { id: 1 } })
  const init = {
    method: 'DELETE',
    headers: { accept: JSONAPI, 'content-type': JSONAPI, 'x-role': 'editor' },
    body: JSON.stringify({ data }),
  }
  const address = `http://blog.test/posts/${postId}/relationships/comments`
  const { status } = await api.fetch(new Request(address, init))
  expect({
    comments: methodsAt(blogDocument, '/posts/{id}/relationships/comments'),
    tags: methodsAt(blogDocument, '/posts/{id}/relationships/tags'),
    status,
  }).toEqual({ comments: ['get', 'patch', 'post'], tags: ['get', 'patch', 'post', 'delete'], status: 422 })
})

test('an OpenAPI document does not offer to change links that are part of an id, because the API always rejects this (25.3, 27.8)', async () => {
  const owner = await saas.as('owner@acme.example')
  const { body } = await owner('GET', '/invoices?include=lines&page[size]=2')
  const { data } = body as { data: { id: string; relationships: { lines: { data: object[] } } }[] }
  const [one, other] = data
  const path = `/invoices/${one?.id}/relationships/lines`
  const foreign = { data: other?.relationships.lines.data.slice(0, 1) }
  const own = { data: one?.relationships.lines.data.slice(0, 1) }
  expect({
    methods: methodsAt(saasDocument, '/invoices/{id}/relationships/lines'),
    add: (await owner('POST', path, foreign)).status,
    replace: (await owner('PATCH', path, foreign)).status,
    remove: (await owner('DELETE', path, own)).status,
  }).toEqual({ methods: ['get'], add: 403, replace: 403, remove: 403 })
})

test('the API accepts each parameter that the description in an OpenAPI document mentions (25.3)', async () => {
  const api = createApi({ registry, controllers, openapi: blogDocument })
  const owner = await saas.as('owner@acme.example')
  const ask: readonly [typeof blogDocument, (path: string) => Promise<number>][] = [
    [blogDocument, async (path) => (await api.fetch(new Request(`http://blog.test${path}`))).status],
    [saasDocument, async (path) => (await owner('GET', path)).status],
  ]
  const refused: string[] = []
  let shown = 0
  for (const [{ info }, statusOf] of ask) {
    const description = String(info['description'])
    for (const [, parameters = '', type = ''] of description.matchAll(
      /((?:`[^`]+=[^`]+`(?:, )?)+) of `([^`]+)`/g,
    )) {
      for (const [, parameter = ''] of parameters.matchAll(/`([^`]+)`/g)) {
        shown += 1
        const status = await statusOf(`/${type}?${parameter}`)
        if (status !== 200) refused.push(`/${type}?${parameter} ${status}`)
      }
    }
  }
  expect([shown, refused]).toEqual([12, []])
})

const named = { type: 'tags', id: '1' }
const added = { type: 'tags', lid: 'new', attributes: { name: 'new' } }

test.each<[what: string, tags: readonly object[], included: readonly object[], status: number]>([
  ['an id', [named], [], 200],
  ['a lid', [{ type: 'tags', lid: 'new' }], [added], 200],
  ['no identifier', [{ type: 'tags' }], [], 400],
  ['a method without an identifier', [{ type: 'tags', method: 'create' }], [], 400],
  ['an empty id', [{ type: 'tags', id: '' }], [], 400],
  ['an empty lid', [{ type: 'tags', lid: '' }], [{ ...added, lid: '' }], 400],
  ['an empty temp-id', [{ type: 'tags', 'temp-id': '' }], [], 400],
  ['no identifier in included', [named], [{ type: 'tags', attributes: { name: 'none' } }], 400],
])(
  'the OpenAPI document and the server agree on linkage with %s (11.1, 25.3)',
  async (_, tags, included, status) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
    ajv.addSchema({ ...blogDocument, $id: 'api' })
    const isDescribed = ajv.compile({ $ref: 'api#/components/schemas/posts_update' })
    const body = { data: { type: 'posts', id: '1', relationships: { tags: { data: tags } } }, included }
    const api = createApi({ registry, controllers, openapi: blogDocument })
    const answer = await api.fetch(
      new Request('http://blog.test/posts/1', {
        method: 'PATCH',
        headers: { accept: JSONAPI, 'content-type': JSONAPI, 'x-role': 'editor' },
        body: JSON.stringify(body),
      }),
    )
    expect([answer.status, isDescribed(body)]).toEqual([status, status === 200])
  },
)
