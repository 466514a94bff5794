import { type Api, createApi } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { ATOMIC_MEDIA_TYPE, operate } from './support/operate.js'

const PLAIN = 'application/vnd.api+json'
const OTHER = `${PLAIN};ext="https://example.org/ext/other"`

describe('operations/negotiation (15.1, 16.6): media types and paths', () => {
  writableBlog(sqlite)
  let api: Api
  beforeAll(() => {
    api = createApi({ registry, controllers, operations: true, parameters: ['trace'] })
  })

  const rename = { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'negotiated' } } }

  test.each([
    [ATOMIC_MEDIA_TYPE, 200],
    [`${PLAIN};ext=https://jsonapi.org/ext/atomic`, 200],
    [`${PLAIN}; ext="https://jsonapi.org/ext/atomic"; profile="https://example.org/p"`, 200],
    [PLAIN, 415],
    [OTHER, 415],
    [`${PLAIN};ext="https://jsonapi.org/ext/atomic https://example.org/ext/other"`, 415],
    [`${ATOMIC_MEDIA_TYPE};charset=utf-8`, 415],
    ['application/json', 415],
  ])('a request for operations with Content-Type: %s returns %i', async (type, status) => {
    const answer = await operate(api, [rename], { 'content-type': type })
    expect([answer.status, answer.type]).toEqual([status, status === 200 ? ATOMIC_MEDIA_TYPE : PLAIN])
  })

  test.each([
    ['*/*', 200],
    ['application/*', 200],
    [`${PLAIN}, ${ATOMIC_MEDIA_TYPE}`, 200],
    [`${ATOMIC_MEDIA_TYPE};q=0.5`, 200],
    [PLAIN, 406],
    [OTHER, 406],
    ['text/html', 406],
    [`${ATOMIC_MEDIA_TYPE};q=0`, 406],
  ])('a request for operations with Accept: %s returns %i', async (accept, status) => {
    expect((await operate(api, [rename], { accept })).status).toBe(status)
  })

  test('error responses use the extension if the request has negotiated it', async () => {
    const answer = await operate(api, [{ ...rename, op: 'put' }])
    expect([answer.status, answer.type]).toEqual([400, ATOMIC_MEDIA_TYPE])
  })

  test('only the URL of operations supports the extension', async () => {
    const headers = { accept: ATOMIC_MEDIA_TYPE }
    expect((await api.fetch(new Request('http://blog.test/tags', { headers }))).status).toBe(406)
  })

  test.each(['GET', 'PATCH', 'DELETE'])(
    '%s at the URL of operations returns 405 with Allow: POST',
    async (method) => {
      const response = await api.fetch(new Request('http://blog.test/operations', { method }))
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    },
  )

  test('OPTIONS at the URL of operations returns Allow: POST', async () => {
    const response = await api.fetch(new Request('http://blog.test/operations', { method: 'OPTIONS' }))
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
  })

  test('requests with operations accept only custom query parameters that the application defines', async () => {
    const ask = (search: string): Promise<Response> =>
      api.fetch(
        new Request(`http://blog.test/operations${search}`, {
          method: 'POST',
          headers: { 'content-type': ATOMIC_MEDIA_TYPE },
          body: JSON.stringify({ 'atomic:operations': [rename] }),
        }),
      )
    expect((await ask('?trace=1')).status).toBe(200)
    const refused = await ask('?include=posts')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '400',
            code: 'invalid_parameter',
            title: 'Invalid parameter',
            detail: 'Operations do not support the parameter "include".',
            source: { parameter: 'include' },
          },
        ],
      },
    ])
  })

  test('an href is used literally, without normalizing the URL (15.14)', async () => {
    const spelled = [
      '/posts/../tags/1',
      '/posts/%2e%2E/tags/1',
      '/./tags/1',
      '/posts\\..\\tags/1',
      '  /tags/1',
      '/tags/1\n',
      '/ta\tgs/1',
      '/tags/1?',
      '/tags/1#',
    ]
    const open = createApi({ registry, controllers, operations: true })
    const response = await open.fetch(
      new Request('http://inside:3000/operations', {
        method: 'POST',
        headers: { 'content-type': ATOMIC_MEDIA_TYPE },
        body: JSON.stringify({ 'atomic:operations': spelled.map((href) => ({ ...rename, href })) }),
      }),
    )
    const { errors } = (await response.json()) as { errors: readonly { source: { pointer: string } }[] }
    expect([response.status, errors.map(({ source }) => source.pointer)]).toEqual([
      400,
      spelled.map((_, index) => `/atomic:operations/${index}/href`),
    ])
  })

  test('an href works with a prefix and with a public base URL', async () => {
    const prefixed = createApi({
      registry,
      controllers,
      operations: true,
      prefix: '/api',
      baseUrl: 'https://blog.example/v1',
    })
    const response = await prefixed.fetch(
      new Request('http://inside:3000/api/operations', {
        method: 'POST',
        headers: { 'content-type': ATOMIC_MEDIA_TYPE },
        body: JSON.stringify({
          'atomic:operations': [
            'https://blog.example/v1/api/tags/1',
            'tags/1',
            '/v1/api/tags/1',
            '/tags/1',
          ].map((href) => ({ ...rename, href })),
        }),
      }),
    )
    expect(await response.json()).toMatchObject({
      errors: [{ status: '400', source: { pointer: '/atomic:operations/3/href' } }],
    })
  })

  test('operations are served only if the API enables them, and never together with a resource at the same path', async () => {
    const without = createApi({ registry, controllers })
    expect((await operate(without, [rename])).status).toBe(404)
    const { tags: other } = controllers
    if (!other) throw new Error('There are tags.')
    expect(() =>
      createApi({ registry, controllers: { ...controllers, operations: other }, operations: true }),
    ).toThrow('- operations: the resource of this type would have the same path as the atomic operations.')
  })
})
