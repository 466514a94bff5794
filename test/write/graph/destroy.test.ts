import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases, keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/destroy (11.8) on $title', (database) => {
  const blog = writableBlog(database)

  test('DELETE destroys the record and returns 204 without a body', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    expect(await serveWrites(resources).send('DELETE', '/posts/90')).toEqual({ status: 204, body: undefined })
    expect(await blog.prisma.post.count({ where: { id: 90 } })).toBe(0)
    expect(calls).toEqual([['destroy', 'posts', 90, undefined]])
  })

  test('nested destroys delete children first and belongs_to targets last, each with its parent', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const author = await blog.prisma.author.create({
      data: { name: 'Gone', email: `gone@${database.name}.example` },
    })
    const make = (values: object = {}) =>
      blog.prisma.comment.create({ data: { body: 'made', postId: 14, approved: true, ...values } })
    const top = await make({ authorId: author.id })
    const reply = await make({ parentId: top.id })
    const destroy = (type: string, { id }: { readonly id: number }) => ({
      type,
      id: String(id),
      method: 'destroy',
    })
    const answer = await serveWrites(resources).send('PATCH', '/posts/14', {
      data: { type: 'posts', id: '14', relationships: { comments: { data: [destroy('comments', top)] } } },
      included: [
        {
          type: 'comments',
          id: String(top.id),
          relationships: {
            replies: { data: [destroy('comments', reply)] },
            author: { data: destroy('authors', author) },
          },
        },
      ],
    })
    expect(answer.status).toBe(200)
    expect(calls.filter(([operation]) => operation === 'destroy')).toEqual([
      ['destroy', 'comments', reply.id, top.id],
      ['destroy', 'comments', top.id, 14],
      ['destroy', 'authors', author.id, top.id],
    ])
    expect(await blog.prisma.comment.count({ where: { id: { in: [top.id, reply.id] } } })).toBe(0)
    expect(await blog.prisma.author.count({ where: { id: author.id } })).toBe(0)
  })

  test('a DELETE request for a record that the default filter hides returns 404', async () => {
    expect((await blog.send('DELETE', '/comments/7')).status).toBe(404)
    expect(await blog.prisma.comment.count({ where: { id: 7 } })).toBe(1)
  })

  test('a DELETE request for a record that other records require returns 409, and the record is kept', async () => {
    const before = await dumpBlog(blog.prisma)
    const answer = await blog.send('DELETE', '/authors/1')
    expect([answer.status, shortErrors(answer)]).toEqual([
      409,
      ['409 - This record of type "authors" cannot be destroyed, because other records depend on it.'],
    ])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('a ValidationError thrown by the application stops the destroy and is rethrown, so that the destroy does not appear to have succeeded', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.beforeCommit('destroy', () => {
      throw new ValidationError('It is being read')
    })
    const answer = await serveWrites(resources).send('DELETE', '/posts/89')
    expect([answer.status, shortErrors(answer)]).toEqual([422, ['422 - It is being read.']])
    expect(await blog.prisma.post.count({ where: { id: 89 } })).toBe(1)
  })

  test('DELETE ignores a request body, but rejects an unknown parameter', async () => {
    expect((await blog.send('DELETE', '/posts/88', { data: { type: 'posts', id: '88' } })).status).toBe(204)
    const answer = await blog.send('DELETE', '/posts/87?page[size]=1')
    expect([answer.status, await blog.prisma.post.count({ where: { id: 87 } })]).toEqual([400, 1])
  })
})

describe.each(databases)('write/destroy (11.8) on $name: ids that do not exist', (database) => {
  const blog = writableBlog(database)

  test.each([
    ['9990', ''],
    ['9999', ''],
    ['01', ' The id must be written as "1".'],
    ['1e0', ''],
    ['x', ''],
    ['99999999999999999999', ''],
  ])('a DELETE request for the id %s returns 404', async (id, hint) => {
    const answer = await blog.send('DELETE', `/posts/${id}`)
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      [`404 - There is no record of type "posts" with the id "${id}".${hint}`],
    ])
  })
})
