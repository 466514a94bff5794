import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { EDITOR, EditorController } from '../support/controller.js'
import { errorsOf, shortErrors, written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(anyDatabase)('write/white-lists (11.2): members that a write accepts, on $name', (database) => {
  const blog = writableBlog(database)

  test('a write accepts only declared, writable attributes and relationships, and a single response lists every other member', async () => {
    const before = await dumpBlog(blog.prisma)
    const body = {
      data: {
        type: 'posts',
        attributes: {
          titel: 'Near miss',
          createdAt: '2024-01-01T00:00:00Z',
          authorId: 1,
          id: 7,
          type: 'authors',
          constructor: 1,
        },
        relationships: {
          authors: { data: null },
          constructor: { data: null },
          comments: { data: [{ type: 'comments', 'temp-id': 'a', method: 'create' }] },
        },
      },
      included: [{ type: 'comments', 'temp-id': 'a', attributes: { body: 'x', postId: 1 } }],
    }
    const answer = await blog.send('POST', '/posts', body)
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        '400 /data/relationships/authors "posts" has no relationship "authors". Did you mean "author"?',
        '400 /data/relationships/constructor "posts" has no relationship "constructor".',
        '400 /data/attributes/titel "posts" has no attribute "titel". Did you mean "title"?',
        '400 /data/attributes/createdAt The attribute "createdAt" cannot be written.',
        '400 /data/attributes/authorId "posts" has no attribute "authorId".',
        '400 /data/attributes/id "posts" has no attribute "id".',
        '400 /data/attributes/type "posts" has no attribute "type".',
        '400 /data/attributes/constructor "posts" has no attribute "constructor".',
        '400 /included/0/attributes/postId "comments" has no attribute "postId".',
        '422 /data/attributes title is required.',
        '422 /data/attributes body is required.',
      ],
    ])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('an error suggests a similar relationship only if the request may write it', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.hasMany('comments', {
      resource: 'comments',
      foreignKey: 'postId',
      writable: 'isEditor',
    })
    resources['posts']?.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', writable: false })
    const served = serveWrites(resources, { controller: EditorController })
    const relationships = { commentz: { data: [] }, autor: { data: null }, tagz: { data: [] } }
    const body = { data: { type: 'posts', id: '3', relationships } }
    const none = (name: string) => `400 /data/relationships/${name} "posts" has no relationship "${name}".`
    expect(shortErrors(await served.send('PATCH', '/posts/3', body))).toEqual([
      none('commentz'),
      none('autor'),
      `${none('tagz')} Did you mean "tags"?`,
    ])
    expect(shortErrors(await served.send('PATCH', '/posts/3', body, EDITOR))).toEqual([
      `${none('commentz')} Did you mean "comments"?`,
      none('autor'),
      `${none('tagz')} Did you mean "tags"?`,
    ])
  })

  test('the guards of each record determine what a request may write, and earlier requests do not affect this (7.3)', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.attribute('views', { type: 'integer', writable: 'isEditor' })
    const served = serveWrites(resources, { controller: EditorController })
    const create = { type: 'posts', attributes: { title: 'New', body: 'Post', views: 7 } }
    const update = { type: 'posts', id: '1', attributes: { views: 8 } }
    const refused = ['400 /data/attributes/views The attribute "views" cannot be written.']
    const outcomes: unknown[] = []
    for (const headers of [EDITOR, {}, EDITOR, {}]) {
      const relationships = { author: { data: { type: 'authors', id: '1' } } }
      const created = await served.send('POST', '/posts', { data: { ...create, relationships } }, headers)
      const updated = await served.send('PATCH', '/posts/1', { data: update }, headers)
      outcomes.push(
        [created, updated].map((answer) => (answer.status < 400 ? answer.status : shortErrors(answer))),
      )
    }
    expect(outcomes).toEqual([
      [201, 200],
      [refused, refused],
      [201, 200],
      [refused, refused],
    ])
  })

  test('__proto__ and prototype are treated as ordinary names', async () => {
    const text = `{"data":{"type":"posts","attributes":{"title":"t","body":"b","__proto__":{"views":9},"prototype":1},"relationships":{"__proto__":{"data":null}}}}`
    const answer = await blog.send('POST', '/posts', text)
    expect(shortErrors(answer)).toEqual([
      '400 /data/relationships/__proto__ "posts" has no relationship "__proto__".',
      '400 /data/attributes/__proto__ "posts" has no attribute "__proto__".',
      '400 /data/attributes/prototype "posts" has no attribute "prototype".',
    ])
  })

  test.each([
    ['a missing body', undefined, 400, undefined],
    ['a body without data', {}, 400, ''],
    ['a list as the body', [], 400, ''],
    ['null as data', { data: null }, 400, '/data'],
    ['a list as data', { data: [] }, 400, '/data'],
    ['data without a type', { data: { id: '1' } }, 400, '/data'],
    ['a type that is not a string', { data: { type: 1, id: '1' } }, 400, '/data/type'],
    ['data without an id', { data: { type: 'posts' } }, 400, '/data'],
    ['an id that is not a string', { data: { type: 'posts', id: {} } }, 400, '/data/id'],
    ["another endpoint's type", { data: { type: 'authors', id: '1' } }, 409, '/data/type'],
    ['the id of another record', { data: { type: 'posts', id: '2' } }, 409, '/data/id'],
    [
      'attributes that are not an object',
      { data: { type: 'posts', id: '1', attributes: [] } },
      400,
      '/data/attributes',
    ],
    [
      'relationships that are not an object',
      { data: { type: 'posts', id: '1', relationships: [] } },
      400,
      '/data/relationships',
    ],
    ['included that is not a list', { data: { type: 'posts', id: '1' }, included: {} }, 400, '/included'],
    [
      'a member of included that is not an object',
      { data: { type: 'posts', id: '1' }, included: [1] },
      400,
      '/included/0',
    ],
    [
      'an unknown method',
      linked('tags', [{ type: 'tags', id: '1', method: 'delete' }]),
      400,
      '/data/relationships/tags/data/0/method',
    ],
    [
      'a linkage of another type',
      linked('tags', [{ type: 'authors', id: '1' }]),
      409,
      '/data/relationships/tags/data/0/type',
    ],
    ['a linkage that is not an object', linked('tags', ['1']), 400, '/data/relationships/tags/data/0'],
  ])('a write with %s is rejected', async (_, body, status, pointer) => {
    const before = await dumpBlog(blog.prisma)
    const answer = await blog.send('PATCH', '/posts/1', body)
    expect([answer.status, errorsOf(answer).map((error) => error.pointer)]).toEqual([status, [pointer]])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('a request body that is not JSON causes an error without a pointer', async () => {
    expect(errorsOf(await blog.send('PATCH', '/posts/1', '{'))).toEqual([
      { status: '400', code: 'invalid_document', pointer: undefined },
    ])
  })

  test('a guarded attribute does not exist for users whom its guard rejects (7.3)', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.attribute('views', { type: 'integer', writable: 'isEditor', default: 0 })
    resources['posts']?.attribute('body', { type: 'string?', readable: 'isEditor' })
    const served = serveWrites(resources, { controller: EditorController })
    const body = { data: { type: 'posts', id: '3', attributes: { views: 77, body: 'Secret' } } }
    expect(shortErrors(await served.send('PATCH', '/posts/3', body))).toEqual([
      '400 /data/attributes/views The attribute "views" cannot be written.',
      '400 /data/attributes/body "posts" has no attribute "body".',
    ])
    const { data } = written(await served.send('PATCH', '/posts/3', body, EDITOR))
    expect(data.attributes).toMatchObject({ views: 77, body: 'Secret' })
  })

  test('an attribute that nobody may read can be written', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.attribute('body', { type: 'string', readable: false })
    const served = serveWrites(resources)
    const { data } = written(
      await served.send('PATCH', '/posts/4', {
        data: { type: 'posts', id: '4', attributes: { body: 'Unseen' } },
      }),
    )
    expect(data.attributes).not.toHaveProperty('body')
    expect(await blog.prisma.post.findUnique({ where: { id: 4 } })).toMatchObject({ body: 'Unseen' })
  })

  test('a foreign key is never accepted in attributes, even if it is declared as an attribute', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.attribute('authorId', 'integer')
    const served = serveWrites(resources)
    const body = { data: { type: 'posts', attributes: { title: 'Key', body: '', authorId: 3 } } }
    expect(shortErrors(await served.send('POST', '/posts', body))).toEqual([
      '400 /data/attributes/authorId The attribute "authorId" cannot be written.',
    ])
    const linked = {
      data: {
        type: 'posts',
        attributes: { title: 'Key', body: '' },
        relationships: { author: { data: { type: 'authors', id: '3' } } },
      },
    }
    expect(written(await served.send('POST', '/posts', linked)).data.attributes).toMatchObject({
      authorId: 3,
    })
  })

  test('a relationship that is not writable is rejected in a write', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', writable: false })
    const body = linked('author', { type: 'authors', id: '1' })
    expect(shortErrors(await serveWrites(resources).send('PATCH', '/posts/1', body))).toEqual([
      '403 /data/relationships/author The relationship "author" cannot be written.',
    ])
  })
})

function linked(name: string, data: unknown): unknown {
  return { data: { type: 'posts', id: '1', relationships: { [name]: { data } } } }
}
