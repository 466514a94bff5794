import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'

/** A comment with a temp-id and relationships. */
const comment = (name: string, relationships?: object) => ({
  type: 'comments',
  'temp-id': name,
  attributes: { body: name },
  ...(relationships && { relationships }),
})
const create = (name: string) => ({ type: 'comments', 'temp-id': name, method: 'create' })
const post = (relationships: object, included?: readonly unknown[]) => ({
  data: { type: 'posts', id: '1', relationships },
  ...(included && { included }),
})

const CASES: readonly (readonly [name: string, body: unknown, status: number, errors: readonly string[]])[] =
  [
    [
      'the same temp-id twice in included',
      post({ comments: { data: [create('a')] } }, [comment('a'), comment('a')]),
      400,
      ['400 /included/1 "included" contains "comments" with the temp-id "a" twice.'],
    ],
    [
      'the same id twice in included, where one is the primary record',
      post({ tags: { data: [{ type: 'tags', id: '1' }] } }, [
        { type: 'tags', id: '1', attributes: { name: 'a' } },
        { type: 'tags', id: 1, attributes: { name: 'b' } },
        { type: 'posts', id: '1', attributes: { title: 'c' } },
      ]),
      400,
      [
        '400 /included/1 "included" contains "tags" with the id "1" twice.',
        '400 /included/2 The primary record cannot be a member of "included".',
      ],
    ],
    [
      'an included record without a reference to it',
      post({ comments: { data: [create('a')] } }, [comment('a'), comment('b')]),
      400,
      [
        '400 /included/1 No relationship of "posts" or of its related records refers to this record of type "comments".',
      ],
    ],
    [
      'an included record with the temp-id of a linkage and another id',
      post({ tags: { data: [{ type: 'tags', id: '1', 'temp-id': 'x' }] } }, [
        { type: 'tags', id: '2', 'temp-id': 'x', attributes: { name: 'changed' } },
      ]),
      400,
      [
        '400 /included/0 No relationship of "posts" or of its related records refers to this record of type "tags".',
      ],
    ],
    [
      'an included record without an identifier',
      post({}, [{ type: 'comments', attributes: { body: 'x' } }]),
      400,
      ['400 /included/0 A member of "included" needs an id, a temp-id or a lid.'],
    ],
    [
      'a cycle of records that belong to each other',
      post({ comments: { data: [create('a')] } }, [
        comment('a', { parent: { data: create('b') } }),
        comment('b', { parent: { data: create('a') } }),
      ]),
      400,
      [
        '400 /included/1/relationships/parent/data The record of type "comments" with the temp-id "a" refers back to itself.',
      ],
    ],
    [
      'a cycle through children by id',
      post({ comments: { data: [{ type: 'comments', id: '1', method: 'update' }] } }, [
        {
          type: 'comments',
          id: '1',
          relationships: { replies: { data: [{ type: 'comments', id: '10', method: 'update' }] } },
        },
        {
          type: 'comments',
          id: '10',
          relationships: { replies: { data: [{ type: 'comments', id: '1', method: 'update' }] } },
        },
      ]),
      400,
      [
        '400 /included/1/relationships/replies/data/0 The record of type "comments" with the id "1" refers back to itself.',
      ],
    ],
    [
      'a cycle through the primary record',
      post({ author: { data: { type: 'authors', id: '2', method: 'update' } } }, [
        {
          type: 'authors',
          id: '2',
          relationships: { comments: { data: [{ type: 'comments', id: '1', method: 'update' }] } },
        },
        { type: 'comments', id: '1', relationships: { post: { data: { type: 'posts', id: '1' } } } },
      ]),
      400,
      [
        '400 /included/1/relationships/post/data The record of type "posts" with the id "1" refers back to itself.',
      ],
    ],
    [
      'a record that one request both destroys and uses',
      post(
        {
          tags: {
            data: [
              { type: 'tags', id: '1', method: 'destroy' },
              { type: 'tags', id: '1', method: 'update' },
            ],
          },
          comments: { data: [{ type: 'comments', id: '1', method: 'destroy' }] },
        },
        [
          {
            type: 'comments',
            id: '1',
            relationships: { replies: { data: [create('a')] } },
          },
          comment('a'),
        ],
      ),
      400,
      [
        '400 /data/relationships/tags/data/1 The record of type "tags" with the id "1" is destroyed and used in the same request.',
        '400 /included/0/relationships/replies/data/0 Records nested under a record that is being destroyed can only be destroyed or disassociated.',
      ],
    ],
    [
      'a record that one request creates and destroys or unlinks',
      post(
        {
          comments: { data: [create('a')] },
          tags: { data: [{ type: 'tags', 'temp-id': 't', method: 'create' }] },
        },
        [
          comment('a', {
            replies: { data: [create('b')] },
            parent: { data: { ...create('b'), method: 'disassociate' } },
          }),
          comment('b'),
          {
            type: 'tags',
            'temp-id': 't',
            attributes: { name: 'x' },
            relationships: { posts: { data: [{ type: 'posts', id: '2', method: 'update' }] } },
          },
          {
            type: 'posts',
            id: '2',
            relationships: { comments: { data: [{ ...create('b'), method: 'destroy' }] } },
          },
        ],
      ),
      400,
      [
        '400 /included/0/relationships/parent/data The record of type "comments" with the temp-id "b" is created and disassociated in the same request.',
        '400 /included/3/relationships/comments/data/0 The record of type "comments" with the temp-id "b" is destroyed and used in the same request.',
      ],
    ],
    [
      'methods without the required id, and entries without an identifier',
      post({
        tags: {
          data: [
            { type: 'tags', method: 'create' },
            { type: 'tags', 'temp-id': 'a', method: 'update' },
            { type: 'tags', 'temp-id': 'b', method: 'destroy' },
            { type: 'tags', 'temp-id': '', method: 'create' },
          ],
        },
      }),
      400,
      [
        '400 /data/relationships/tags/data/0 A linkage entry needs an id, or the temp-id or lid of a member of "included".',
        '400 /data/relationships/tags/data/1 The method "update" requires the id of a record.',
        '400 /data/relationships/tags/data/2 The method "destroy" requires the id of a record.',
        '400 /data/relationships/tags/data/3/temp-id "temp-id" must be a non-empty string.',
      ],
    ],
    [
      'many mistakes at once, each with its pointer',
      {
        data: {
          type: 'posts',
          id: '1',
          attributes: { title: '', nosuch: 1, createdAt: '2024-01-01' },
          relationships: {
            author: { data: [] },
            comments: {
              data: [
                create('a'),
                { type: 'comments', id: '5', method: 'nosuch' },
                { type: 'tags', id: '1', method: 'update' },
              ],
            },
            tags: { data: [{ type: 'tags', 'temp-id': 'gone', method: 'create' }] },
            nosuch: { data: null },
          },
        },
        included: [{ type: 'comments', 'temp-id': 'a', attributes: { body: 5, postId: 3 } }],
      },
      400,
      [
        '400 /data/relationships/author/data "author" is a to-one relationship: its "data" must be one record or null.',
        '400 /data/relationships/comments/data/1/method "method" must be one of create, update, destroy, disassociate.',
        '409 /data/relationships/comments/data/2/type "comments" must be of type "comments", not "tags".',
        '404 /data/relationships/tags/data/0 "included" has no member "tags" with the temp-id "gone".',
        '400 /data/relationships/nosuch "posts" has no relationship "nosuch".',
        '400 /data/attributes/nosuch "posts" has no attribute "nosuch".',
        '400 /data/attributes/createdAt The attribute "createdAt" cannot be written.',
        '400 /included/0/attributes/postId "comments" has no attribute "postId".',
        '422 /data/attributes/title title cannot be empty.',
        '422 /included/0/attributes/body body is not a string.',
      ],
    ],
  ]

describe.each(anyDatabase)('write/bad-input: invalid requests on $name', (database) => {
  const blog = writableBlog(database)

  test.each(CASES)('an invalid write is rejected with a pointer: %s', async (_, body, status, errors) => {
    const before = await dumpBlog(blog.prisma)
    const answer = await blog.send('PATCH', '/posts/1', body)
    expect([answer.status, shortErrors(answer)]).toEqual([status, errors])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })
})
