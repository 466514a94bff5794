import { ATOMIC, type Chapter, type Exchange, TYPE } from '../support/clause.js'

const headers = { 'content-type': ATOMIC, accept: ATOMIC }
const of = (...operations: readonly unknown[]) =>
  ({ ask: 'POST /operations', headers, body: { 'atomic:operations': operations } }) as const

/** Operations that are rejected because of their form. */
const refused = (operation: unknown, ...errors: readonly string[]): Exchange => ({
  ...of(operation),
  status: 400,
  errors: errors.map((error) => `400 invalid_document pointer /atomic:operations/0${error}`),
})

const addTag = (name: string, lid?: string) => ({
  op: 'add',
  data: { type: 'tags', ...(lid !== undefined && { lid }), attributes: { name } },
})
const tagsOfPost = { type: 'posts', id: '1', relationship: 'tags' }
const tags = (...ids: readonly string[]) => ids.map((id) => ({ type: 'tags', id }))
const linkage = (...ids: readonly string[]) =>
  ({ ask: 'GET /posts/1/relationships/tags', status: 200, at: { '/data': tags(...ids) } }) as const

/** The Atomic Operations extension. */
export const atomic: Chapter = {
  title: 'Atomic Operations',
  clauses: [
    {
      id: 'atomic/namespace',
      section: 'URI and namespace',
      level: 'MUST',
      says: 'Members of the extension use the namespace atomic, in requests and responses.',
      shownBy: [
        {
          ...of({ op: 'remove', ref: { type: 'tags', id: '20' } }),
          status: 200,
          answers: { 'content-type': ATOMIC },
          document: {
            jsonapi: { version: '1.1', ext: ['https://jsonapi.org/ext/atomic'] },
            'atomic:results': [{}],
          },
        },
        {
          ask: 'POST /operations',
          headers,
          body: { operations: [{ op: 'remove', ref: { type: 'tags', id: '19' } }] },
          status: 400,
          errors: ['400 invalid_document pointer'],
        },
      ],
    },
    {
      id: 'atomic/negotiated',
      section: 'URI and namespace',
      level: 'MUST',
      says: 'Content-Type and Accept name the extension.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers: { 'content-type': TYPE },
          body: { 'atomic:operations': [addTag('x')] },
          status: 415,
          errors: ['415 unsupported_media_type header Content-Type'],
        },
        {
          ask: 'POST /operations',
          headers: { 'content-type': ATOMIC, accept: TYPE },
          body: { 'atomic:operations': [addTag('x')] },
          status: 406,
          errors: ['406 not_acceptable header Accept'],
        },
      ],
    },
    {
      id: 'atomic/operations-list',
      section: 'Document structure',
      level: 'MUST',
      says: 'The operations member is a list of at least one operation.',
      shownBy: [
        { ...of(), status: 400, errors: ['400 invalid_document pointer /atomic:operations'] },
        {
          ask: 'POST /operations',
          headers,
          body: { 'atomic:operations': addTag('x') },
          status: 400,
          errors: ['400 invalid_document pointer /atomic:operations'],
        },
      ],
    },
    {
      id: 'atomic/no-data-beside',
      section: 'Document structure',
      level: 'MUST NOT',
      says: 'A document with operations contains no data, included, errors or results.',
      shownBy: (['data', 'included', 'errors', 'atomic:results'] as const).map((name) => ({
        ask: 'POST /operations',
        headers,
        body: { 'atomic:operations': [addTag('x')], [name]: [] },
        status: 400,
        errors: [`400 invalid_document pointer /${name}`],
      })),
    },
    {
      id: 'atomic/other-members',
      section: 'Document structure',
      level: 'MAY',
      says: 'A document with operations may have meta, links and jsonapi, and an operation may have meta.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers,
          body: {
            jsonapi: { version: '1.1' },
            meta: { a: 1 },
            links: {},
            'atomic:operations': [{ op: 'remove', ref: { type: 'tags', id: '20' }, meta: { b: 1 } }],
          },
          status: 200,
        },
      ],
    },
    {
      id: 'atomic/op',
      section: 'Operation objects',
      level: 'MUST',
      says: 'An operation is an object whose op is add, update or remove.',
      shownBy: [
        refused(1, ''),
        refused({ data: { type: 'tags' } }, ''),
        refused({ op: 'put', data: { type: 'tags' } }, '/op'),
      ],
    },
    {
      id: 'atomic/unknown-members',
      section: 'Operation objects',
      level: 'MUST',
      says: 'Unknown members of an operation are ignored.',
      shownBy: [
        { ...of({ ...addTag('ignored'), extra: 1, '@note': 2, 'other:member': 3 }), status: 200 },
        refused({ ...addTag('not ignored'), included: [] }, '/included'),
        refused({ op: 'remove', ref: { type: 'posts', id: '1', relation: 'tags' } }, '/ref/relation'),
      ],
      departs: {
        how: '`included` in an operation, or an unknown member in `ref`, returns 400.',
        why: '`included` would not be written. The unknown member may be a misspelled `relationship`, and without it, the record itself would be removed.',
        strict: 'the same',
      },
    },
    {
      id: 'atomic/ref-or-href',
      section: 'Operation objects',
      level: 'MUST NOT',
      says: 'An operation has a ref or an href, not both.',
      shownBy: [refused({ op: 'remove', ref: { type: 'tags', id: '20' }, href: '/tags/20' }, '/href')],
    },
    {
      id: 'atomic/ref',
      section: 'Operation objects',
      level: 'MUST',
      says: 'A ref has a type and either an id or a lid, and optionally a relationship.',
      shownBy: [
        refused({ op: 'remove', ref: { type: 'tags' } }, '/ref'),
        refused({ op: 'remove', ref: { id: '1' } }, '/ref'),
        refused({ op: 'remove', ref: [] }, '/ref'),
        { ...of({ op: 'remove', ref: { type: 'tags', id: '20' } }), status: 200 },
        { ask: 'GET /tags/20', status: 404, errors: ['404 record_not_found'] },
      ],
    },
    {
      id: 'atomic/href',
      section: 'Operation objects',
      level: 'MUST',
      says: 'An href is the URI reference of a resource, a collection or a relationship.',
      shownBy: [
        {
          ...of(
            { op: 'add', href: '/tags', data: { type: 'tags', attributes: { name: 'by href' } } },
            {
              op: 'update',
              href: '/tags/1',
              data: { type: 'tags', id: '1', attributes: { name: 'changed' } },
            },
            { op: 'update', href: 'http://blog.test/posts/1/relationships/tags', data: tags('2') },
            { op: 'remove', href: '/tags/20' },
          ),
          status: 200,
        },
        linkage('2'),
        { ask: 'GET /tags/21', status: 200, at: { '/data/attributes/name': 'by href' } },
        refused({ op: 'remove', href: 'http://elsewhere.test/tags/1' }, '/href'),
        refused({ op: 'remove', href: 1 }, '/href'),
      ],
    },
    {
      id: 'atomic/order',
      section: 'Processing',
      level: 'MUST',
      says: 'Operations run in the given order.',
      shownBy: [
        {
          ...of(
            { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'one' } } },
            { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'two' } } },
          ),
          status: 200,
        },
        { ask: 'GET /tags/1', status: 200, at: { '/data/attributes/name': 'two' } },
      ],
    },
    {
      id: 'atomic/all-or-none',
      section: 'Processing',
      level: 'MUST',
      says: 'If one operation fails, nothing is written.',
      shownBy: [
        {
          ...of(
            { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'one' } } },
            { op: 'remove', ref: { type: 'tags', id: '999' } },
          ),
          status: 404,
          errors: ['404 record_not_found pointer /atomic:operations/1/ref'],
        },
        { ask: 'GET /tags/1', status: 200, at: { '/data/attributes/name': 'travel' } },
      ],
    },
    {
      id: 'atomic/lid',
      section: 'Operation objects',
      level: 'MUST',
      says: 'A lid in data, linkage or a ref identifies a resource that an earlier operation added.',
      shownBy: [
        {
          ...of(
            addTag('local', 't'),
            { op: 'add', ref: tagsOfPost, data: [{ type: 'tags', lid: 't' }] },
            { op: 'update', data: { type: 'tags', lid: 't', attributes: { name: 'renamed' } } },
            {
              op: 'update',
              ref: { type: 'tags', lid: 't', relationship: 'posts' },
              data: [
                { type: 'posts', id: '1' },
                { type: 'posts', id: '2' },
              ],
            },
          ),
          status: 200,
          at: { '/atomic:results/0/data/id': '21', '/atomic:results/2/data/attributes/name': 'renamed' },
        },
        linkage('13', '21'),
        {
          ...of({ op: 'add', ref: tagsOfPost, data: [{ type: 'tags', lid: 'nobody' }] }),
          status: 404,
          errors: ['404 record_not_found pointer /atomic:operations/0/data/0/lid'],
        },
      ],
    },
    {
      id: 'atomic/add',
      section: 'Creating resources',
      level: 'MUST',
      says: 'An add operation whose data is a resource object creates a resource.',
      shownBy: [
        {
          ...of(addTag('added')),
          status: 200,
          at: {
            '/atomic:results': [
              {
                data: {
                  type: 'tags',
                  id: '21',
                  attributes: { name: 'added' },
                  relationships: {
                    posts: {
                      links: {
                        self: 'http://blog.test/tags/21/relationships/posts',
                        related: 'http://blog.test/tags/21/posts',
                      },
                    },
                  },
                  links: { self: 'http://blog.test/tags/21' },
                },
              },
            ],
          },
        },
        refused({ op: 'add' }, ''),
        refused({ op: 'add', data: [] }, '/data'),
      ],
    },
    {
      id: 'atomic/update',
      section: 'Updating resources',
      level: 'MUST',
      says: 'An update operation whose data is a resource object updates a resource; it needs a ref or an href only if the object does not identify the resource.',
      shownBy: [
        {
          ...of({
            op: 'update',
            ref: { type: 'tags', id: '1' },
            data: { type: 'tags', id: '1', attributes: { name: 'changed' } },
          }),
          status: 200,
          at: { '/atomic:results/0/data/attributes': { name: 'changed' } },
        },
        {
          ...of({ op: 'update', ref: { type: 'tags', id: '1' }, data: { type: 'tags', id: '2' } }),
          status: 409,
          errors: ['409 conflict pointer /atomic:operations/0/data/id'],
        },
      ],
    },
    {
      id: 'atomic/remove',
      section: 'Deleting resources',
      level: 'MUST',
      says: 'A remove operation with a ref or an href deletes a resource.',
      shownBy: [
        { ...of({ op: 'remove', href: '/tags/20' }), status: 200, at: { '/atomic:results': [{}] } },
        { ask: 'GET /tags/20', status: 404, errors: ['404 record_not_found'] },
        refused({ op: 'remove' }, ''),
      ],
    },
    {
      id: 'atomic/to-one',
      section: 'Updating to-one relationships',
      level: 'MUST',
      says: 'An update operation with an identifier replaces a to-one relationship; one with null clears it.',
      shownBy: [
        {
          ...of(
            {
              op: 'update',
              ref: { type: 'posts', id: '1', relationship: 'author' },
              data: { type: 'authors', id: '3' },
            },
            { op: 'update', ref: { type: 'comments', id: '1', relationship: 'author' }, data: null },
          ),
          status: 200,
          at: { '/atomic:results': [{}, {}] },
        },
        {
          ask: 'GET /posts/1/relationships/author',
          status: 200,
          at: { '/data': { type: 'authors', id: '3' } },
        },
        { ask: 'GET /comments/1/relationships/author', status: 200, at: { '/data': null } },
      ],
    },
    {
      id: 'atomic/to-many',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'With a list of identifiers, an add operation extends a to-many relationship, update replaces it, and remove reduces it.',
      shownBy: [
        { ...of({ op: 'add', ref: tagsOfPost, data: tags('1', '2') }), status: 200 },
        linkage('1', '2', '13'),
        { ...of({ op: 'remove', ref: tagsOfPost, data: tags('2', '13') }), status: 200 },
        linkage('1'),
        { ...of({ op: 'update', ref: tagsOfPost, data: tags('3', '4') }), status: 200 },
        linkage('3', '4'),
      ],
    },
    {
      id: 'atomic/results',
      section: 'Result objects',
      level: 'MUST',
      says: 'Each operation has a result, in the same order; a result without data is an empty object.',
      shownBy: [
        {
          ...of(
            addTag('first'),
            { op: 'remove', ref: { type: 'tags', id: '20' } },
            { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'third' } } },
          ),
          status: 200,
          at: {
            '/atomic:results/0/data/id': '21',
            '/atomic:results/1': {},
            '/atomic:results/2/data/id': '1',
            '/atomic:results/3': undefined,
          },
        },
      ],
    },
    {
      id: 'atomic/200',
      section: 'Responses',
      level: 'MUST',
      says: 'Successful operations return 200 with results, or 204 if no result has data.',
      shownBy: [
        {
          ...of({ op: 'remove', ref: { type: 'tags', id: '20' } }),
          status: 200,
          at: { '/atomic:results': [{}], '/errors': undefined },
        },
      ],
    },
    {
      id: 'atomic/error-pointer',
      section: 'Errors',
      level: 'SHOULD',
      says: 'An error points to its operation.',
      shownBy: [
        {
          ...of(addTag('good'), addTag(''), { op: 'add', data: { type: 'tags', attributes: { nosuch: 1 } } }),
          status: 400,
          errors: [
            '422 validation_error pointer /atomic:operations/1/data/attributes/name',
            '400 unknown_field pointer /atomic:operations/2/data/attributes/nosuch',
            '422 validation_error pointer /atomic:operations/2/data/attributes',
          ],
        },
      ],
    },
    {
      id: 'atomic/status',
      section: 'Errors',
      level: 'SHOULD',
      says: 'A failure has the status that the base specification defines.',
      shownBy: [
        {
          ...of({ op: 'add', data: { type: 'tags', id: '99', attributes: { name: 'x' } } }),
          status: 403,
          errors: ['403 forbidden pointer /atomic:operations/0/data/id'],
        },
        {
          ...of({ op: 'add', data: { type: 'nosuch' } }),
          status: 404,
          errors: ['404 not_found pointer /atomic:operations/0/data/type'],
        },
        {
          ask: 'GET /operations',
          headers: { accept: ATOMIC },
          status: 405,
          answers: { allow: 'POST, OPTIONS' },
          errors: ['405 method_not_allowed'],
        },
      ],
    },
  ],
}
