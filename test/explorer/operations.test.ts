import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../explorer/page/model/body.js'
import { documentFault } from '../../explorer/page/model/document-fault.js'
import { inputsOf } from '../../explorer/page/model/inputs.js'
import type { JsonObject } from '../../explorer/page/model/json.js'
import { lidsIn, operationErrors, operationsIn, titleOf } from '../../explorer/page/model/operations.js'
import { readBody } from '../../explorer/page/model/read-body.js'
import { tableOf } from '../../explorer/page/model/rows.js'
import { operationsOf } from '../../explorer/page/model/to-operations.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const post = { type: 'posts', attributes: { title: 'a' } }

describe('explorer/operations: forms as operations', () => {
  test('the request of each form becomes an operation', () => {
    expect([
      operationsOf(blog, { method: 'POST', target: { type: 'posts' }, document: { data: post } }, []),
      operationsOf(
        blog,
        { method: 'PATCH', target: { type: 'posts', id: '1' }, document: { data: { ...post, id: '1' } } },
        [],
      ),
      operationsOf(blog, { method: 'DELETE', target: { type: 'posts', id: '1' } }, []),
    ]).toEqual([
      [{ op: 'add', data: { ...post, lid: 'posts-1' } }],
      [{ op: 'update', data: { ...post, id: '1' } }],
      [{ op: 'remove', ref: { type: 'posts', id: '1' } }],
    ])
  })

  test('a nested record with the key is added after the record that contains it, and one without it before', () => {
    const document = {
      data: {
        type: 'posts',
        attributes: { title: 'a' },
        relationships: {
          author: { data: { type: 'authors', 'temp-id': 'new-1', method: 'create' } },
          comments: {
            data: [
              { type: 'comments', 'temp-id': 'new-2', method: 'create' },
              { type: 'comments', id: '3', method: 'update' },
            ],
          },
          tags: {
            data: [
              { type: 'tags', id: '1', method: 'update' },
              { type: 'tags', lid: 'tags-1', method: 'update' },
            ],
          },
        },
      },
      included: [
        {
          type: 'authors',
          'temp-id': 'new-1',
          attributes: { name: 'A' },
          relationships: { profile: { data: { type: 'profiles', 'temp-id': 'new-4', method: 'create' } } },
        },
        {
          type: 'comments',
          'temp-id': 'new-2',
          attributes: { body: 'first' },
          relationships: { replies: { data: [{ type: 'comments', 'temp-id': 'new-3', method: 'create' }] } },
        },
        { type: 'comments', 'temp-id': 'new-3', attributes: { body: 'reply' } },
        { type: 'comments', id: '3', attributes: { approved: true } },
        { type: 'profiles', 'temp-id': 'new-4', attributes: { bio: 'b' } },
      ],
    }
    const others = [{ op: 'add', data: { type: 'comments', lid: 'comments-1' } }]
    expect(operationsOf(blog, { method: 'POST', target: { type: 'posts' }, document }, others)).toEqual([
      { op: 'add', data: { type: 'authors', lid: 'authors-1', attributes: { name: 'A' } } },
      {
        op: 'add',
        data: {
          type: 'profiles',
          lid: 'profiles-1',
          attributes: { bio: 'b' },
          relationships: { author: { data: { type: 'authors', lid: 'authors-1' } } },
        },
      },
      {
        op: 'add',
        data: {
          type: 'posts',
          lid: 'posts-1',
          attributes: { title: 'a' },
          relationships: {
            author: { data: { type: 'authors', lid: 'authors-1' } },
            comments: { data: [{ type: 'comments', id: '3' }] },
            tags: {
              data: [
                { type: 'tags', id: '1' },
                { type: 'tags', lid: 'tags-1' },
              ],
            },
          },
        },
      },
      {
        op: 'add',
        data: {
          type: 'comments',
          lid: 'comments-2',
          attributes: { body: 'first' },
          relationships: { post: { data: { type: 'posts', lid: 'posts-1' } } },
        },
      },
      {
        op: 'add',
        data: {
          type: 'comments',
          lid: 'comments-3',
          attributes: { body: 'reply' },
          relationships: { parent: { data: { type: 'comments', lid: 'comments-2' } } },
        },
      },
      { op: 'update', data: { type: 'comments', id: '3', attributes: { approved: true } } },
    ])
  })

  test('an update with nested records adds to its sets, removes from them, replaces them, and destroys', () => {
    const nested = (relationships: JsonObject, included: readonly JsonObject[]) =>
      operationsOf(
        blog,
        {
          method: 'PATCH',
          target: { type: 'posts', id: '1' },
          document: { data: { type: 'posts', id: '1', relationships }, included },
        },
        [],
      )
    const tags = { type: 'posts', id: '1', relationship: 'tags' }
    expect(
      nested(
        {
          tags: {
            data: [
              { type: 'tags', 'temp-id': 'new-1', method: 'create' },
              { type: 'tags', id: '2', method: 'update' },
              { type: 'tags', id: '3', method: 'disassociate' },
              { type: 'tags', id: '4', method: 'destroy' },
            ],
          },
        },
        [
          { type: 'tags', 'temp-id': 'new-1', attributes: { name: 'a' } },
          { type: 'tags', id: '2', attributes: { name: 'b' } },
        ],
      ),
    ).toEqual([
      { op: 'add', data: { type: 'tags', lid: 'tags-1', attributes: { name: 'a' } } },
      { op: 'update', data: { type: 'tags', id: '2', attributes: { name: 'b' } } },
      { op: 'remove', ref: tags, data: [{ type: 'tags', id: '3' }] },
      { op: 'remove', ref: { type: 'tags', id: '4' } },
      {
        op: 'add',
        ref: tags,
        data: [
          { type: 'tags', lid: 'tags-1' },
          { type: 'tags', id: '2' },
        ],
      },
    ])
    const comment = { type: 'comments', 'temp-id': 'new-1' }
    const replaced = {
      comments: { data: [{ type: 'comments', id: '5' }, comment] },
      author: { data: { type: 'authors', id: '1', method: 'disassociate' } },
      tags: { data: [] },
    }
    expect(nested(replaced, [{ ...comment, attributes: { body: 'b' } }])).toEqual([
      {
        op: 'update',
        data: {
          type: 'posts',
          id: '1',
          relationships: {
            comments: { data: [{ type: 'comments', id: '5' }] },
            author: { data: null },
            tags: { data: [] },
          },
        },
      },
      {
        op: 'add',
        data: {
          type: 'comments',
          lid: 'comments-1',
          attributes: { body: 'b' },
          relationships: { post: { data: { type: 'posts', id: '1' } } },
        },
      },
    ])
    expect(nested({}, [comment])).toBe('No relationship refers to /included/0.')
  })

  test('a new record in a to-one relationship replaces the one before, whichever of the two records has the key', () => {
    const replacing = (type: string, name: string, of: string) => {
      const child = { type: of, 'temp-id': 'new-1' }
      return operationsOf(
        blog,
        {
          method: 'PATCH',
          target: { type, id: '1' },
          document: {
            data: { type, id: '1', relationships: { [name]: { data: { ...child, method: 'create' } } } },
            included: [child],
          },
        },
        [],
      )
    }
    const added = { type: 'authors', lid: 'authors-1' }
    expect(replacing('posts', 'author', 'authors')).toEqual([
      { op: 'add', data: added },
      { op: 'update', data: { type: 'posts', id: '1', relationships: { author: { data: added } } } },
    ])
    const link = { author: { data: { type: 'authors', id: '1' } } }
    expect(replacing('authors', 'profile', 'profiles')).toEqual([
      { op: 'update', data: { type: 'authors', id: '1', relationships: { profile: { data: null } } } },
      { op: 'add', data: { type: 'profiles', lid: 'profiles-1', relationships: link } },
    ])
  })

  test('a record that can only be written within others is not an operation', () => {
    const { resources } = blog.contract
    const { tags } = resources
    const within = tags && {
      ...tags,
      actions: { ...tags.actions, create: { address: false, who: true as const } },
    }
    const known = {
      ...blog,
      contract: { ...blog.contract, resources: { ...resources, ...(within && { tags: within }) } },
    }
    const tag = { type: 'tags', 'temp-id': 'new-1' }
    const document = { data: { ...post, relationships: { tags: { data: [tag] } } }, included: [tag] }
    expect(operationsOf(known, { method: 'POST', target: { type: 'posts' }, document }, [])).toBe(
      'tags can only be written within other records, not by an operation of their own.',
    )
  })

  test('records that refer to each other in a cycle become one operation each', () => {
    const entry = (name: string) => ({ type: 'comments', 'temp-id': name, method: 'create' })
    const within = (name: string, other: string) => ({
      type: 'comments',
      'temp-id': name,
      relationships: { parent: { data: entry(other) }, replies: { data: [entry(other)] } },
    })
    const document = {
      data: { type: 'comments', relationships: { parent: { data: entry('a') } } },
      included: [within('a', 'b'), within('b', 'a')],
    }
    const found = operationsOf(blog, { method: 'POST', target: { type: 'comments' }, document }, [])
    expect(typeof found === 'string' ? found : found.map(titleOf)).toEqual([
      'add comments comments-3',
      'add comments comments-2',
      'add comments comments-1',
    ])
  })

  test('each added record has its own lid, unless it already has an id or a lid', () => {
    const adding = (
      data: JsonObject,
      others: readonly JsonObject[] = [],
      lid?: string,
    ): readonly JsonObject[] => {
      const found = operationsOf(
        blog,
        { method: 'POST', target: { type: 'posts' }, document: { data } },
        others,
        lid,
      )
      return typeof found === 'string' ? [] : found
    }
    const first = adding(post)
    const second = adding(post, first)
    expect(lidsIn([...first, ...second])).toEqual([
      { type: 'posts', id: 'posts-1' },
      { type: 'posts', id: 'posts-2' },
    ])
    const others = [
      { op: 'add', data: { ...post, id: '1' } },
      { op: 'add', data: { ...post, lid: 'mine' } },
    ]
    expect(others.flatMap(({ data }) => adding(data))).toEqual(others)
    // An operation that is changed keeps the lid to which others may refer.
    expect(adding(post, [], 'posts-7')).toEqual([{ op: 'add', data: { ...post, lid: 'posts-7' } }])
    expect(
      [
        ...first,
        ...others,
        { op: 'update', data: { ...post, id: '1' } },
        { op: 'remove', ref: { type: 'tags', id: '2', relationship: 'posts' } },
        { op: 'update', href: '/a' },
      ].map(titleOf),
    ).toEqual([
      'add posts posts-1',
      'add posts 1',
      'add posts mine',
      'update posts 1',
      'remove tags 2 posts',
      'update /a',
    ])
  })

  test('a form refers to the record of an earlier operation by its lid, and can be restored from its document', () => {
    const inputs = inputsOf(blog, 'comments', 'create')
    const typed = {
      texts: { body: 'Hi' },
      links: { post: [{ type: 'posts', tempId: 'posts-1', isLid: true as const }] },
    }
    const { document } = bodyOf(blog, inputs, { type: 'comments' }, typed)
    expect(document).toEqual({
      data: {
        type: 'comments',
        attributes: { body: 'Hi' },
        relationships: { post: { data: { type: 'posts', lid: 'posts-1' } } },
      },
    })
    expect(readBody(blog, inputs, { type: 'comments' }, JSON.stringify(document))).toEqual({
      kind: 'form',
      typed,
    })
  })

  test('the errors of a response belong to an operation and its member', () => {
    const errors = [
      { detail: 'is blank', source: { pointer: '/atomic:operations/1/data/attributes/title' } },
      { detail: 'is unknown', source: { pointer: '/atomic:operations/1/data/relationships/author/data' } },
      {
        detail: 'body is required',
        source: { pointer: '/atomic:operations/0/data' },
        meta: { attribute: 'body' },
      },
      { title: 'Not found', source: { pointer: '/atomic:operations/2/ref' } },
      { title: 'Forbidden' },
    ]
    expect([...operationErrors({ errors })]).toEqual([
      [
        1,
        [
          { member: 'title', text: 'is blank' },
          { member: 'author', text: 'is unknown' },
        ],
      ],
      [0, [{ member: 'body', text: 'body is required' }]],
      [2, [{ member: '', text: 'Not found' }]],
      [-1, [{ member: '', text: 'Forbidden' }]],
    ])
    for (const document of [undefined, null, {}, { errors: 'none' }]) {
      expect(operationErrors(document).size).toBe(0)
    }
  })

  test('the results of operations are shown as records, and are not a fault of the document', () => {
    const document = {
      'atomic:results': [{ data: { ...post, id: '1' } }, {}, { data: { type: 'tags', id: '2' } }],
    }
    expect(documentFault(document)).toBe(undefined)
    expect(tableOf(document, [])?.rows.map(({ type, id }) => `${type} ${id}`)).toEqual(['posts 1', 'tags 2'])
    expect(operationsIn({ 'atomic:operations': [{ op: 'add' }] })).toEqual([{ op: 'add' }])
    for (const other of [{}, { 'atomic:operations': {} }, { 'atomic:operations': [1] }]) {
      expect(operationsIn(other)).toBe(undefined)
    }
  })
})
