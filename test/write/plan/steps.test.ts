import {
  defineRegistry,
  type RelatedPayloads,
  type ResourceClass,
  type WriteMeta,
} from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { tablesOf } from '../../adapter/memory/tables.js'
import { WritingMemoryAdapter } from '../../adapter/memory/writing.js'
import { keysOn } from '../../support/keys.js'
import { type Body, planned } from './planned.js'

const create = (type: string, tempId: string) => ({ type, 'temp-id': tempId, method: 'create' })
const comment = (tempId: string, relationships: object = {}) => ({
  type: 'comments',
  'temp-id': tempId,
  attributes: { body: tempId },
  relationships,
})

/** A post with comments, each with replies. */
const thread = (comments: number, replies: number) => {
  const names = Array.from({ length: comments }, (_, at) => `c${at}`)
  const below = (name: string) => Array.from({ length: replies }, (_, at) => `${name}r${at}`)
  return {
    data: {
      type: 'posts',
      'temp-id': 'p',
      attributes: { title: 'Thread' },
      relationships: {
        author: { data: { type: 'authors', id: '1' } },
        comments: { data: names.map((name) => create('comments', name)) },
      },
    },
    included: names.flatMap((name) => [
      comment(name, { replies: { data: below(name).map((reply) => create('comments', reply)) } }),
      ...below(name).map((reply) => comment(reply)),
    ]),
  }
}

