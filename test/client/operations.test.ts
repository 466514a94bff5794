import { ApiError, type Client, createClient } from '@jsonapi-gen/client'
import { operations } from '@jsonapi-gen/client/operations'
import { describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

/** The bodies that were sent, and their headers. */
const sent: { readonly body: unknown; readonly type: string | null; readonly accept: string | null }[] = []
const client = (answer?: string): Client<Types, 'operations'> =>
  createClient({
    baseUrl: blog.url,
    schema,
    use: [operations],
    fetch(address, init) {
      const headers = new Headers(init.headers)
      sent.push({
        body: JSON.parse(String(init.body)),
        type: headers.get('content-type'),
        accept: headers.get('accept'),
      })
      if (answer === undefined) return fetch(address, init)
      return Promise.resolve(
        new Response(answer, { headers: { 'content-type': 'application/vnd.api+json' } }),
      )
    },
  })

async function refused(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (error instanceof ApiError) return error
  throw new Error('It was not refused.')
}

describe('client/operations (27.9): several writes that succeed or fail together', () => {
  test('operations return the records that they add, change and remove, in order, by id or lid', async () => {
    const api = client()
    const { data: old } = await blog.api.tags.create({ name: 'old' })
    sent.length = 0
    const [tag, post, changed, gone, linked, moved] = await api.operations([
      { op: 'add', type: 'tags', lid: 't1', data: { name: 'gardens' } },
      {
        op: 'add',
        type: 'posts',
        lid: 'p1',
        data: {
          title: 'Hello',
          body: 'World',
          publishedAt: new Date(0),
          author: { id: '1' },
          tags: [{ lid: 't1' }, { id: '1' }],
        },
      },
      { op: 'update', type: 'posts', lid: 'p1', data: { status: 'published' } },
      { op: 'remove', type: 'tags', id: old.id },
      { op: 'add', type: 'posts', lid: 'p1', relationship: 'tags', data: [{ id: '2' }] },
      { op: 'update', type: 'posts', lid: 'p1', relationship: 'author', data: { id: '2' } },
    ])
    expect([tag.name, post.title, post.publishedAt, changed.status, gone, linked, moved]).toEqual([
      'gardens',
      'Hello',
      new Date(0),
      'published',
      undefined,
      undefined,
      undefined,
    ])
    expect(Object.isFrozen(post)).toBe(true)
    const { data: read } = await blog.api.posts.find(post.id, { include: ['author', 'tags'] })
    expect([read.author.id, read.tags.map(({ id }) => id)]).toEqual(['2', ['1', '2', tag.id]])
    await expect(blog.api.tags.find(old.id)).rejects.toMatchObject({ status: 404 })
    const media = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
    expect(sent).toEqual([
      {
        type: media,
        accept: media,
        body: {
          'atomic:operations': [
            { op: 'add', data: { type: 'tags', lid: 't1', attributes: { name: 'gardens' } } },
            {
              op: 'add',
              data: {
                type: 'posts',
                lid: 'p1',
                attributes: { title: 'Hello', body: 'World', publishedAt: '1970-01-01T00:00:00.000Z' },
                relationships: {
                  author: { data: { type: 'authors', id: '1' } },
                  tags: {
                    data: [
                      { type: 'tags', lid: 't1' },
                      { type: 'tags', id: '1' },
                    ],
                  },
                },
              },
            },
            { op: 'update', data: { type: 'posts', lid: 'p1', attributes: { status: 'published' } } },
            { op: 'remove', ref: { type: 'tags', id: old.id } },
            {
              op: 'add',
              ref: { type: 'posts', lid: 'p1', relationship: 'tags' },
              data: [{ type: 'tags', id: '2' }],
            },
            {
              op: 'update',
              ref: { type: 'posts', lid: 'p1', relationship: 'author' },
              data: { type: 'authors', id: '2' },
            },
          ],
        },
      },
    ])
  })

  test('an operation may write a polymorphic relationship, empty a relationship, or be part of a list built at run time', async () => {
    const api = client()
    const [attachment] = await api.operations([
      {
        op: 'add',
        type: 'attachments',
        data: { url: 'https://x.example/a.png', byteSize: 5n, subject: { type: 'posts', id: '1' } },
      },
    ])
    const [emptied] = await api.operations([
      { op: 'update', type: 'comments', id: '1', relationship: 'author', data: null },
    ])
    const { data: comment } = await blog.api.comments.find('1', { include: 'author' })
    expect([attachment.byteSize, emptied, comment.author]).toEqual(['5', undefined, null])
    const names = ['a', 'b', 'c']
    const tags = await api.operations(
      names.map((name) => ({ op: 'add', type: 'tags', data: { name: `many ${name}` } }) as const),
    )
    expect(tags.map(({ name }) => name)).toEqual(['many a', 'many b', 'many c'])
  })

  test('an error in an operation is mapped to the operation and to the field within the operation', async () => {
    const api = client()
    const invalid = await refused(
      api.operations([
        { op: 'add', type: 'tags', lid: 't1', data: { name: '' } },
        {
          op: 'add',
          type: 'posts',
          data: {
            title: 'x',
            body: 'x',
            author: { id: '1' },
            tags: [{ id: '1' }, { lid: 'nobody' as never }],
          },
        },
      ]),
    )
    expect(invalid.status).toBe(400)
    expect(['0.name', '0', '1', '1.tags.0', '1.tags.1'].map((place) => invalid.at(place).length)).toEqual([
      1, 0, 0, 0, 1,
    ])
    const missing = await refused(api.operations([{ op: 'add', type: 'tags', data: {} as never }]))
    expect([missing.status, missing.at('0.name')]).toEqual([422, ['is required']])
    const nowhere = await refused(
      api.operations([
        { op: 'remove', type: 'comments', id: '2' },
        { op: 'remove', type: 'comments', id: '2' },
      ]),
    )
    expect([nowhere.status, nowhere.at('0').length, nowhere.at('1').length]).toEqual([404, 0, 1])
    const links = await refused(
      api.operations([
        { op: 'add', type: 'posts', id: '1', relationship: 'tags', data: [{ id: '1' }, { id: '9999' }] },
      ]),
    )
    expect([links.status, links.at('0.0'), links.at('0.1').length]).toEqual([404, [], 1])
    await expect(blog.api.comments.find('2')).resolves.toMatchObject({ data: { id: '2' } })
  })

  test.each<[what: string, document: unknown]>([
    ['no results', {}],
    ['results that are not a list', { 'atomic:results': {} }],
    ['too few results', { 'atomic:results': [] }],
    ['a result without data', { 'atomic:results': [{}] }],
    ['a record of another type', { 'atomic:results': [{ data: { type: 'posts', id: '1' } }] }],
    ['a record that lacks an attribute', { 'atomic:results': [{ data: { type: 'tags', id: '1' } }] }],
  ])('a response with %s causes an error (27.6)', async (_, document) => {
    const api = client(JSON.stringify(document))
    const error = await refused(api.operations([{ op: 'add', type: 'tags', data: { name: 'x' } }]))
    expect([error.status, /POST \/operations returned 200/.test(error.message)]).toEqual([200, true])
  })

  test('a response that contains a record other than the changed one causes an error (27.6)', async () => {
    const api = client(
      JSON.stringify({ 'atomic:results': [{ data: { type: 'tags', id: '2', attributes: { name: 'x' } } }] }),
    )
    const update = { op: 'update', type: 'tags', id: '1', data: { name: 'x' } } as const
    const error = await refused(api.operations([update]))
    expect([error.status, error.message]).toEqual([
      200,
      expect.stringMatching(/^A result does not contain the expected record/),
    ])
    const other = await api.operations([{ ...update, id: '2' }])
    expect(other).toEqual([{ type: 'tags', id: '2', name: 'x' }])
  })
})
