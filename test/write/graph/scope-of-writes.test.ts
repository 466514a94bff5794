import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors, written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'
import { narrowed } from '../../support/scopes.js'

const AT = '/data/relationships'

describe.each(databases)('write/scope (11.4): the records that a write can reach, on $name', (database) => {
  const blog = writableBlog(database)

  // Comment 4 is on post 4, and comment 5 is on post 5. Comment 7, on post 7, is not approved yet. No post has tag
  // 20.
  test.each([
    [
      'update of a child of another parent',
      { comments: [{ type: 'comments', id: '5', method: 'update' }] },
      `${AT}/comments/data/0`,
    ],
    [
      'destroy of a child of another parent',
      { comments: [{ type: 'comments', id: '5', method: 'destroy' }] },
      `${AT}/comments/data/0`,
    ],
    [
      'disassociate of a child of another parent',
      { comments: [{ type: 'comments', id: '5', method: 'disassociate' }] },
      `${AT}/comments/data/0`,
    ],
    [
      'destroy of an unlinked tag',
      { tags: [{ type: 'tags', id: '20', method: 'destroy' }] },
      `${AT}/tags/data/0`,
    ],
    [
      'disassociate of an unlinked tag',
      { tags: [{ type: 'tags', id: '20', method: 'disassociate' }] },
      `${AT}/tags/data/0`,
    ],
    [
      'update of another author',
      { author: { type: 'authors', id: '1', method: 'update' } },
      `${AT}/author/data`,
    ],
    [
      'destroy of another author',
      { author: { type: 'authors', id: '1', method: 'destroy' } },
      `${AT}/author/data`,
    ],
    [
      "update of another post's attachment",
      { attachments: [{ type: 'attachments', id: '1', method: 'destroy' }] },
      `${AT}/attachments/data/0`,
    ],
    ['a dangling reference', { author: { type: 'authors', id: '999' } }, `${AT}/author/data`],
    [
      'a dangling reference in a list',
      {
        tags: [
          { type: 'tags', id: '1' },
          { type: 'tags', id: '999' },
        ],
      },
      `${AT}/tags/data/1`,
    ],
    ['an id that is not canonical', { author: { type: 'authors', id: '01' } }, `${AT}/author/data`],
    [
      'an id that overflows',
      { author: { type: 'authors', id: '99999999999999999999' } },
      `${AT}/author/data`,
    ],
    [
      'a record that the default filter hides',
      { comments: [{ type: 'comments', id: '7' }] },
      `${AT}/comments/data/0`,
    ],
    [
      'a temp-id that included does not have',
      { tags: [{ type: 'tags', 'temp-id': 'x', method: 'create' }] },
      `${AT}/tags/data/0`,
    ],
  ])('a write that refers to %s returns 404', async (_, linked, pointer) => {
    const before = await dumpBlog(blog.prisma)
    const relationships = Object.fromEntries(Object.entries(linked).map(([name, data]) => [name, { data }]))
    const included = Object.values(linked)
      .flat()
      .flatMap(({ type, id, method }: { type: string; id?: string; method?: string }) =>
        method === 'update'
          ? [{ type, id, attributes: type === 'authors' ? { name: 'Taken over' } : { body: 'Taken over' } }]
          : [],
      )
    const body = { data: { type: 'posts', id: '4', relationships }, included }
    const answer = await blog.send('PATCH', '/posts/4', body)
    expect([
      answer.status,
      shortErrors(answer).map((error) => error.split(' ').slice(0, 2).join(' ')),
    ]).toEqual([404, [`404 ${pointer}`]])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('a child that the default filter hides cannot be updated through its parent', async () => {
    const answer = await blog.send('PATCH', '/posts/7', {
      data: {
        type: 'posts',
        id: '7',
        relationships: { comments: { data: [{ type: 'comments', id: '7', method: 'update' }] } },
      },
      included: [{ type: 'comments', id: '7', attributes: { approved: true } }],
    })
    expect(shortErrors(answer)).toEqual([
      `404 ${AT}/comments/data/0 There is no record of type "comments" with the id "7" here.`,
    ])
  })

  test('the relationships of a new record are empty, so a method cannot update a linked record', async () => {
    const answer = await blog.send('POST', '/comments', {
      data: {
        type: 'comments',
        attributes: { body: 'x' },
        relationships: { post: { data: { type: 'posts', id: '1', method: 'update' } } },
      },
      included: [{ type: 'posts', id: '1', attributes: { title: 'Taken over' } }],
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      [`404 ${AT}/post/data There is no record of type "posts" with the id "1" here.`],
    ])
  })

  test('every missing record is reported, along with invalid values', async () => {
    const body = {
      data: {
        type: 'posts',
        attributes: { title: '' },
        relationships: {
          author: { data: { type: 'authors', id: '999' } },
          tags: {
            data: [
              { type: 'tags', id: '998' },
              { type: 'tags', id: '1' },
              { type: 'tags', id: '997' },
            ],
          },
        },
      },
    }
    const answer = await blog.send('POST', '/posts', body)
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        `404 ${AT}/author/data There is no record of type "authors" with the id "999" here.`,
        `404 ${AT}/tags/data/0 There is no record of type "tags" with the id "998" here.`,
        `404 ${AT}/tags/data/2 There is no record of type "tags" with the id "997" here.`,
        '422 /data/attributes/title title cannot be empty.',
        '422 /data/attributes body is required.',
      ],
    ])
    expect(danglingPointers(answer, body)).toEqual([])
  })

  test("a sideload's scope limits which records it can link", async () => {
    const { resources } = recordedBlog(blog.prisma)
    const posts = resources['posts']
    posts?.belongsTo('author', {
      resource: 'authors',
      foreignKey: 'authorId',
      scope: () =>
        narrowed(new (resources['authors'] as never as new () => { baseScope(): unknown })().baseScope(), {
          id: { lt: 5 },
        }),
    })
    const served = serveWrites(resources)
    const set = (id: string) =>
      served.send('PATCH', '/posts/1', {
        data: { type: 'posts', id: '1', relationships: { author: { data: { type: 'authors', id } } } },
      })
    written(await set('4'))
    expect((await set('5')).status).toBe(404)
  })
})
