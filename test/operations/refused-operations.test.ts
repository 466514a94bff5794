import { describe, expect, test } from 'vitest'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { shortErrors } from '../write/support/documents.js'
import { dumpBlog } from '../write/support/dump.js'
import { operate, type OperationsAnswer, sendDocument } from './support/operate.js'

/** The errors in a response, with pointers relative to the operations. */
const short = (answer: OperationsAnswer): readonly string[] =>
  shortErrors(answer).map((error) => error.replace('/atomic:operations/', '/'))

const rename = (id: string, name: string): unknown => ({
  op: 'update',
  data: { type: 'tags', id, attributes: { name } },
})

describe.each(databases)('operations/refusals (16.6) on $name', (database) => {
  const blog = writableBlog(database)

  test('all syntax errors in a request with operations are reported together, each with the index of its operation, and no data is written', async () => {
    const before = await dumpBlog(blog.prisma)
    const answer = await operate(api, [
      rename('1', 'written?'),
      { op: 'add', data: { type: 'authors', attributes: { name: '', mail: 'x' } } },
      { op: 'put', data: { type: 'tags', id: '1' } },
      {
        op: 'add',
        data: {
          type: 'posts',
          attributes: { title: 'T', body: 'B' },
          relationships: { tag: { data: [] }, author: { data: { type: 'tags', id: '1' } } },
        },
      },
      rename('1', ''),
    ])
    expect([answer.status, short(answer)]).toEqual([
      400,
      [
        '400 /1/data/attributes/mail "authors" has no attribute "mail". Did you mean "email"?',
        '422 /1/data/attributes/name name cannot be empty.',
        '422 /1/data/attributes email is required.',
        '400 /2/op "op" must be one of add, update, remove.',
        '400 /3/data/relationships/tag "posts" has no relationship "tag". Did you mean "tags"?',
        '409 /3/data/relationships/author/data/type "author" must be of type "authors", not "tags".',
        '422 /4/data/attributes/name name cannot be empty.',
      ],
    ])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test.each([
    ['an operation that is not an object', 7, '400 /0 An operation must be an object.'],
    ['an operation without op', {}, '400 /0 "op" must be one of add, update, remove.'],
    [
      'an unknown member',
      { op: 'remove', href: '/tags/1', included: [] },
      '400 /0/included An operation cannot have the member "included".',
    ],
    [
      'a ref and an href',
      { op: 'remove', href: '/tags/1', ref: { type: 'tags', id: '1' } },
      '400 /0/href An operation can have a "ref" or an "href", but not both.',
    ],
    ['an invalid ref', { op: 'remove', ref: [] }, '400 /0/ref "ref" must be an object.'],
    [
      'a ref without an id',
      { op: 'remove', ref: { type: 'tags' } },
      '400 /0/ref A record needs an id or a lid.',
    ],
    [
      'a ref with additional members',
      { op: 'remove', ref: { type: 'tags', id: '1', meta: {} } },
      '400 /0/ref/meta "ref" cannot have the member "meta".',
    ],
    [
      'a ref to a record that is added',
      { op: 'add', ref: { type: 'tags', id: '1' }, data: { type: 'tags', id: '1' } },
      '400 /0/ref An operation that adds a record cannot have a "ref": the type is in "data".',
    ],
    [
      'an unknown relationship',
      { op: 'update', ref: { type: 'posts', id: '1', relationship: 'tag' }, data: [] },
      '404 /0/ref/relationship "posts" has no relationship "tag".',
    ],
    [
      'a relationship that is not a string',
      { op: 'update', ref: { type: 'posts', id: '1', relationship: 1 }, data: [] },
      '400 /0/ref/relationship "relationship" must be a non-empty string.',
    ],
    [
      'an addition to a to-one relationship',
      { op: 'add', ref: { type: 'posts', id: '1', relationship: 'author' }, data: [] },
      '403 /0/ref/relationship Nothing can be added here, because the API does not support this.',
    ],
    [
      'a removal without a target',
      { op: 'remove', data: { type: 'tags', id: '1' } },
      '400 /0 A "remove" operation needs a "ref" or an "href".',
    ],
    [
      'a removal with data',
      { op: 'remove', ref: { type: 'tags', id: '1' }, data: null },
      '400 /0/data An operation that removes a record cannot have "data".',
    ],
    [
      'an operation without data',
      { op: 'add' },
      '400 /0 An operation without a "ref" or an "href" needs a resource object as its "data".',
    ],
    [
      'a relationship operation without data',
      { op: 'update', ref: { type: 'posts', id: '1', relationship: 'tags' } },
      '400 /0 The operation "update" needs "data".',
    ],
    [
      'data that is a list',
      { op: 'add', data: [] },
      '400 /0/data An operation without a "ref" or an "href" needs a resource object as its "data".',
    ],
    [
      'an unknown type',
      { op: 'add', data: { type: 'constructor' } },
      '404 /0/data/type This API has no type "constructor".',
    ],
    [
      'a resource that the API does not serve',
      { op: 'add', data: { type: 'currencies', attributes: {} } },
      '403 /0/data Nothing can be added here, because the API does not support this.',
    ],
    [
      'data of a different record from that in its ref',
      { op: 'update', ref: { type: 'tags', id: '1' }, data: { type: 'tags', id: '2' } },
      '409 /0/data/id The id in "data" differs from the id in "ref", "1".',
    ],
    [
      'data of a different record from that in its href',
      { op: 'update', href: '/tags/1', data: { type: 'tags', id: '2' } },
      '409 /0/data/id The id in the body differs from the id in the URL, "1".',
    ],
    [
      'an id for a new record',
      { op: 'add', data: { type: 'tags', id: '99', attributes: { name: 'n' } } },
      '403 /0/data/id "tags" does not accept client-generated ids.',
    ],
    [
      'a temp-id',
      { op: 'add', data: { type: 'tags', 'temp-id': 't', attributes: { name: 'n' } } },
      '400 /0/data/temp-id An operation cannot contain "temp-id": identify new records by "lid", and make every other change in its own operation.',
    ],
    [
      'a lone surrogate',
      { op: 'remove', ref: { type: 'tags', id: '\uD800' } },
      '404 /0/ref There is no record of type "tags" with the id "\uFFFD".',
    ],
    [
      'an invalid id',
      { op: 'remove', ref: { type: 'tags', id: '01' } },
      '404 /0/ref There is no record of type "tags" with the id "01". The id must be written as "1".',
    ],
    [
      'a record that does not exist',
      rename('99', 'n'),
      '404 /0/data There is no record of type "tags" with the id "99".',
    ],
    [
      'a record that default filters hide',
      { op: 'remove', ref: { type: 'comments', id: '5' } },
      '404 /0/ref There is no record of type "comments" with the id "5".',
    ],
  ])('an invalid operation is rejected: %s', async (_, operation, expected) => {
    if (expected.includes('comments')) {
      await blog.prisma.comment.update({ where: { id: 5 }, data: { approved: false } })
    }
    const before = await dumpBlog(blog.prisma)
    expect(short(await operate(api, [operation, rename('1', 'written?')]))).toEqual([expected])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test("an operation's linkage with members that a record identifier does not have is rejected", async () => {
    const entry = { type: 'tags', id: '1', method: 'destroy' }
    const answer = await operate(api, [
      { op: 'update', data: { type: 'posts', id: '1', relationships: { tags: { data: [entry] } } } },
      {
        op: 'add',
        ref: { type: 'posts', id: '1', relationship: 'tags' },
        data: [{ type: 'tags', 'temp-id': 't' }],
      },
    ])
    expect(short(answer).map((error) => error.split(' ', 2).join(' '))).toEqual([
      '400 /0/data/relationships/tags/data/0/method',
      '400 /1/data/0/temp-id',
    ])
  })

  test.each([
    [
      'https://elsewhere.example/tags/1',
      'must be a URL of this API, so it must begin with "http://blog.test/".',
    ],
    ['//elsewhere.example/tags/1', 'must be a URL of this API, so it must begin with "http://blog.test/".'],
    ['https://blog.test/tags/1', 'must be a URL of this API, so it must begin with "http://blog.test/".'],
    ['http://somebody@blog.test/tags/1', 'cannot contain a user name.'],
    ['/tags/1?include=posts', 'cannot have parameters or a fragment.'],
    ['/tags/1#data', 'cannot have parameters or a fragment.'],
    ['http://', 'must be a URL.'],
  ])('an href to an unsupported URL is rejected: %s', async (href, what) => {
    expect(short(await operate(api, [{ op: 'remove', href }]))).toEqual([`400 /0/href "href" ${what}`])
  })

  test.each(['/nosuch/1', '/tags/1/2/3', '/%', '', '/operations/1'])(
    'an empty or invalid href is rejected: %j',
    async (href) => {
      const [error] = short(await operate(api, [{ op: 'remove', href }]))
      expect(error).toMatch(/^404 \/0\/href /)
    },
  )

  test.each([
    [undefined, '400 - The request has no body.'],
    [[], '400  The body must be an object with the member "atomic:operations".'],
    [{}, '400  The body has no "atomic:operations".'],
    [
      { 'atomic:operations': [] },
      '400 /atomic:operations "atomic:operations" must be a list of one or more operations.',
    ],
    [
      { 'atomic:operations': {} },
      '400 /atomic:operations "atomic:operations" must be a list of one or more operations.',
    ],
    [
      { 'atomic:operations': [rename('1', 'n')], data: null },
      '400 /data A request with operations cannot contain "data".',
    ],
    [
      { 'atomic:operations': [rename('1', 'n')], 'atomic:results': [] },
      '400 /atomic:results A request with operations cannot contain "atomic:results".',
    ],
  ])('a document whose operations have a different structure is rejected: %j', async (document, expected) => {
    expect(shortErrors(await sendDocument(api, document))).toEqual([expected])
  })
})