describe("write/plan (11.3, 11.14): a write's plan, made without a store", () => {
  test('belongs_to targets come first, then the record, then the records that refer to it, and finally links in memory', () => {
    expect(planned(thread(2, 1)).single).toEqual([
      'keep authors 1',
      'insert posts p {authorId: authors 1.id}',
      'insert comments c0 {postId: posts p.id}',
      'insert comments c0r0 {parentId: comments c0.id}',
      'link comments c0 - comments c0r0 in memory',
      'link posts p - comments c0 in memory',
      'insert comments c1 {postId: posts p.id}',
      'insert comments c1r0 {parentId: comments c1.id}',
      'link comments c1 - comments c1r0 in memory',
      'link posts p - comments c1 in memory',
      'link posts p - authors 1 in memory',
    ])
  })

  test('records of one level are written together, and records that refer to them are written later', () => {
    expect(planned(thread(2, 1)).batched).toEqual([
      'keep authors 1',
      'insert posts p {authorId: authors 1.id}',
      'insert comments c0 {postId: posts p.id}, comments c1 {postId: posts p.id}',
      'insert comments c0r0 {parentId: comments c0.id}, comments c1r0 {parentId: comments c1.id}',
      'link comments c0 - comments c0r0, comments c1 - comments c1r0 in memory',
      'link posts p - comments c0, posts p - comments c1 in memory',
      'link posts p - authors 1 in memory',
    ])
  })

  test('a write with lists that are twice as long requires no additional steps', () => {
    const count = (comments: number, replies: number) => planned(thread(comments, replies)).batched.length
    expect([count(4, 2), count(8, 4), count(16, 8)]).toEqual([7, 7, 7])
  })

  test('a new record is created before its new children, and after the records that it refers to', () => {
    const author = (relationships: object, ...others: readonly object[]) => ({
      data: {
        type: 'authors',
        'temp-id': 'a',
        attributes: { name: 'New' },
        relationships: { posts: { data: [create('posts', 'p')] }, ...relationships },
      },
      included: [{ type: 'posts', 'temp-id': 'p', attributes: { title: 'New' } }, ...others],
    })
    expect(planned(author({})).batched).toEqual([
      'insert authors a',
      'insert posts p {authorId: authors a.id}',
      'link authors a - posts p in memory',
    ])
    const comments = { data: [create('comments', 'c')] }
    const old = comment('c', { post: { data: { type: 'posts', id: '7' } } })
    expect(planned(author({ comments }, old)).batched).toEqual([
      'keep posts 7',
      'insert authors a',
      'insert posts p {authorId: authors a.id}',
      'insert comments c {authorId: authors a.id} {postId: posts 7.id}',
      'link authors a - posts p in memory',
      'link comments c - posts 7 in memory',
      'link authors a - comments c in memory',
    ])
  })

  test('a replaced set unlinks omitted members before it links new members', () => {
    const data = (ids: readonly number[]) => ids.map((id) => ({ type: 'comments', id: String(id) }))
    const body = { data: { type: 'posts', id: '1', relationships: { comments: { data: data([3, 4, 5]) } } } }
    expect(planned(body, { id: '1', members: { comments: [1, 2, 3] } })).toEqual({
      single: [
        'update posts 1',
        'update comments 1 again {postId: null}',
        'unlink posts 1 - comments 1 in memory',
        'update comments 2 again {postId: null}',
        'unlink posts 1 - comments 2 in memory',
        'keep comments 3',
        'link posts 1 - comments 3 in memory',
        'update comments 4 {postId: posts 1.id}',
        'link posts 1 - comments 4 in memory',
        'update comments 5 {postId: posts 1.id}',
        'link posts 1 - comments 5 in memory',
      ],
      batched: [
        'keep comments 3',
        'update posts 1',
        'update comments 1 again {postId: null}, comments 2 again {postId: null}',
        'unlink posts 1 - comments 1, posts 1 - comments 2 in memory',
        'update comments 4 {postId: posts 1.id}, comments 5 {postId: posts 1.id}',
        'link posts 1 - comments 3, posts 1 - comments 4, posts 1 - comments 5 in memory',
      ],
    })
  })

  test('when a record is destroyed, its children are deleted first, then the record, then the records that it belonged to', () => {
    const body = {
      data: {
        type: 'posts',
        id: '1',
        relationships: { comments: { data: [{ type: 'comments', id: '2', method: 'destroy' }] } },
      },
      included: [
        {
          type: 'comments',
          id: '2',
          relationships: {
            replies: {
              data: [
                { type: 'comments', id: '3', method: 'destroy' },
                { type: 'comments', id: '4', method: 'disassociate' },
              ],
            },
            author: { data: { type: 'authors', id: '5', method: 'destroy' } },
          },
        },
      ],
    }
    expect(planned(body, { id: '1' })).toEqual({
      single: [
        'update posts 1',
        'delete comments 3',
        'update comments 4 {parentId: null}',
        'unlink comments 2 - comments 4 in memory',
        'delete comments 2',
        'delete authors 5',
        'unlink posts 1 - comments 2 in memory',
      ],
      // A record is destroyed only after the records that refer to it are unlinked.
      batched: [
        'update posts 1',
        'delete comments 3',
        'update comments 4 {parentId: null}',
        'unlink comments 2 - comments 4 in memory',
        'delete comments 2',
        'delete authors 5',
        'unlink posts 1 - comments 2 in memory',
      ],
    })
  })

  test('records of one set are destroyed together, and the records that they refer to are destroyed last', () => {
    const entry = (id: string) => ({ type: 'comments', id, method: 'destroy' })
    const body = {
      data: {
        type: 'comments',
        id: '1',
        relationships: {
          author: { data: { type: 'authors', id: '5', method: 'destroy' } },
          replies: { data: [entry('2'), entry('3')] },
        },
      },
    }
    expect(planned(body, { id: '1' })).toEqual({
      single: [
        'update comments 1 {authorId: null}',
        'delete comments 2',
        'unlink comments 1 - comments 2 in memory',
        'delete comments 3',
        'unlink comments 1 - comments 3 in memory',
        'delete authors 5',
        'unlink comments 1 - authors 5 in memory',
      ],
      batched: [
        'update comments 1 {authorId: null}',
        'delete comments 2, comments 3',
        'unlink comments 1 - comments 2, comments 1 - comments 3 in memory',
        'delete authors 5',
        'unlink comments 1 - authors 5 in memory',
      ],
    })
  })

  test('the plan of a write adds the links of a join last, after removing other links', () => {
    const tag = (id: string) => ({ type: 'tags', id })
    const body = {
      data: {
        type: 'posts',
        id: '1',
        relationships: {
          tags: { data: [tag('2'), tag('3'), { type: 'tags', 'temp-id': 't' }] },
          comments: { data: [create('comments', 'c')] },
        },
      },
      included: [{ type: 'tags', 'temp-id': 't', attributes: { name: 't' } }, comment('c')],
    }
    expect(planned(body, { id: '1', members: { tags: [1, 2, 9] } })).toEqual({
      single: [
        'update posts 1',
        'keep tags 1',
        'unlink posts 1 - tags 1',
        'keep tags 9',
        'unlink posts 1 - tags 9',
        'keep tags 2',
        'link posts 1 - tags 2 in memory',
        'keep tags 3',
        'link posts 1 - tags 3',
        'insert tags t',
        'link posts 1 - tags t',
        'insert comments c {postId: posts 1.id}',
        'link posts 1 - comments c in memory',
      ],
      batched: [
        'keep tags 1, tags 9, tags 2, tags 3',
        'update posts 1',
        'unlink posts 1 - tags 1, posts 1 - tags 9',
        'insert tags t',
        'insert comments c {postId: posts 1.id}',
        'link posts 1 - tags 2 in memory',
        'link posts 1 - tags 3, posts 1 - tags t',
        'link posts 1 - comments c in memory',
      ],
    })
  })

  test('a record that occurs twice is written once and linked twice', () => {
    const body = {
      data: {
        type: 'posts',
        'temp-id': 'p',
        attributes: { title: 'Shared' },
        relationships: {
          author: { data: create('authors', 'a') },
          comments: { data: [create('comments', 'c'), create('comments', 'r')] },
        },
      },
      included: [
        { type: 'authors', 'temp-id': 'a', attributes: { name: 'A', email: 'a@example.com' } },
        comment('c', {
          author: { data: { type: 'authors', 'temp-id': 'a' } },
          replies: { data: [create('comments', 'r')] },
        }),
        comment('r'),
      ],
    }
    expect(planned(body).single).toEqual([
      'insert authors a',
      'insert posts p {authorId: authors a.id}',
      'insert comments c {postId: posts p.id} {authorId: authors a.id}',
      'insert comments r {postId: posts p.id} {parentId: comments c.id}',
      'link comments c - comments r in memory',
      'link comments c - authors a in memory',
      'link posts p - comments c in memory',
      'update comments r again {postId: posts p.id}',
      'link posts p - comments r in memory',
      'link posts p - authors a in memory',
    ])
  })

  test('a record that moves from one set to another is not unlinked (11.12)', () => {
    const entry = (id: string) => ({ type: 'comments', id })
    const body = {
      data: {
        type: 'comments',
        id: '1',
        relationships: { replies: { data: [entry('2')] } },
      },
      included: [{ type: 'comments', id: '2', relationships: { replies: { data: [entry('3')] } } }],
    }
    expect(planned(body, { id: '1', members: { 'comments 1 replies': [3, 4] } }).single).toEqual([
      'update comments 1',
      'keep comments 3',
      'unlink comments 1 - comments 3 in memory',
      'update comments 4 again {parentId: null}',
      'unlink comments 1 - comments 4 in memory',
      'update comments 2 {parentId: comments 1.id}',
      'update comments 3 {parentId: comments 2.id}',
      'link comments 2 - comments 3 in memory',
      'link comments 1 - comments 2 in memory',
    ])
  })

  test('a set does not unlink an omitted record that the request has already destroyed', () => {
    const body = {
      data: {
        type: 'authors',
        id: '1',
        relationships: {
          posts: { data: [{ type: 'posts', id: '2', method: 'update' }] },
          comments: { data: [] },
        },
      },
      included: [
        {
          type: 'posts',
          id: '2',
          relationships: { comments: { data: [{ type: 'comments', id: '3', method: 'destroy' }] } },
        },
      ],
    }
    expect(planned(body, { id: '1', members: { 'authors 1 comments': [3, 4] } }).single).toEqual([
      'update authors 1',
      'update posts 2 {authorId: authors 1.id}',
      'delete comments 3',
      'unlink posts 2 - comments 3 in memory',
      'link authors 1 - posts 2 in memory',
      'update comments 4 again {authorId: null}',
      'unlink authors 1 - comments 4 in memory',
    ])
  })

  test('polymorphic links store the type of their target, and unlinking clears it', () => {
    const body = {
      data: {
        type: 'posts',
        id: '1',
        relationships: {
          attachments: {
            data: [create('attachments', 'f'), { type: 'attachments', id: '2', method: 'disassociate' }],
          },
        },
      },
      included: [
        { type: 'attachments', 'temp-id': 'f', attributes: { url: 'https://example.com', byteSize: 1 } },
      ],
    }
    expect(planned(body, { id: '1' }).single).toEqual([
      'update posts 1',
      'insert attachments f {subjectType: Post, subjectId: posts 1.id}',
      'link posts 1 - attachments f in memory',
      'update attachments 2 {subjectId: null, subjectType: null}',
      'unlink posts 1 - attachments 2 in memory',
    ])
    const subject = (data: object | null) => ({
      data: { type: 'attachments', id: '2', relationships: { subject: { data } } },
    })
    expect(planned(subject(null), { id: '2' }).single).toEqual([
      'update attachments 2 {subjectId: null, subjectType: null}',
    ])
    expect(planned(subject({ type: 'authors', id: '3' }), { id: '2' }).single).toEqual([
      'keep authors 3',
      'update attachments 2 {subjectId: null, subjectType: Author, subjectId: authors 3.id}',
      'link attachments 2 - authors 3 in memory',
    ])
  })

  test('an override of persistWithRelationships receives all steps of its record, and no step bypasses it (1.5)', () => {
    const { comments, ...others } = Object.fromEntries(
      [...registry].map(([type, resource]): [string, ResourceClass] => [type, class extends resource {}]),
    )
    if (!comments) throw new Error('There are comments.')
    class Watched extends comments {
      override persistWithRelationships(
        meta: WriteMeta,
        attributes: Readonly<Record<string, unknown>>,
        relationships: RelatedPayloads,
        caller?: object,
      ) {
        return super.persistWithRelationships(meta, attributes, relationships, caller)
      }
    }
    const resources = defineRegistry({ ...others, comments: Watched })
    const body = {
      data: {
        type: 'posts',
        'temp-id': 'p',
        attributes: { title: 'Called' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          tags: { data: [{ type: 'tags', id: '1' }] },
          comments: { data: [create('comments', 'c'), create('comments', 'd')] },
        },
      },
      included: [
        comment('c', { author: { data: create('authors', 'a') } }),
        comment('d'),
        { type: 'authors', 'temp-id': 'a', attributes: { name: 'A', email: 'a@example.com' } },
      ],
    }
    const calls = [
      'call comments c {postId: posts p.id} (insert authors a; insert comments c {authorId: authors a.id}; link comments c - authors a in memory)',
      'link posts p - comments c in memory',
      'call comments d {postId: posts p.id} (insert comments d)',
      'link posts p - comments d in memory',
      'link posts p - authors 1 in memory',
    ]
    expect(planned(body, {}, resources)).toEqual({
      single: [
        'keep authors 1',
        'insert posts p {authorId: authors 1.id}',
        'keep tags 1',
        'link posts p - tags 1',
        ...calls,
      ],
      batched: [
        'keep authors 1, tags 1',
        'insert posts p {authorId: authors 1.id}',
        'link posts p - tags 1',
        ...calls,
      ],
    })
  })

  test('unlinking a key that relationships share clears only columns that no other relationship uses (11.11)', async () => {
    const resources = defineRegistry(keysOn(new WritingMemoryAdapter(await tablesOf('keys'), {})))
    const customer = (number: string, method?: string) => ({ type: 'customers', id: `1~${number}`, method })
    const invoice = (relationships: object) => ({ data: { type: 'invoices', id: '1~1', relationships } })
    const single = (body: Body) => planned(body, { id: '1~1' }, resources).single
    expect(single(invoice({ customer: { data: null } }))).toEqual([
      'update invoices 1~1 {customerNumber: null}',
    ])
    expect(
      single(invoice({ customer: { data: null }, approver: { data: customer('2', 'disassociate') } })),
    ).toEqual([
      'update invoices 1~1 {customerNumber: null} {approverNumber: null}',
      'keep customers 1~2',
      'unlink invoices 1~1 - customers 1~2 in memory',
    ])
    expect(single(invoice({ customer: { data: customer('3') } }))).toEqual([
      'keep customers 1~3',
      'update invoices 1~1 {tenantId: customers 1~3.tenantId, customerNumber: customers 1~3.number}',
      'link invoices 1~1 - customers 1~3 in memory',
    ])
    const billed = { data: [{ type: 'invoices', id: '1~2', method: 'disassociate' }] }
    expect(single({ data: { type: 'customers', id: '1~1', relationships: { billed } } })).toEqual([
      'update customers 1~1',
      'update invoices 1~2 {customerNumber: null}',
      'unlink customers 1~1 - invoices 1~2 in memory',
    ])
  })
})
