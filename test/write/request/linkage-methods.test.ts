import type { Resource, ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases, keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { linkage, shortErrors, written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/methods (11.4): methods on $title', (database) => {
  const blog = writableBlog(database)
  const patch = (type: string, id: number, relationships: object, included?: readonly object[]) =>
    blog.send('PATCH', `/${type}/${id}`, {
      data: { type, id: String(id), relationships },
      ...(included && { included }),
    })
  const newComment = async (postId: number, values: object = {}) =>
    blog.prisma.comment.create({ data: { body: 'made', postId, approved: true, ...values } })
  const newAuthor = async (name: string) =>
    blog.prisma.author.create({ data: { name, email: `${name}-${Math.random()}@example.com` } })

  test('`disassociate` on a has_many sets the key to null and keeps the row', async () => {
    const parent = await newComment(11)
    const reply = await newComment(11, { parentId: parent.id })
    const other = await newComment(11, { parentId: parent.id })
    const answer = await patch('comments', parent.id, {
      replies: { data: [{ type: 'comments', id: String(reply.id), method: 'disassociate' }] },
    })
    expect(linkage(written(answer).data, 'replies')).toBeUndefined()
    expect(
      await blog.prisma.comment.findMany({
        where: { id: { in: [reply.id, other.id] } },
        orderBy: { id: 'asc' },
      }),
    ).toMatchObject([
      { id: reply.id, parentId: null },
      { id: other.id, parentId: parent.id },
    ])
  })

  test('`disassociate` on a belongs_to sets its own key to null', async () => {
    const author = await newAuthor('Belonging')
    const comment = await newComment(11, { authorId: author.id })
    written(
      await patch('comments', comment.id, {
        author: { data: { type: 'authors', id: String(author.id), method: 'disassociate' } },
      }),
    )
    expect(await blog.prisma.comment.findUnique({ where: { id: comment.id } })).toMatchObject({
      authorId: null,
    })
    expect(await blog.prisma.author.count({ where: { id: author.id } })).toBe(1)
  })

  test('`disassociate` on a many-to-many relationship removes the join row and keeps both records', async () => {
    await blog.prisma.post.update({ where: { id: 12 }, data: { tags: { set: [{ id: 1 }, { id: 2 }] } } })
    written(await patch('posts', 12, { tags: { data: [{ type: 'tags', id: '1', method: 'disassociate' }] } }))
    const post = await blog.prisma.post.findUnique({ where: { id: 12 }, include: { tags: true } })
    expect(post?.tags).toMatchObject([{ id: 2 }])
    expect(await blog.prisma.tag.count({ where: { id: 1 } })).toBe(1)
  })

  test('`disassociate` on a polymorphic child is rejected with a pointer to the child if its key cannot be null', async () => {
    const before = await dumpBlog(blog.prisma)
    const answer = await patch('posts', 1, {
      attachments: { data: [{ type: 'attachments', id: '1', method: 'disassociate' }] },
    })
    expect(shortErrors(answer)).toEqual(['422 /data/relationships/attachments/data/0 subject is required.'])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test.each([
    [
      'has_many',
      'comments',
      (id: number) => ({ data: [{ type: 'comments', id: String(id), method: 'destroy' }] }),
    ],
  ])('`destroy` on a %s deletes the row', async (_, name, data) => {
    const comment = await newComment(13)
    written(await patch('posts', 13, { [name]: data(comment.id) }))
    expect(await blog.prisma.comment.count({ where: { id: comment.id } })).toBe(0)
  })

  test('`destroy` on a has_one deletes the row', async () => {
    const author = await newAuthor('Profiled')
    const profile = await blog.prisma.profile.create({ data: { authorId: author.id } })
    written(
      await patch('authors', author.id, {
        profile: { data: { type: 'profiles', id: String(profile.id), method: 'destroy' } },
      }),
    )
    expect(await blog.prisma.profile.count({ where: { authorId: author.id } })).toBe(0)
  })

  test('`destroy` on a belongs_to sets its own key to null, then deletes the row', async () => {
    const author = await newAuthor('Going')
    const comment = await newComment(13, { authorId: author.id })
    written(
      await patch('comments', comment.id, {
        author: { data: { type: 'authors', id: String(author.id), method: 'destroy' } },
      }),
    )
    expect(await blog.prisma.comment.findUnique({ where: { id: comment.id } })).toMatchObject({
      authorId: null,
    })
    expect(await blog.prisma.author.count({ where: { id: author.id } })).toBe(0)
  })

  test('`destroy` on a many-to-many relationship deletes the row', async () => {
    const tag = await blog.prisma.tag.create({
      data: { name: `gone ${Math.random()}`, posts: { connect: { id: 13 } } },
    })
    written(
      await patch('posts', 13, { tags: { data: [{ type: 'tags', id: String(tag.id), method: 'destroy' }] } }),
    )
    expect(await blog.prisma.tag.count({ where: { id: tag.id } })).toBe(0)
  })

  test('`destroy` on polymorphic children deletes the rows', async () => {
    const made = await blog.prisma.attachment.create({
      data: { url: 'https://x.example', byteSize: 1n, subjectType: 'Post', subjectId: 13 },
    })
    written(
      await patch('posts', 13, {
        attachments: { data: [{ type: 'attachments', id: String(made.id), method: 'destroy' }] },
      }),
    )
    expect(await blog.prisma.attachment.count({ where: { id: made.id } })).toBe(0)
  })

  test('a record can be destroyed together with nested records, to any depth', async () => {
    const top = await newComment(14)
    const middle = await newComment(14, { parentId: top.id })
    const bottom = await newComment(14, { parentId: middle.id })
    const kept = await newComment(14, { parentId: middle.id })
    const destroy = (id: number) => ({ data: [{ type: 'comments', id: String(id), method: 'destroy' }] })
    const keep = { type: 'comments', id: String(kept.id), method: 'disassociate' }
    written(
      await patch('posts', 14, { comments: destroy(top.id) }, [
        { type: 'comments', id: String(top.id), relationships: { replies: destroy(middle.id) } },
        {
          type: 'comments',
          id: String(middle.id),
          relationships: { replies: { data: [...destroy(bottom.id).data, keep] } },
        },
      ]),
    )
    expect(
      await blog.prisma.comment.findMany({ where: { id: { in: [top.id, middle.id, bottom.id, kept.id] } } }),
    ).toMatchObject([{ id: kept.id, parentId: null }])
  })

  test('`update` on a nested record writes the attributes in `included` and nothing else', async () => {
    const comment = await newComment(15)
    const answer = await patch(
      'posts',
      15,
      { comments: { data: [{ type: 'comments', id: String(comment.id), method: 'update' }] } },
      [{ type: 'comments', id: String(comment.id), attributes: { body: 'changed' } }],
    )
    expect(linkage(written(answer).data, 'comments')).toEqual([`comments ${comment.id}`])
    expect(await blog.prisma.comment.findUnique({ where: { id: comment.id } })).toEqual({
      ...comment,
      body: 'changed',
    })
  })

  test('a simple association arrives as an update without attributes, and does not change the record', async () => {
    const tag = await blog.prisma.tag.create({ data: { name: `bare ${Math.random()}` } })
    const answer = await patch(
      'posts',
      15,
      { tags: { data: [{ type: 'tags', id: String(tag.id), method: 'update' }] } },
      [{ type: 'tags', id: String(tag.id) }],
    )
    expect(linkage(written(answer).data, 'tags')).toEqual([`tags ${tag.id}`])
  })

  test('linking a record that is already linked has no effect', async () => {
    await blog.prisma.post.update({ where: { id: 16 }, data: { tags: { set: [{ id: 3 }] } } })
    const comment = await newComment(16)
    written(
      await patch('posts', 16, {
        tags: {
          data: [
            { type: 'tags', id: '3', method: 'update' },
            { type: 'tags', id: '3', method: 'update' },
          ],
        },
        comments: { data: [{ type: 'comments', id: String(comment.id), method: 'update' }] },
      }),
    )
    const post = await blog.prisma.post.findUnique({ where: { id: 16 }, include: { tags: true } })
    expect(post?.tags).toMatchObject([{ id: 3 }])
    expect(await blog.prisma.comment.findUnique({ where: { id: comment.id } })).toEqual(comment)
  })

  test('a polymorphic to-one relationship can be set, changed to a different type, and cleared', async () => {
    const made = written(
      await blog.send('POST', '/attachments', {
        data: {
          type: 'attachments',
          attributes: { url: 'https://x.example/1', byteSize: '9007199254740993' },
          relationships: { subject: { data: { type: 'posts', id: '3' } } },
        },
      }),
    )
    expect(linkage(made.data, 'subject')).toBe('posts 3')
    const id = Number(made.data.id)
    expect(await blog.prisma.attachment.findUnique({ where: { id } })).toMatchObject({
      subjectType: 'Post',
      subjectId: 3,
      byteSize: 9_007_199_254_740_993n,
    })
    const changed = await patch(
      'attachments',
      id,
      { subject: { data: { type: 'authors', 'temp-id': 'a', method: 'create' } } },
      [{ type: 'authors', 'temp-id': 'a', attributes: { name: 'Sub', email: `sub${id}@example.com` } }],
    )
    const author = await blog.prisma.author.findUnique({ where: { email: `sub${id}@example.com` } })
    expect(linkage(written(changed).data, 'subject')).toBe(`authors ${author?.id}`)
    expect(await blog.prisma.attachment.findUnique({ where: { id } })).toMatchObject({
      subjectType: 'Author',
      subjectId: author?.id,
    })
    expect(shortErrors(await patch('attachments', id, { subject: { data: null } }))).toEqual([
      '422 /data/relationships/subject subject is required.',
    ])
  })

  test('a relationship without data, a to-many relationship with null and a to-one relationship with a list are rejected', async () => {
    const answer = await patch('posts', 1, {
      author: { data: [] },
      comments: { data: null },
      tags: { links: {} },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        '400 /data/relationships/author/data "author" is a to-one relationship: its "data" must be one record or null.',
        '400 /data/relationships/comments/data "comments" is a to-many relationship: its "data" must be a list.',
        '400 /data/relationships/tags The relationship "tags" has no "data".',
      ],
    ])
  })
})

describe.each(databases)('write/methods (11.4): relationships of records in memory, on $name', (database) => {
  const blog = writableBlog(database)
  const newComment = (postId: number) =>
    blog.prisma.comment.create({ data: { body: 'made', postId, approved: true } })

  test('a record in memory contains each associated record once, and no unlinked records', async () => {
    const { posts: Posts, comments: Comments } = recordedBlog(blog.prisma).resources
    if (!Posts || !Comments) throw new Error('There are posts and comments.')
    const [posts, comments] = [new Posts(), new Comments()]
    const post = await blog.prisma.post.findUniqueOrThrow({ where: { id: 17 } })
    const [one, other] = await blog.prisma.tag.findMany({ where: { id: { in: [4, 5] } } })
    if (!one || !other) throw new Error('There are tags.')
    const kind = 'hasAndBelongsToMany'
    for (const tag of [one, other, one]) await posts.associate(post, tag, 'tags', kind)
    expect(Reflect.get(post, 'tags')).toEqual([other, one])
    await posts.disassociate(post, other, 'tags', kind)
    expect(Reflect.get(post, 'tags')).toEqual([one])
    const comment = await newComment(17)
    const author = await blog.prisma.author.findFirstOrThrow()
    await comments.associate(comment, author, 'author', 'belongsTo')
    expect(Reflect.get(comment, 'author')).toBe(author)
    await comments.disassociate(comment, author, 'author', 'belongsTo')
    expect(Reflect.get(comment, 'author')).toBeNull()
  })

  test('a record in memory contains no destroyed records, but keeps those that were linked earlier', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const seen: unknown[] = []
    class Seen extends (resources['posts'] as unknown as new () => Resource) {
      override validateGraph(post: object): void {
        const idsIn = (name: string): unknown => {
          const records: unknown = Reflect.get(post, name)
          return Array.isArray(records) && records.map((record: { readonly id: number }) => record.id)
        }
        seen.push({ tags: idsIn('tags'), comments: idsIn('comments') })
      }
    }
    const comment = await newComment(18)
    await blog.prisma.post.update({ where: { id: 18 }, data: { tags: { set: [{ id: 3 }] } } })
    const served = serveWrites({ ...resources, posts: Seen as unknown as ResourceClass })
    const linkage = (type: string, id: number, method: string) => ({
      data: [{ type, id: String(id), method }],
    })
    const relationships = {
      tags: linkage('tags', 3, 'update'),
      comments: linkage('comments', comment.id, 'destroy'),
    }
    written(await served.send('PATCH', '/posts/18', { data: { type: 'posts', id: '18', relationships } }))
    expect(seen).toEqual([{ tags: [3], comments: [] }])
  })
})
