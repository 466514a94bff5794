import { ApiError } from '@jsonapi-gen/client'
import { describe, expect, test } from 'vitest'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

describe('client/writes (27.4): a record and its related records', () => {
  test('creating a record adds new children, links existing records, and returns their ids', async () => {
    const { data } = await blog.api.posts.create({
      title: 'Hello',
      body: 'World',
      author: { id: '1' },
      comments: [
        {
          create: {
            body: 'First!',
            approved: true,
            author: { create: { name: 'Eve', email: 'eve@x.example' } },
          },
        },
      ],
      tags: [{ id: '1' }, { create: { name: 'greetings' } }],
    })
    expect(data.comments.map(({ body }) => body)).toEqual(['First!'])
    expect(data.tags.map(({ name }) => name)).toEqual(['travel', 'greetings'])
    expect(data.author?.id).toBe('1')
    const stored = await blog.prisma.comment.findUniqueOrThrow({
      where: { id: Number(data.comments[0]?.id) },
      include: { author: true },
    })
    expect([stored.postId, stored.author?.name]).toEqual([Number(data.id), 'Eve'])
  })

  test('updating a record changes, destroys, links and unlinks the related records in the input, and no others', async () => {
    const { data: post } = await blog.api.posts.create({
      title: 'Changing',
      body: '…',
      author: { id: '1' },
      comments: [{ create: { body: 'one', approved: true } }, { create: { body: 'two', approved: true } }],
      tags: [{ id: '1' }, { id: '2' }],
    })
    const [one, two] = post.comments
    const { data } = await blog.api.posts.update(post.id, {
      title: 'Changed',
      comments: [
        { update: { id: one?.id ?? '', body: 'uno' } },
        { destroy: { id: two?.id ?? '' } },
        { create: { body: 'three', approved: true } },
      ],
      tags: [{ disassociate: { id: '1' } }, { associate: { id: '3' } }],
    })
    expect([data.title, data.comments.map(({ body }) => body)]).toEqual(['Changed', ['uno', 'three']])
    const stored = await blog.prisma.post.findUniqueOrThrow({
      where: { id: Number(post.id) },
      include: { tags: { orderBy: { id: 'asc' } }, comments: { orderBy: { id: 'asc' } } },
    })
    expect(stored.tags.map(({ id }) => id)).toEqual([2, 3])
    expect(stored.comments.map(({ body }) => body)).toEqual(['uno', 'three'])
  })

  test('a list of references replaces the whole relationship', async () => {
    const { data: post } = await blog.api.posts.create({
      title: 'Set',
      body: '…',
      author: { id: '1' },
      tags: [{ id: '1' }],
    })
    const { data } = await blog.api.posts.update(post.id, { tags: [{ id: '2' }, { id: '3' }] })
    expect(data.tags.map(({ id }) => id)).toEqual(['2', '3'])
    const emptied = await blog.api.posts.update(post.id, { tags: [] })
    expect(emptied.data.tags).toEqual([])
  })

  test('a write that only removes records returns no related records, and fields are named as in the input', async () => {
    const { data: post } = await blog.api.posts.create({
      title: 'Less',
      body: '…',
      author: { id: '1' },
      comments: [{ create: { body: 'gone', approved: true } }],
    })
    const { data } = await blog.api.posts.update(
      post.id,
      {
        comments: [{ destroy: { id: post.comments[0]?.id ?? '' } }],
        author: { update: { id: '1', bio: 'Writes' } },
      },
      { fields: { posts: ['title'] } },
    )
    expect(data).toEqual({
      type: 'posts',
      id: post.id,
      title: 'Less',
      comments: [],
      author: expect.objectContaining({ id: '1', bio: 'Writes' }),
    })
  })

  test('the result of a write mirrors the input at any depth, and contains no other records (11.9)', async () => {
    const { data } = await blog.api.tags.create(
      {
        name: 'deep',
        posts: [
          {
            create: {
              title: 'Deep',
              body: '…',
              author: { create: { name: 'Ada', email: 'ada@x.example' } },
              comments: [
                {
                  create: {
                    body: 'one',
                    approved: true,
                    replies: [{ create: { body: 'two', post: { id: '1' } } }],
                  },
                },
              ],
            },
          },
          { id: '1' },
        ],
      },
      { fields: { tags: ['name'], posts: ['title'], comments: ['body'], authors: ['name'] } },
    )
    const ids = { id: expect.any(String) }
    const known = { id: '1', type: 'posts', title: 'Hello, world' }
    expect(data).toEqual({
      ...ids,
      type: 'tags',
      name: 'deep',
      posts: [
        known,
        {
          ...ids,
          type: 'posts',
          title: 'Deep',
          author: { ...ids, type: 'authors', name: 'Ada' },
          comments: [
            {
              ...ids,
              type: 'comments',
              body: 'one',
              replies: [{ ...ids, type: 'comments', body: 'two', post: known }],
            },
          ],
        },
      ],
    })
    const [linked] = data.posts
    expect([Object.hasOwn(linked ?? {}, 'author'), linked?.author?.name]).toEqual([false, undefined])
  })

  test('a record in a polymorphic relationship includes its type', async () => {
    const { data } = await blog.api.attachments.create({
      url: 'https://x.example/a.png',
      byteSize: 2n ** 53n,
      subject: { type: 'posts', id: '1' },
    })
    expect([data.byteSize, data.subject?.type, data.subject?.id]).toEqual(['9007199254740992', 'posts', '1'])
  })

  test('relationships can also be written by separate calls', async () => {
    const { data: post } = await blog.api.posts.create({ title: 'Links', body: '…', author: { id: '1' } })
    await blog.api.posts.addToRelationship(post.id, 'tags', [{ id: '1' }, { id: '2' }])
    await blog.api.posts.removeFromRelationship(post.id, 'tags', [{ id: '1' }])
    await blog.api.posts.updateRelationship(post.id, 'author', { id: '2' })
    const { data: tags, page } = await blog.api.posts.relationship(post.id, 'tags')
    expect([tags, page.next]).toEqual([[{ type: 'tags', id: '2' }], undefined])
    expect((await blog.api.posts.relationship(post.id, 'author')).data).toEqual({ type: 'authors', id: '2' })
    await blog.api.posts.destroy(post.id)
    await expect(blog.api.posts.find(post.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('client/errors (27.5): an error is mapped to the field in the input', () => {
  const refused = async (call: Promise<unknown>): Promise<ApiError> => {
    const error: unknown = await call.catch((thrown: unknown) => thrown)
    if (error instanceof ApiError) return error
    throw new Error('It was not refused.')
  }

  test('errors about a record, its children and its grandchildren are mapped to the input', async () => {
    const error = await refused(
      blog.api.posts.create({
        title: '',
        body: 'b',
        author: { id: '1' },
        tags: [{ id: '1' }, { create: { name: '' } }],
        comments: [
          { create: { body: '' } },
          { create: { body: 'ok', author: { create: { name: '', email: 'a@x.example' } } } },
        ],
      }),
    )
    expect(error.status).toBe(422)
    expect(
      ['title', 'tags.1.name', 'comments.0.body', 'comments.1.author.name', 'body', ''].map((place) =>
        error.at(place),
      ),
    ).toEqual([['cannot be empty'], ['cannot be empty'], ['cannot be empty'], ['cannot be empty'], [], []])
  })

  test('errors about a referenced record are mapped to the input, whether the record cannot be unlinked or has an invalid value', async () => {
    const { data: post } = await blog.api.posts.create({ title: 'Held', body: '…', author: { id: '1' } })
    const error = await refused(
      blog.api.authors.update('1', {
        // The types reject this too, because every post has an author.
        posts: [{ disassociate: { id: post.id } } as never],
      }),
    )
    expect([error.status, error.at('posts.0'), error.at('posts.0.author'), error.at('posts')]).toEqual([
      422,
      ['is required'],
      [],
      [],
    ])
    const changed = await refused(
      blog.api.authors.update('1', { posts: [{ update: { id: post.id, title: '' } }] }),
    )
    expect([changed.at('posts.0.title'), changed.at('posts.0')]).toEqual([['cannot be empty'], []])
  })

  test('errors about missing, duplicate and unknown values are mapped to the input', async () => {
    const missing = await refused(blog.api.tags.create({} as never))
    expect(missing.at('name')).toEqual(['is required'])
    const taken = await refused(
      blog.api.posts.create({
        title: 'x',
        body: 'x',
        author: { id: '1' },
        tags: [{ create: { name: 'travel' } }],
      }),
    )
    expect([taken.status, taken.at('tags.0.name')]).toEqual([422, ['is already taken']])
    const nowhere = await refused(
      blog.api.posts.create({
        title: 'x',
        body: 'x',
        author: { id: '1000' },
        tags: [{ id: '1' }, { id: '999' }],
      }),
    )
    expect(nowhere.status).toBe(404)
    expect(nowhere.at('author')).toEqual(['There is no record of type "authors" with the id "1000" here.'])
    expect(nowhere.at('tags.1')).toHaveLength(1)
    const unknown = await refused(blog.api.tags.create({ name: 'x', nosuch: 1 } as never))
    expect(unknown.at('nosuch')).toHaveLength(1)
  })

  test('errors from calls that write a relationship are mapped to the input', async () => {
    const linked = await refused(blog.api.posts.addToRelationship('2', 'tags', [{ id: '1' }, { id: '999' }]))
    expect([linked.at('0'), linked.at('1')]).toEqual([[], [expect.stringContaining('"999"')]])
    const moved = await refused(blog.api.posts.updateRelationship('2', 'author', { id: '999' }))
    expect(moved.at('')).toEqual([expect.stringContaining('"999"')])
  })
})
