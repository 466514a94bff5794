import { describe, expect, test } from 'vitest'
import { bodyOf } from '../../explorer/page/model/body.js'
import { errorsByPath } from '../../explorer/page/model/field-errors.js'
import { inputsOf, type Typed } from '../../explorer/page/model/inputs.js'
import { jsonFault } from '../../explorer/page/model/json.js'
import { readBody } from '../../explorer/page/model/read-body.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const create = inputsOf(blog, 'posts', 'create')
const update = inputsOf(blog, 'posts', 'update')

/** A post with a new comment, which has a new reply, and with links to two tags. */
const TYPED: Typed = {
  texts: { title: 'Hello' },
  links: {
    author: [
      { type: 'authors', tempId: 'a', method: 'create', typed: { texts: { name: 'Ada' }, links: {} } },
    ],
    comments: [
      {
        type: 'comments',
        tempId: 'c',
        method: 'create',
        typed: {
          texts: { body: 'First!', approved: 'true' },
          links: {
            replies: [
              {
                type: 'comments',
                tempId: 'r',
                method: 'create',
                typed: { texts: { body: 'No' }, links: {} },
              },
            ],
          },
        },
      },
    ],
    tags: [
      { type: 'tags', id: '1' },
      { type: 'tags', tempId: 't', isLid: true, typed: { texts: { name: 'new' }, links: {} } },
    ],
  },
}

const DOCUMENT = {
  data: {
    type: 'posts',
    attributes: { title: 'Hello' },
    relationships: {
      author: { data: { type: 'authors', 'temp-id': 'a', method: 'create' } },
      comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
      tags: {
        data: [
          { type: 'tags', id: '1' },
          { type: 'tags', lid: 't' },
        ],
      },
    },
  },
  included: [
    { type: 'authors', 'temp-id': 'a', attributes: { name: 'Ada' } },
    {
      type: 'comments',
      'temp-id': 'c',
      attributes: { approved: true, body: 'First!' },
      relationships: { replies: { data: [{ type: 'comments', 'temp-id': 'r', method: 'create' }] } },
    },
    { type: 'comments', 'temp-id': 'r', attributes: { body: 'No' } },
    { type: 'tags', lid: 't', attributes: { name: 'new' } },
  ],
}

const read = (text: string) => readBody(blog, create, { type: 'posts' }, text)

