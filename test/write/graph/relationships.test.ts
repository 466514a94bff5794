import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'
import { columnsOf } from '../../support/pairs/resources.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

const tag = (id: number | string) => ({ type: 'tags', id: String(id) })

describe.each(keyedDatabases)('write/relationships: writes to a relationship URL on $title', (database) => {
  const blog = writableBlog(database)
  const DONE = { status: 204, body: undefined }
  const tags = (method: string, data: unknown, post = 1) =>
    blog.send(method, `/posts/${post}/relationships/tags`, { data })
  const setTags = (ids: readonly number[]) =>
    blog.prisma.post.update({ where: { id: 1 }, data: { tags: { set: ids.map((id) => ({ id })) } } })
  const tagsOf = async () => {
    const post = await blog.prisma.post.findUnique({
      where: { id: 1 },
      include: { tags: { orderBy: { id: 'asc' } } },
    })
    return post?.tags.map(({ id }) => id)
  }

  test('PATCH replaces a to-many relationship, and an empty list empties it', async () => {
    await setTags([1, 2])
    expect(await tags('PATCH', [tag(2), tag(3)])).toEqual(DONE)
    expect(await tagsOf()).toEqual([2, 3])
    expect(await tags('PATCH', [])).toEqual(DONE)
    expect(await tagsOf()).toEqual([])
  })

  test('POST adds to a to-many relationship, and does not duplicate existing members', async () => {
    await setTags([1])
    expect(await tags('POST', [tag(1), tag(2)])).toEqual(DONE)
    expect(await tags('POST', [])).toEqual(DONE)
    expect(await tagsOf()).toEqual([1, 2])
  })

  test('DELETE removes from a to-many relationship, and ignores records that are missing or not members', async () => {
    await setTags([1, 2, 3])
    expect(await tags('DELETE', [tag(1), tag(9), tag(999), tag('x')])).toEqual(DONE)
    expect(await tags('DELETE', [])).toEqual(DONE)
    expect(await tagsOf()).toEqual([2, 3])
    expect(await blog.prisma.tag.count({ where: { id: 1 } })).toBe(1)
  })

  test('PATCH sets and clears a to-one relationship', async () => {
    const { id } = await blog.prisma.comment.create({ data: { body: 'x', postId: 1, approved: true } })
    const author = (data: unknown) => blog.send('PATCH', `/comments/${id}/relationships/author`, { data })
    expect(await author({ type: 'authors', id: '3' })).toEqual(DONE)
    expect(await blog.prisma.comment.findUnique({ where: { id } })).toMatchObject({ authorId: 3 })
    expect(await author(null)).toEqual(DONE)
    expect(await blog.prisma.comment.findUnique({ where: { id } })).toMatchObject({ authorId: null })
  })

  test.each([
    [
      'POST',
      [tag(1), tag(999)],
      404,
      ['404 /data/1 There is no record of type "tags" with the id "999" here.'],
    ],
    [
      'PATCH',
      [tag(1), { type: 'authors', id: '1' }],
      409,
      ['409 /data/1/type "tags" must be of type "tags", not "authors".'],
    ],
    [
      'DELETE',
      [tag(1), { type: 'authors', id: '1' }],
      409,
      ['409 /data/1/type "tags" must be of type "tags", not "authors".'],
    ],
    ['PATCH', null, 400, ['400 /data "tags" is a to-many relationship: its "data" must be a list.']],
    ['POST', tag(1), 400, ['400 /data "tags" is a to-many relationship: its "data" must be a list.']],
    [
      'PATCH',
      [{ ...tag(1), method: 'destroy' }],
      400,
      ['400 /data/0/method A relationship can contain only types and ids, not "method".'],
    ],
    [
      'POST',
      [{ type: 'tags', 'temp-id': 'a' }],
      400,
      ['400 /data/0/temp-id A relationship can contain only types and ids, not "temp-id".'],
    ],
    ['POST', undefined, 400, ['400  The body has no "data".']],
  ])(
    "%s of %j to a relationship's URL is rejected as a whole, with a pointer into the request",
    async (method, data, status, errors) => {
      const before = await dumpBlog(blog.prisma)
      const answer = await tags(method, data)
      expect([answer.status, shortErrors(answer)]).toEqual([status, errors])
      expect(danglingPointers(answer, { data })).toEqual([])
      expect(await dumpBlog(blog.prisma)).toEqual(before)
    },
  )

  test('a member that cannot be unlinked returns 422 at the linkage', async () => {
    const answer = await blog.send('PATCH', '/posts/1/relationships/comments', { data: [] })
    expect([answer.status, shortErrors(answer)]).toEqual([422, ['422 /data post is required.']])
  })

  test('a relationship request for a missing record returns 404, and requires a body with a media type', async () => {
    expect((await tags('POST', [tag(1)], 999)).status).toBe(404)
    expect(shortErrors(await blog.send('PATCH', '/posts/1/relationships/tags'))).toEqual([
      '400 - The request has no body.',
    ])
    const plain = await blog.send(
      'DELETE',
      '/posts/1/relationships/tags',
      { data: [] },
      { 'content-type': 'text/plain' },
    )
    expect(plain.status).toBe(415)
  })

  test('a to-one relationship can only be replaced, and a relationship that is not writable can only be read', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.hasMany('comments', {
      resource: 'comments',
      foreignKey: columnsOf(database.key, 'postId'),
      writable: false,
    })
    resources['tags']?.actions('index', 'show')
    const served = serveWrites(resources)
    const methods = async (path: string) => {
      const given = []
      for (const method of ['PATCH', 'POST', 'DELETE']) {
        given.push((await served.send(method, path, { data: [] })).status)
      }
      return given
    }
    expect([
      await methods('/posts/1/relationships/author'),
      await methods('/posts/1/relationships/comments'),
      await methods('/tags/1/relationships/posts'),
    ]).toEqual([
      [400, 405, 405],
      [405, 405, 405],
      [405, 405, 405],
    ])
  })

  test('hooks, overrides and validation run in relationship requests as in every PATCH request', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const ran: string[] = []
    resources['posts']?.afterCommit('update', () => void ran.push('after'))
    await setTags([])
    await serveWrites(resources).send('POST', '/posts/1/relationships/tags', { data: [tag(1)] })
    expect([ran, calls]).toEqual([
      ['after'],
      [
        ['update', 'posts', { id: 1 }, undefined],
        ['associate', 'posts', 'tags hasAndBelongsToMany 1', 1],
      ],
    ])
  })
})
