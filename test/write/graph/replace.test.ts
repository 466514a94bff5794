import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { includedIn, linkage, shortErrors, written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/replace (11.4): replacing sets, on $title', (database) => {
  const blog = writableBlog(database)
  const patch = (type: string, id: number, relationships: object, included?: readonly object[]) =>
    blog.send('PATCH', `/${type}/${id}`, {
      data: { type, id: String(id), relationships },
      ...(included && { included }),
    })
  const tagsOf = async (id: number) => {
    const post = await blog.prisma.post.findUnique({
      where: { id },
      include: { tags: { orderBy: { id: 'asc' } } },
    })
    return post?.tags.map((tag) => tag.id)
  }
  const comment = (values: object = {}) =>
    blog.prisma.comment.create({ data: { body: 'made', postId: 21, approved: true, ...values } })
  const repliesOf = async (parentId: number) => {
    const replies = await blog.prisma.comment.findMany({ where: { parentId }, orderBy: { id: 'asc' } })
    return replies.map(({ id }) => id)
  }

  test('`data: null` clears a to-one relationship', async () => {
    const { id } = await comment({ authorId: 1 })
    const { data } = written(await patch('comments', id, { author: { data: null } }))
    expect(linkage(data, 'author')).toBeNull()
    expect(await blog.prisma.comment.findUnique({ where: { id } })).toMatchObject({ authorId: null })
  })

  test('`data: []` empties a to-many relationship', async () => {
    await blog.prisma.post.update({ where: { id: 21 }, data: { tags: { set: [{ id: 1 }, { id: 2 }] } } })
    const { data } = written(await patch('posts', 21, { tags: { data: [] } }))
    expect([linkage(data, 'tags'), await tagsOf(21)]).toEqual([[], []])
    const parent = await comment()
    const reply = await comment({ parentId: parent.id })
    written(await patch('comments', parent.id, { replies: { data: [] } }))
    expect(await blog.prisma.comment.findUnique({ where: { id: reply.id } })).toMatchObject({
      parentId: null,
    })
  })

  test('a PATCH replaces the whole set if none of the entries has a method', async () => {
    await blog.prisma.post.update({ where: { id: 22 }, data: { tags: { set: [{ id: 1 }, { id: 2 }] } } })
    const document = written(
      await patch(
        'posts',
        22,
        {
          tags: {
            data: [
              { type: 'tags', id: '2' },
              { type: 'tags', id: '3' },
              { type: 'tags', lid: 'n' },
            ],
          },
        },
        [{ type: 'tags', lid: 'n', attributes: { name: `whole ${database.name}` } }],
      ),
    )
    const added = await blog.prisma.tag.findUnique({ where: { name: `whole ${database.name}` } })
    expect(linkage(document.data, 'tags')).toEqual(['tags 2', 'tags 3', `tags ${added?.id}`])
    expect(await tagsOf(22)).toEqual([2, 3, added?.id])

    const [parent, other, first, second, third] = [
      await comment(),
      await comment(),
      await comment(),
      await comment(),
      await comment(),
    ]
    await blog.prisma.comment.updateMany({
      where: { id: { in: [first.id, second.id] } },
      data: { parentId: parent.id },
    })
    await blog.prisma.comment.update({ where: { id: third.id }, data: { parentId: other.id } })
    const references = [second, third].map(({ id }) => ({ type: 'comments', id: String(id) }))
    const replaced = written(await patch('comments', parent.id, { replies: { data: references } }))
    expect(includedIn(replaced)).toEqual([`comments ${second.id}`, `comments ${third.id}`])
    expect([await repliesOf(parent.id), await repliesOf(other.id)]).toEqual([[second.id, third.id], []])
  })

  test('a set with as many members as a response may contain can be replaced, and a larger one cannot (14.4)', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const served = serveWrites(resources, { limits: { records: 3 } })
    const parent = await comment()
    for (const _ of [1, 2, 3]) await comment({ parentId: parent.id })
    const path = `/comments/${parent.id}/relationships/replies`
    expect((await served.send('PATCH', path, { data: [] })).status).toBe(204)
    expect(await repliesOf(parent.id)).toEqual([])
    for (const _ of [1, 2, 3, 4]) await comment({ parentId: parent.id })
    const answer = await served.send('PATCH', path, { data: [] })
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        '400 /data "replies" has more than 3 records and cannot be replaced as a whole. Add and remove individual records instead.',
      ],
    ])
    expect(await repliesOf(parent.id)).toHaveLength(4)
  })

  test('entries with a method do not affect other members', async () => {
    await blog.prisma.post.update({ where: { id: 23 }, data: { tags: { set: [{ id: 1 }, { id: 2 }] } } })
    written(
      await patch('posts', 23, {
        tags: {
          data: [
            { type: 'tags', id: '1', method: 'disassociate' },
            { type: 'tags', id: '5', method: 'update' },
          ],
        },
      }),
    )
    expect(await tagsOf(23)).toEqual([2, 5])
  })

  test('a list is rejected if only some of its entries have a method', async () => {
    const answer = await patch('posts', 23, {
      tags: {
        data: [
          { type: 'tags', id: '1' },
          { type: 'tags', id: '5', method: 'update' },
        ],
      },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        '400 /data/relationships/tags/data Either all records of "tags" must have a "method", or none of them may. Without methods, the list replaces the whole set.',
      ],
    ])
  })

  test('omitted members that cannot be unlinked cause an error at the relationship, and no data changes', async () => {
    const before = await dumpBlog(blog.prisma)
    const answer = await patch('posts', 1, { comments: { data: [] } })
    expect(answer.status).toBe(422)
    expect(shortErrors(answer)).toEqual(['422 /data/relationships/comments/data post is required.'])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('replacing a has_one unlinks the former child first, or reports that it cannot be unlinked', async () => {
    const author = await blog.prisma.author.create({
      data: { name: 'One', email: `one@${database.name}.example` },
    })
    const create = { data: { type: 'profiles', 'temp-id': 'p', method: 'create' } }
    const included = [{ type: 'profiles', 'temp-id': 'p', attributes: { twitter: 'new' } }]
    const { data } = written(await patch('authors', author.id, { profile: create }, included))
    expect(linkage(data, 'profile')).toMatch(/^profiles \d+$/)
    expect(shortErrors(await patch('authors', author.id, { profile: create }, included))).toEqual([
      '422 /data/relationships/profile/data author is required.',
    ])
    expect(await blog.prisma.profile.count({ where: { authorId: author.id } })).toBe(1)
  })

  test('a record that the default filter hides is neither replaced nor unlinked', async () => {
    const parent = await comment()
    const hidden = await comment({ parentId: parent.id, approved: false })
    const shown = await comment({ parentId: parent.id })
    written(await patch('comments', parent.id, { replies: { data: [] } }))
    expect(
      await blog.prisma.comment.findMany({
        where: { id: { in: [hidden.id, shown.id] } },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      { id: hidden.id, parentId: parent.id },
      { id: shown.id, parentId: null },
    ])
  })

  test('a POST does not replace a set, because its list is the initial content of the set', async () => {
    const { data } = written(
      await blog.send('POST', '/posts', {
        data: {
          type: 'posts',
          attributes: { title: 'Tagged', body: '' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: {
              data: [
                { type: 'tags', id: '1' },
                { type: 'tags', id: '2' },
              ],
            },
            comments: { data: [] },
          },
        },
      }),
    )
    expect([linkage(data, 'tags'), linkage(data, 'comments')]).toEqual([['tags 1', 'tags 2'], []])
  })

  test('if the database refuses to unlink several members, the error names the one with the first id', async () => {
    const author = await blog.prisma.author.create({
      data: { name: 'Full', email: `full@${database.title}` },
    })
    for (const id of [109, 110, 1001]) {
      await blog.prisma.post.create({ data: { id, title: `Post ${id}`, body: 'made', authorId: author.id } })
    }
    // PostgreSQL moves a changed row behind the others.
    await blog.prisma.post.update({ where: { id: 109 }, data: { title: 'Moved' } })
    const { body } = await patch('authors', author.id, { posts: { data: [] } })
    const member = { name: 'posts', type: 'posts', id: '109', attribute: 'author', message: 'is required' }
    expect(body).toMatchObject({ errors: [{ meta: { relationship: member } }] })
  })
})