describe('explorer/model: forms and bodies of nested writes', () => {
  test('a form with nested records becomes a document with included records, and the document becomes the same form again', () => {
    const body = bodyOf(blog, create, { type: 'posts' }, TYPED)
    expect(body).toEqual({
      document: DOCUMENT,
      faults: {},
      places: ['author/0/', 'comments/0/', 'comments/0/replies/0/', 'tags/1/'],
    })
    expect(read(JSON.stringify(DOCUMENT))).toEqual({ kind: 'form', typed: TYPED })
    const { data, included } = DOCUMENT
    expect(read(JSON.stringify({ included: included.toReversed(), data }))).toEqual({
      kind: 'form',
      typed: TYPED,
    })
  })

  test('records are updated, linked, unlinked and destroyed, and if one entry of a list has a method, all entries have one', () => {
    const typed: Typed = {
      texts: {},
      links: {
        comments: [
          { type: 'comments', id: '1', method: 'update', typed: { texts: { body: 'Edited' }, links: {} } },
          { type: 'comments', id: '2', method: 'destroy', typed: { texts: { body: 'lost' }, links: {} } },
          { type: 'comments', id: '3', method: 'disassociate' },
          { type: 'comments', id: '4' },
        ],
        author: [{ type: 'authors', id: '2' }],
      },
    }
    expect(bodyOf(blog, update, { type: 'posts', id: '7' }, typed).document).toEqual({
      data: {
        type: 'posts',
        id: '7',
        relationships: {
          author: { data: { type: 'authors', id: '2' } },
          comments: {
            data: [
              { type: 'comments', id: '1', method: 'update' },
              { type: 'comments', id: '2', method: 'destroy' },
              { type: 'comments', id: '3', method: 'disassociate' },
              { type: 'comments', id: '4', method: 'update' },
            ],
          },
        },
      },
      included: [{ type: 'comments', id: '1', attributes: { body: 'Edited' } }],
    })
  })

  test('the form of a nested record omits the relationship that its position in the document determines', () => {
    const typed: Typed = {
      texts: {},
      links: { comments: [{ type: 'comments', tempId: 'c', method: 'create', typed: TYPED }] },
    }
    const { document } = bodyOf(blog, create, { type: 'posts' }, typed)
    expect(JSON.stringify(document)).not.toContain('"post"')
    const posts = { data: { type: 'posts', id: '1' } }
    const text = JSON.stringify({
      data: {
        type: 'posts',
        relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
      },
      included: [{ type: 'comments', 'temp-id': 'c', relationships: { post: posts } }],
    })
    expect(read(text)).toMatchObject({
      kind: 'document',
      fault: '/included/0/relationships/post is not a relationship that this write accepts.',
    })
  })

  test('a document that the form cannot show is sent unchanged, and a message names the first such part', () => {
    const data = { type: 'posts' }
    const comment = { type: 'comments', 'temp-id': 'c', method: 'create' }
    const fault = (document: object): string => {
      const found = read(JSON.stringify(document))
      return found.kind === 'document' ? found.fault : found.kind
    }
    const related = (name: string, linkage: unknown): object => ({
      data: { ...data, relationships: { [name]: { data: linkage } } },
    })
    expect(
      [
        { data },
        { data: { ...data, attributes: { titel: 'a' } } },
        { data: { ...data, attributes: { __proto__x: 1 } } },
        { data: { ...data, relationships: { coments: { data: [] } } } },
        { data: { ...data, relationships: { comments: {} } } },
        related('comments', null),
        related('author', []),
        related('comments', [{ ...comment, method: 'replace' }]),
        related('comments', [{ type: 'comments' }]),
        related('comments', [{ type: 'tags', id: '1' }]),
        related('comments', ['a']),
        { data, included: [{ type: 'comments', 'temp-id': 'c' }] },
        { data, meta: {} },
        { data: { ...data, links: {} } },
        { data: { type: 'tags' } },
        { data: [] },
        {},
        { data: { ...data, id: '1' } },
        { data: { ...data, attributes: { views: '7' } } },
      ].map(fault),
    ).toEqual([
      'form',
      '/data/attributes/titel is not an attribute that this write accepts.',
      '/data/attributes/__proto__x is not an attribute that this write accepts.',
      '/data/relationships/coments is not a relationship that this write accepts.',
      '/data/relationships/comments needs "data".',
      '/data/relationships/comments/data must be a list.',
      '/data/relationships/author/data must be one record, or null.',
      '/data/relationships/comments/data/0/method must be "create", "update", "destroy", "disassociate".',
      '/data/relationships/comments/data/0 needs an "id" or a "temp-id".',
      '/data/relationships/comments/data/0/type must be "comments".',
      '/data/relationships/comments/data/0/type must be "comments".',
      'No relationship refers to /included/0.',
      '/meta is not a member of a body.',
      '/data/links is not a member of a body.',
      '/data/type must be "posts".',
      '/data must be a resource object.',
      '/data must be a resource object.',
      'The form cannot show all of this document.',
      'The form cannot show all of this document.',
    ])
  })

  test('a message about text that is not JSON includes the location', () => {
    expect(
      [
        '{"data": {',
        '{\n  "data": {,}\n}',
        '[1, 2,, 3]',
        '',
        '{"a": 01}',
        '{"a": "\n"}',
        '{} x',
        "{'a': 1}",
      ].map(jsonFault),
    ).toEqual([
      'Line 1, column 11: the text ends too early.',
      'Line 2, column 12: "," is not expected here.',
      'Line 1, column 7: "," is not expected here.',
      'Line 1, column 1: the text ends too early.',
      'Line 1, column 8: "1" is not expected here.',
      'Line 1, column 7: "\\"" is not expected here.',
      'Line 1, column 4: "x" is not expected here.',
      'Line 1, column 2: "\'" is not expected here.',
    ])
    for (const text of ['{}', ' [1, -2.5e3, "\\u00e9", null, {"a": [[]]}] \n']) {
      expect([jsonFault(text), JSON.parse(text)]).toEqual([undefined, JSON.parse(text)])
    }
    expect(read('{"data"')).toEqual({ kind: 'invalid', fault: 'Line 1, column 8: the text ends too early.' })
    expect(read('[]')).toEqual({ kind: 'invalid', fault: 'A body must be an object: { "data": … }.' })
    expect(read('{"data": 12345678901234567890}')).toMatchObject({ kind: 'invalid' })
  })

  test('the error of a nested record appears at its field, or at the record', () => {
    const { places } = bodyOf(blog, create, { type: 'posts' }, TYPED)
    const error = (detail: string, pointer: string, meta: object = {}): object => ({
      detail,
      source: { pointer },
      meta,
    })
    const found = errorsByPath(
      blog,
      create,
      { typed: TYPED, places },
      {
        errors: [
          error('a', '/included/1/attributes/body'),
          error('b', '/included/2/attributes/body'),
          error('c', '/included/2', {
            attribute: 'x',
            relationship: { name: 'comments', relationship: { attribute: 'body' } },
          }),
          error('d', '/data/relationships/comments/data/0'),
          error('e', '/included/1/relationships/replies/data/0'),
          error('f', '/data/relationships/tags/data/0'),
          error('g', '/data/relationships/author/data'),
          error('h', '/included/3'),
          error('i', '/included/9/attributes/name'),
          error('j', '/data/relationships/comments'),
        ],
      },
    )
    expect(
      Object.entries(found).map(([path, errors]) => [path, errors.map(({ detail }) => detail).join()]),
    ).toEqual([
      ['comments/0/body', 'a'],
      ['comments/0/replies/0/body', 'b,c'],
      ['comments/0/', 'd'],
      ['comments/0/replies/0/', 'e'],
      ['tags', 'f'],
      ['author/0/', 'g'],
      ['tags/1/', 'h'],
      ['', 'i'],
      ['comments', 'j'],
    ])
  })
})
