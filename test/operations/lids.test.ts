import { describe, expect, test } from 'vitest'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { shortErrors } from '../write/support/documents.js'
import { dumpBlog } from '../write/support/dump.js'
import { idsOf, operate } from './support/operate.js'

const tag = (lid: string, name: string): unknown => ({
  op: 'add',
  data: { type: 'tags', lid, attributes: { name } },
})

describe.each(databases)('operations/lids (16.6) on $name', (database) => {
  const blog = writableBlog(database)

  test('a lid in a target, in data, in linkage or in a relationship operation refers to a record that an earlier operation adds', async () => {
    const author = { type: 'authors', lid: 'a' }
    const answer = await operate(api, [
      { op: 'add', data: { ...author, attributes: { name: 'Lid', email: 'lid@example.com' } } },
      tag('a', 'lid one'),
      tag('b', 'lid two'),
      {
        op: 'add',
        data: {
          type: 'posts',
          lid: 'p',
          attributes: { title: 'Lid', body: '' },
          relationships: { author: { data: author }, tags: { data: [{ type: 'tags', lid: 'a' }] } },
        },
      },
      { op: 'update', data: { type: 'posts', lid: 'p', attributes: { title: 'Lids' } } },
      { op: 'update', ref: author, data: { ...author, attributes: { bio: 'Of lids.' } } },
      {
        op: 'add',
        ref: { type: 'posts', lid: 'p', relationship: 'tags' },
        data: [{ type: 'tags', lid: 'b' }],
      },
      {
        op: 'remove',
        ref: { type: 'posts', lid: 'p', relationship: 'tags' },
        data: [{ type: 'tags', lid: 'a' }],
      },
      { op: 'remove', ref: { type: 'tags', lid: 'a' } },
    ])
    const [authorId, , tagId, postId] = idsOf(answer).map(Number)
    expect(
      await blog.prisma.post.findUnique({
        where: { id: postId ?? 0 },
        select: { title: true, author: { select: { id: true, bio: true } }, tags: true },
      }),
    ).toEqual({
      title: 'Lids',
      author: { id: authorId, bio: 'Of lids.' },
      tags: [{ id: tagId, name: 'lid two' }],
    })
    expect(await blog.prisma.tag.count({ where: { name: 'lid one' } })).toBe(0)
  })

  test('a lid with a lone surrogate refers only to its own record', async () => {
    const surrogate = { type: 'tags', lid: '\uD800' }
    const answer = await operate(api, [
      tag('\uD800', 'first'),
      tag('\uDC00', 'second'),
      tag('\uFFFD', 'third'),
      { op: 'update', data: { ...surrogate, attributes: { name: 'first again' } } },
      { op: 'update', ref: surrogate, data: { ...surrogate, attributes: { name: 'first at last' } } },
      { op: 'remove', ref: { type: 'tags', lid: '\uDC00' } },
    ])
    expect(answer.status).toBe(200)
    const names = ['first', 'first again', 'first at last', 'second', 'third']
    const left = await blog.prisma.tag.findMany({ where: { name: { in: names } }, orderBy: { id: 'asc' } })
    expect(left.map(({ name }) => name)).toEqual(['first at last', 'third'])
  })

  test('a lid that looks like an id is not an id, and refers to its record even if default filters hide it', async () => {
    const answer = await operate(api, [
      {
        op: 'add',
        data: {
          type: 'comments',
          lid: '6',
          attributes: { body: 'a reply' },
          relationships: { post: { data: { type: 'posts', id: '1' } } },
        },
      },
      {
        op: 'update',
        ref: { type: 'comments', lid: '6', relationship: 'parent' },
        data: { type: 'comments', id: '6' },
      },
    ])
    const [id] = idsOf(answer).map(Number)
    expect(await blog.prisma.comment.findUnique({ where: { id: id ?? 0 } })).toMatchObject({ parentId: 6 })
  })

  const post = (relationships: unknown): unknown => ({
    op: 'add',
    data: { type: 'posts', lid: 'p', attributes: { title: 'T', body: 'B' }, relationships },
  })
  const comment = (lid: string, relationships: unknown): unknown => ({
    op: 'add',
    data: { type: 'comments', lid, attributes: { body: 'B' }, relationships },
  })
  const of = (type: string, lid: string): unknown => ({ data: { type, lid } })

  test.each([
    [
      'a lid that no operation adds',
      [post({ author: of('authors', 'x') })],
      [
        '404 /0/data/relationships/author/data/lid No operation adds a record of type "authors" with the lid "x".',
      ],
    ],
    [
      'a lid of another type',
      [tag('x', 'n'), post({ author: of('authors', 'x') })],
      [
        '404 /1/data/relationships/author/data/lid No operation adds a record of type "authors" with the lid "x".',
      ],
    ],
    [
      'a lid that is added twice',
      [tag('t', 'one'), tag('t', 'two')],
      ['400 /1/data/lid Operation 0 already adds a record with this type and lid.'],
    ],
    [
      'a cycle',
      [comment('c', { parent: of('comments', 'd') }), comment('d', { parent: of('comments', 'c') })],
      [
        '400 /0/data/relationships/parent/data/lid The record of type "comments" with the lid "d" is not added until operation 1.',
      ],
    ],
    [
      'a target that no operation adds',
      [
        { op: 'remove', ref: { type: 'tags', lid: 'x' } },
        { op: 'update', data: { type: 'tags', lid: 'y' } },
      ],
      [
        '404 /0/ref/lid No operation adds a record of type "tags" with the lid "x".',
        '404 /1/data/lid No operation adds a record of type "tags" with the lid "y".',
      ],
    ],
    [
      'a lid and an id',
      [tag('t', 'one'), { op: 'remove', ref: { type: 'tags', id: '1', lid: 't' } }],
      ['400 /1/ref/lid A record must have an id or a lid, not both.'],
    ],
    [
      'a lid that is not a string',
      [{ op: 'remove', ref: { type: 'tags', lid: 5 } }],
      ['400 /0/ref/lid "lid" must be a non-empty string.'],
    ],
    [
      'a lid of a record that was removed earlier',
      [
        tag('t', 'one'),
        { op: 'remove', ref: { type: 'tags', lid: 't' } },
        { op: 'remove', ref: { type: 'tags', lid: 't' } },
      ],
      [expect.stringMatching(/^404 \/2\/ref There is no record of type "tags" with the id "\d+"\.$/)],
    ],
  ])('%s in an operation is rejected, and no data is written', async (_, operations, expected) => {
    const before = await dumpBlog(blog.prisma)
    const errors = shortErrors(await operate(api, operations))
    expect(errors.map((error) => error.replace('/atomic:operations', ''))).toEqual(expected)
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })
})
