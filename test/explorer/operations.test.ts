import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../explorer/page/model/body.js'
import { documentFault } from '../../explorer/page/model/document-fault.js'
import { inputsOf } from '../../explorer/page/model/inputs.js'
import {
  lidsIn,
  operationErrors,
  operationOf,
  operationsIn,
  titleOf,
  withLid,
} from '../../explorer/page/model/operations.js'
import { readBody } from '../../explorer/page/model/read-body.js'
import { tableOf } from '../../explorer/page/model/rows.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const post = { type: 'posts', attributes: { title: 'a' } }

describe('explorer/operations: forms as operations', () => {
  test('the request of each form becomes an operation, but a form with nested records is rejected', () => {
    expect([
      operationOf('POST', { type: 'posts' }, { data: post }),
      operationOf('PATCH', { type: 'posts', id: '1' }, { data: { ...post, id: '1' } }),
      operationOf('DELETE', { type: 'posts', id: '1' }),
      operationOf('POST', { type: 'posts' }, { data: post, included: [] }),
    ]).toEqual([
      { op: 'add', data: post },
      { op: 'update', data: { ...post, id: '1' } },
      { op: 'remove', ref: { type: 'posts', id: '1' } },
      'An operation contains one record. Add each nested record as its own operation, which can refer to an earlier one.',
    ])
  })

  test('each added record has its own lid, unless it already has an id or a lid', () => {
    const first = withLid([], { op: 'add', data: post })
    const second = withLid([first], { op: 'add', data: post })
    expect(lidsIn([first, second])).toEqual([
      { type: 'posts', id: 'posts-1' },
      { type: 'posts', id: 'posts-2' },
    ])
    const others = [
      { op: 'add', data: { ...post, id: '1' } },
      { op: 'add', data: { ...post, lid: 'mine' } },
      { op: 'update', data: { ...post, id: '1' } },
    ]
    expect(others.map((each) => withLid([], each))).toEqual(others)
    expect(
      [
        first,
        ...others,
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

  test('the results of operations are shown as records, and the document is not reported as invalid', () => {
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
