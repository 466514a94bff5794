import { describe, expect, test } from 'vitest'
import { anyKeys } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { errorsOf } from '../support/documents.js'
import type { Answer } from '../support/send.js'

/** The pointer and the meta of each error in a response. */
const metas = (answer: Answer): readonly unknown[] =>
  errorsOf(answer).map(({ pointer, meta }) => [pointer, meta])

describe.each(anyKeys)(
  'write/error-meta (13.2): the meta of each error in a write, on $title',
  (database) => {
    const blog = writableBlog(database)

    test('the meta of an error contains the attribute and the message for every status', async () => {
      const attributes = { titel: 'x', title: 7, body: 'b' }
      const data = { type: 'posts', id: '9', attributes, relationships: { nosuch: { data: null } } }
      expect(metas(await blog.send('POST', '/posts', { data }))).toEqual([
        ['/data/id', { attribute: 'id', message: '"posts" does not accept client-generated ids.' }],
        [
          '/data/relationships/nosuch',
          { attribute: 'nosuch', message: '"posts" has no relationship "nosuch".' },
        ],
        [
          '/data/attributes/titel',
          { attribute: 'titel', message: '"posts" has no attribute "titel". Did you mean "title"?' },
        ],
        ['/data/attributes/title', { attribute: 'title', message: 'is not a string' }],
      ])
      expect(metas(await blog.send('POST', '/posts', { data: { type: 'tags' } }))).toEqual([
        [
          '/data/type',
          { attribute: 'base', message: 'This endpoint accepts only the type "posts", not "tags".' },
        ],
      ])
      expect(metas(await blog.send('POST', '/posts', {}))).toEqual([
        ['', { attribute: 'base', message: 'The body has no "data".' }],
      ])
      expect(metas(await blog.send('POST', '/posts', '{'))).toEqual([[undefined, undefined]])
    })

    test('the meta of an error contains the relationship of a nested record, with its name, type, id or temp-id', async () => {
      const body = {
        data: {
          type: 'posts',
          id: '1',
          relationships: {
            author: { data: { type: 'tags', id: '1' } },
            comments: {
              data: [
                { type: 'comments', 'temp-id': 'new', method: 'create' },
                { type: 'comments', id: '2', method: 'explode' },
              ],
            },
            tags: { data: { type: 'tags', id: '1' } },
          },
        },
        included: [
          {
            type: 'comments',
            'temp-id': 'new',
            attributes: { boody: 'x', body: 'x' },
            relationships: { replies: { data: [{ type: 'comments', 'temp-id': 'none', method: 'create' }] } },
          },
        ],
      }
      const comment = { name: 'comments', type: 'comments' }
      expect(metas(await blog.send('PATCH', '/posts/1', body))).toEqual([
        [
          '/data/relationships/author/data/type',
          {
            relationship: {
              name: 'author',
              type: 'tags',
              id: '1',
              attribute: 'base',
              message: '"author" must be of type "authors", not "tags".',
            },
          },
        ],
        [
          '/included/0/relationships/replies/data/0',
          {
            relationship: {
              ...comment,
              'temp-id': 'new',
              relationship: {
                name: 'replies',
                type: 'comments',
                'temp-id': 'none',
                attribute: 'base',
                message: '"included" has no member "comments" with the temp-id "none".',
              },
            },
          },
        ],
        [
          '/data/relationships/comments/data/1/method',
          {
            relationship: {
              ...comment,
              id: '2',
              attribute: 'base',
              message: '"method" must be one of create, update, destroy, disassociate.',
            },
          },
        ],
        [
          '/data/relationships/tags/data',
          {
            relationship: {
              name: 'tags',
              type: 'tags',
              id: '1',
              attribute: 'base',
              message: '"tags" is a to-many relationship: its "data" must be a list.',
            },
          },
        ],
        [
          '/included/0/attributes/boody',
          {
            relationship: {
              ...comment,
              'temp-id': 'new',
              attribute: 'boody',
              message: '"comments" has no attribute "boody". Did you mean "body"?',
            },
          },
        ],
      ])
    })

    test("the meta of an error describes a missing record, including one at a relationship's URL", async () => {
      const missing = {
        name: 'tags',
        type: 'tags',
        id: '999',
        attribute: 'base',
        message: 'There is no record of type "tags" with the id "999" here.',
      }
      const linkage = { data: [{ type: 'tags', id: '999' }] }
      const data = { type: 'posts', id: '1', relationships: { tags: linkage } }
      expect(metas(await blog.send('PATCH', '/posts/1', { data }))).toEqual([
        ['/data/relationships/tags/data/0', { relationship: missing }],
      ])
      expect(metas(await blog.send('PATCH', '/posts/1/relationships/tags', linkage))).toEqual([
        ['/data/0', { relationship: missing }],
      ])
    })
  },
)
