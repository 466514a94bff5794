import { createClient } from '@jsonapi-gen/client'
import { operations } from '@jsonapi-gen/client/operations'
import { expect, test } from 'vitest'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { writeCallOf } from '../../explorer/page/model/write-call.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const data = { type: 'posts' }
const comment = { type: 'comments', 'temp-id': 'new-1', method: 'create' }

/** The method, the path and the body of the request that a call of the client sends. */
async function sentBy(code: string): Promise<unknown> {
  let request: unknown
  const client = createClient({
    baseUrl: 'http://blog.example',
    schema,
    use: [operations],
    fetch: async (address, init) => {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      request = [init?.method, new URL(address).pathname, body]
      return new Response(null, { status: 204 })
    },
  })
  await new Function('api', `return (async () => { ${code} })()`)(client).catch(() => {})
  return request
}

test.each([
  [
    'POST',
    '/operations',
    {
      'atomic:operations': [
        { op: 'add', data: { type: 'tags', lid: 't1', attributes: { name: 'new' } } },
        {
          op: 'update',
          data: { type: 'posts', id: '1', relationships: { tags: { data: [{ type: 'tags', lid: 't1' }] } } },
        },
        { op: 'remove', ref: { type: 'comments', id: '3' } },
      ],
    },
  ],
  ['POST', '/tags', { data: { type: 'tags', attributes: { name: "it's" } } }],
  ['DELETE', '/posts/1', undefined],
  ['POST', '/posts/1/relationships/tags', { data: [{ type: 'tags', id: '3' }] }],
  ['DELETE', '/posts/1/relationships/tags', { data: [{ type: 'tags', id: '3' }] }],
  ['PATCH', '/posts/1/relationships/author', { data: { type: 'authors', id: '3' } }],
  [
    'POST',
    '/posts',
    {
      data: {
        ...data,
        attributes: { title: 'a', views: 3, rating: null, publishedAt: '2026-01-31T12:00:00.000Z' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [comment] },
          tags: {
            data: [
              { type: 'tags', id: '1' },
              { type: 'tags', 'temp-id': 'new-3' },
            ],
          },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'new-1',
          attributes: { body: 'First!' },
          relationships: { replies: { data: [{ ...comment, 'temp-id': 'new-2' }] } },
        },
        { type: 'comments', 'temp-id': 'new-2', attributes: { body: 'No' } },
        { type: 'tags', 'temp-id': 'new-3', attributes: { name: 'new' } },
      ],
    },
  ],
  [
    'PATCH',
    '/posts/7',
    {
      data: {
        ...data,
        id: '7',
        relationships: {
          comments: {
            data: [
              { type: 'comments', id: '1', method: 'update' },
              { type: 'comments', id: '2', method: 'destroy' },
              { type: 'comments', id: '3', method: 'disassociate' },
              { type: 'comments', id: '4', method: 'update' },
            ],
          },
        },
      },
      included: [{ type: 'comments', id: '1', attributes: { body: 'Edited' } }],
    },
  ],
  [
    'PATCH',
    '/attachments/1',
    {
      data: {
        type: 'attachments',
        id: '1',
        relationships: { subject: { data: { type: 'posts', id: '3' } } },
      },
    },
  ],
])("explorer/model: the typed client's call sends the same write (%s %s)", async (method, url, body) => {
  const code = writeCallOf(blog, method, url, body && JSON.stringify(body))
  expect([code, await sentBy(code ?? '')]).toEqual([code, [method, url, body]])
})

test('explorer/model: a custom action is shown as a client call, and a write that the client cannot send is shown without a call', () => {
  const saas = knownOf('saas')
  expect([
    writeCallOf(saas, 'POST', '/invoices/1~3/-actions/send', '{"meta":{"dueOn":"2030-01-31"}}'),
    writeCallOf(saas, 'POST', '/invoices/-actions/remind', '{"meta":{"before":"2030-01-31"}}'),
    writeCallOf(blog, 'POST', '/nothing', '{}'),
    writeCallOf(blog, 'POST', '/posts', '{"data":{"type":"posts","relationships":{"tag":{"data":[]}}}}'),
    writeCallOf(
      blog,
      'PATCH',
      '/tags/1',
      '{"data":{"type":"tags","id":"1","relationships":{"posts":{"data":[{"type":"posts","temp-id":"a"}]}}}}',
    ),
    writeCallOf(
      blog,
      'POST',
      '/comments',
      '{"data":{"type":"comments","relationships":{"replies":{"data":[{"type":"comments","temp-id":"a","method":"create"}]}}},"included":[{"type":"comments","temp-id":"a","relationships":{"replies":{"data":[{"type":"comments","temp-id":"a","method":"create"}]}}}]}',
    ),
  ]).toEqual([
    "await api.invoices.send('1~3', { dueOn: '2030-01-31' })",
    "await api.invoices.remind({ before: '2030-01-31' })",
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
