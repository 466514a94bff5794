import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { sampledKeys } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors, written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

const GRAPH = {
  data: {
    type: 'posts',
    attributes: { title: 'Graph', body: '' },
    relationships: {
      author: { data: { type: 'authors', 'temp-id': 'a', method: 'create' } },
      comments: {
        data: [
          { type: 'comments', 'temp-id': 'c1', method: 'create' },
          { type: 'comments', 'temp-id': 'c2', method: 'create' },
        ],
      },
    },
  },
  included: [
    { type: 'authors', 'temp-id': 'a', attributes: { name: 'G', email: 'graph@example.com' } },
    {
      type: 'comments',
      'temp-id': 'c1',
      attributes: { body: 'one' },
      relationships: { replies: { data: [{ type: 'comments', 'temp-id': 'r', method: 'create' }] } },
    },
    { type: 'comments', 'temp-id': 'c2', attributes: { body: 'two' } },
    {
      type: 'comments',
      'temp-id': 'r',
      attributes: { body: 'reply' },
      relationships: { post: { data: { type: 'posts', id: '1' } } },
    },
  ],
}

describe.each(sampledKeys)("write/one-transaction (11.5): a write's transaction on $title", (database) => {
  const blog = writableBlog(database)

  test('a whole write runs in one transaction', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const clients = new Set<unknown>()
    for (const resource of Object.values(resources)) {
      resource.beforeCommit(['create', 'update', 'destroy'], function () {
        clients.add(Reflect.get(resource.config.adapter ?? {}, 'client'))
      })
    }
    written(await serveWrites(resources).send('POST', '/posts', GRAPH))
    expect(clients.size).toBe(1)
    expect(clients.has(blog.prisma)).toBe(false)
    await blog.prisma.author.update({
      where: { email: 'graph@example.com' },
      data: { email: 'graph2@example.com' },
    })
  })

  test('all validation errors in nested records are collected, and then everything is rolled back', async () => {
    const before = await dumpBlog(blog.prisma)
    const body = {
      ...GRAPH,
      data: { ...GRAPH.data, attributes: { title: '' } },
      included: GRAPH.included.map((entry) => ({
        ...entry,
        attributes: entry.type === 'authors' ? { name: '' } : { body: '' },
      })),
    }
    const answer = await blog.send('POST', '/posts', body)
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      [
        '422 /data/attributes/title title cannot be empty.',
        '422 /data/attributes body is required.',
        '422 /included/0/attributes/name name cannot be empty.',
        '422 /included/0/attributes email is required.',
        '422 /included/1/attributes/body body cannot be empty.',
        '422 /included/2/attributes/body body cannot be empty.',
        '422 /included/3/attributes/body body cannot be empty.',
      ],
    ])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('errors from overrides are collected across siblings, and no record is inserted under an unsaved parent', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const Comments = resources['comments']
    if (!Comments) throw new Error('There are comments.')
    class Strict extends Comments {
      override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        if (parameters['body'] === 'one') {
          throw new ValidationError({ attribute: 'body', message: 'is boring' })
        }
        if (parameters['body'] === 'two') throw new ValidationError('This is spam')
        return super.create(parameters, parent)
      }
    }
    const before = await dumpBlog(blog.prisma)
    const answer = await serveWrites({ ...resources, comments: Strict }).send('POST', '/posts', GRAPH)
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      ['422 /included/1/attributes/body body is boring.', '422 /included/2 This is spam.'],
    ])
    expect(calls.filter(([operation, type]) => operation === 'create' && type === 'comments')).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('an error in an override that is not a validation error rolls everything back and causes an internal error', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Comments = resources['comments']
    if (!Comments) throw new Error('There are comments.')
    class Broken extends Comments {
      override async create(): Promise<never> {
        throw new TypeError('a bug')
      }
    }
    const before = await dumpBlog(blog.prisma)
    const served = serveWrites({ ...resources, comments: Broken }, { answerErrors: true })
    const answer = await served.send('POST', '/posts', GRAPH)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([500, expect.not.stringContaining('a bug')])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test("application code inside the transaction obtains the transaction's client through the adapter", async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Posts = resources['posts']
    if (!Posts) throw new Error('There are posts.')
    const seen: unknown[] = []
    class Counting extends Posts {
      override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        const post = await super.create(parameters, parent)
        const client = Reflect.get(Object(Posts?.config.adapter), 'client') as typeof blog.prisma
        seen.push(await client.post.count({ where: { title: 'Seen inside' } }))
        return post
      }
    }
    written(
      await serveWrites({ ...resources, posts: Counting }).send('POST', '/posts', {
        data: {
          type: 'posts',
          attributes: { title: 'Seen inside', body: '' },
          relationships: { author: { data: { type: 'authors', id: '1' } } },
        },
      }),
    )
    expect(seen).toEqual([1])
  })
})
