import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { linkage, shortErrors, written } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/order (11.3): the order of steps on $title', (database) => {
  const blog = writableBlog(database)

  test('belongs_to records are written first, then the record itself, and then each record that refers to it, followed by its association', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const answer = await serveWrites(resources).send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'Order', body: 'matters' },
        relationships: {
          tags: { data: [{ type: 'tags', 'temp-id': 't', method: 'create' }] },
          comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
          attachments: { data: [{ type: 'attachments', 'temp-id': 'f', method: 'create' }] },
          author: { data: { type: 'authors', 'temp-id': 'a', method: 'create' } },
        },
      },
      included: [
        {
          type: 'authors',
          'temp-id': 'a',
          attributes: { name: 'Ann', email: 'ann.order@example.com' },
          relationships: { profile: { data: { type: 'profiles', 'temp-id': 'p', method: 'create' } } },
        },
        { type: 'profiles', 'temp-id': 'p', attributes: { website: 'https://example.com' } },
        {
          type: 'comments',
          'temp-id': 'c',
          attributes: { body: 'First' },
          relationships: { author: { data: { type: 'authors', 'temp-id': 'a' } } },
        },
        { type: 'tags', 'temp-id': 't', attributes: { name: 'ordered' } },
        { type: 'attachments', 'temp-id': 'f', attributes: { url: 'https://example.com/f', byteSize: '12' } },
      ],
    })
    const { data } = written(answer)
    const post = Number(data.id)
    const author = Number(linkage(data, 'author')?.toString().split(' ')[1])
    const id = expect.any(Number)
    expect(calls).toEqual([
      ['create', 'authors', { name: 'Ann', email: 'ann.order@example.com' }, undefined],
      ['create', 'profiles', { website: 'https://example.com', authorId: author }, author],
      ['associate', 'authors', expect.stringMatching(/^profile hasOne \d+$/), author],
      [
        'create',
        'posts',
        { title: 'Order', body: 'matters', status: 'draft', views: 0, authorId: author },
        undefined,
      ],
      ['create', 'tags', { name: 'ordered' }, post],
      ['associate', 'posts', expect.stringMatching(/^tags hasAndBelongsToMany \d+$/), post],
      ['create', 'comments', { body: 'First', approved: false, postId: post, authorId: author }, post],
      ['associate', 'comments', `author belongsTo ${author}`, id],
      ['associate', 'posts', expect.stringMatching(/^comments hasMany \d+$/), post],
      [
        'create',
        'attachments',
        { url: 'https://example.com/f', byteSize: 12n, subjectId: post, subjectType: 'Post' },
        post,
      ],
      ['associate', 'posts', expect.stringMatching(/^attachments polymorphicHasMany \d+$/), post],
      ['associate', 'posts', `author belongsTo ${author}`, post],
    ])
  })

  test('an entry without a method is associated, and is also updated if `included` contains attributes for it', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const answer = await serveWrites(resources).send('POST', '/comments', {
      data: {
        type: 'comments',
        attributes: { body: 'No method' },
        relationships: {
          post: { data: { type: 'posts', id: '1' } },
          author: { data: { type: 'authors', id: '2' } },
        },
      },
      included: [{ type: 'authors', id: '2', attributes: { bio: 'Updated on the way.' } }],
    })
    const id = Number(written(answer).data.id)
    expect(calls).toEqual([
      ['update', 'authors', { id: 2, bio: 'Updated on the way.' }, undefined],
      ['create', 'comments', { body: 'No method', approved: false, postId: 1, authorId: 2 }, undefined],
      ['associate', 'comments', 'post belongsTo 1', id],
      ['associate', 'comments', 'author belongsTo 2', id],
    ])
  })

  test('a record in `included` without an id is created, with or without a method', async () => {
    const answer = await blog.send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'Local ids', body: '' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          tags: {
            data: [
              { type: 'tags', id: '1' },
              { type: 'tags', lid: 'new' },
            ],
          },
        },
      },
      included: [{ type: 'tags', lid: 'new', attributes: { name: 'by lid' } }],
    })
    const { id } = written(answer).data
    const tags = await blog.prisma.tag.findMany({
      where: { posts: { some: { id: Number(id) } } },
      orderBy: { id: 'asc' },
    })
    expect(tags).toMatchObject([{ id: 1 }, { name: 'by lid' }])
  })

  test('a record whose type and temp-id occur twice is created once', async () => {
    const before = await blog.prisma.author.count()
    const answer = await blog.send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'Once', body: '' },
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
        { type: 'authors', 'temp-id': 'a', attributes: { name: 'Once', email: 'once@example.com' } },
        ...['c1', 'c2'].map((name) => ({
          type: 'comments',
          'temp-id': name,
          attributes: { body: name },
          relationships: { author: { data: { type: 'authors', 'temp-id': 'a', method: 'create' } } },
        })),
      ],
    })
    const { data } = written(answer)
    const author = await blog.prisma.author.findUnique({ where: { email: 'once@example.com' } })
    expect(await blog.prisma.author.count()).toBe(before + 1)
    expect(
      await blog.prisma.comment.findMany({ where: { postId: Number(data.id) }, orderBy: { id: 'asc' } }),
    ).toMatchObject([
      { body: 'c1', authorId: author?.id },
      { body: 'c2', authorId: author?.id },
    ])
  })

  test("a child that refers to a sibling receives the sibling's key, whichever of the two the request lists first", async () => {
    const answer = await blog.send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'A thread', body: '' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: {
            data: [
              { type: 'comments', 'temp-id': 'reply', method: 'create' },
              { type: 'comments', 'temp-id': 'first', method: 'create' },
            ],
          },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'reply',
          attributes: { body: 'Reply' },
          relationships: { parent: { data: { type: 'comments', 'temp-id': 'first' } } },
        },
        { type: 'comments', 'temp-id': 'first', attributes: { body: 'First' } },
      ],
    })
    const postId = Number(written(answer).data.id)
    const [first, reply] = await blog.prisma.comment.findMany({ where: { postId }, orderBy: { id: 'asc' } })
    expect([first, reply]).toMatchObject([
      { body: 'First', parentId: null },
      { body: 'Reply', parentId: first?.id },
    ])
  })

  test('a child may refer to the parent that contains it', async () => {
    const answer = await blog.send('POST', '/posts', {
      data: {
        type: 'posts',
        lid: 'p',
        attributes: { title: 'Inverse', body: '' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [{ type: 'comments', lid: 'c' }] },
          attachments: { data: [{ type: 'attachments', lid: 'f' }] },
        },
      },
      included: [
        {
          type: 'comments',
          lid: 'c',
          attributes: { body: 'Mine' },
          relationships: { post: { data: { type: 'posts', lid: 'p' } } },
        },
        {
          type: 'attachments',
          lid: 'f',
          attributes: { url: 'https://example.com/g', byteSize: 0 },
          relationships: { subject: { data: { type: 'posts', lid: 'p' } } },
        },
      ],
    })
    const { data } = written(answer)
    expect([linkage(data, 'comments'), linkage(data, 'attachments')]).toEqual([
      [expect.stringMatching(/^comments /)],
      [expect.stringMatching(/^attachments /)],
    ])
  })

  test('every override receives the parent as its second argument', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const served = serveWrites(resources)
    const [own] = await blog.prisma.comment.findMany({ where: { postId: 6, approved: true } })
    written(
      await served.send('PATCH', '/posts/6', {
        data: {
          type: 'posts',
          id: '6',
          relationships: {
            author: { data: { type: 'authors', id: '7', method: 'update' } },
            comments: {
              data: [
                { type: 'comments', id: String(own?.id), method: 'update' },
                { type: 'comments', 'temp-id': 'n', method: 'create' },
              ],
            },
          },
        },
        included: [
          { type: 'authors', id: '7', attributes: { bio: 'Writes.' } },
          { type: 'comments', id: String(own?.id), attributes: { body: 'Changed' } },
          { type: 'comments', 'temp-id': 'n', attributes: { body: 'New' } },
        ],
      }),
    )
    expect(calls.filter(([operation]) => operation !== 'associate')).toEqual([
      ['update', 'authors', { id: 7, bio: 'Writes.' }, 6],
      ['update', 'posts', { id: 6, authorId: 7 }, undefined],
      ['update', 'comments', { id: own?.id, body: 'Changed' }, 6],
      ['create', 'comments', { body: 'New', approved: false, postId: 6 }, 6],
    ])
  })

  test('an override receives the records that a set omits, and the records stay associated if the override rejects them', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const { comments: Comments } = resources
    if (!Comments) throw new Error('There are comments.')
    class Picky extends Comments {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        const record = await super.update(parameters, parent)
        if (Reflect.get(Object(record), 'body') === 'stays') throw new ValidationError('is the last one')
        return record
      }
    }
    const served = serveWrites({ ...resources, comments: Picky })
    const make = (body: string, parentId: number | null = null) =>
      blog.prisma.comment.create({ data: { body, postId: 8, approved: true, parentId } })
    const parent = await make('parent')
    const goes = await make('goes', parent.id)
    const empty = () =>
      served.send('PATCH', `/comments/${parent.id}`, {
        data: { type: 'comments', id: String(parent.id), relationships: { replies: { data: [] } } },
      })
    written(await empty())
    expect(calls.splice(0)).toEqual([
      ['update', 'comments', { id: parent.id }, undefined],
      ['update', 'comments', { id: goes.id, parentId: null }, parent.id],
      ['disassociate', 'comments', `replies hasMany ${goes.id}`, parent.id],
    ])
    const stays = await make('stays', parent.id)
    expect(shortErrors(await empty())).toEqual(['422 /data/relationships/replies/data is the last one.'])
    expect(calls).toEqual([
      ['update', 'comments', { id: parent.id }, undefined],
      ['update', 'comments', { id: stays.id, parentId: null }, parent.id],
    ])
  })
})
