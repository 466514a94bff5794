import type { Chapter } from '../support/clause.js'

const patch = (rest: object) => ({ data: { type: 'posts', id: '1', ...rest } })

/** A comment more of the post, which has others. */
const ADDED = {
  ...patch({
    relationships: { comments: { data: [{ type: 'comments', lid: 'c', method: 'create' }] } },
  }),
  included: [
    {
      type: 'comments',
      lid: 'c',
      attributes: { body: 'One more' },
      relationships: { author: { data: { type: 'authors', id: '1' } } },
    },
  ],
}

/** Updating resources. */
export const updating: Chapter = {
  title: 'Updating resources',
  clauses: [
    {
      id: 'updating/single-resource',
      section: 'Updating resources',
      level: 'MUST',
      says: 'The body has one resource object with type and id as its primary data.',
      shownBy: [
        {
          ask: 'PATCH /posts/1',
          body: { data: [] },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'PATCH /posts/1',
          body: { data: { type: 'posts' } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'PATCH /posts/1',
          body: { data: { id: '1' } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
      ],
    },
    {
      id: 'updating/missing-attributes',
      section: 'Updating a resource’s attributes',
      level: 'MUST',
      says: 'Attributes that are not sent keep their values.',
      shownBy: [
        {
          ask: 'PATCH /posts/1?fields[posts]=title,views,rating,status',
          body: patch({ attributes: { title: 'Changed' } }),
          status: 200,
          at: { '/data/attributes': { title: 'Changed', views: 37, rating: '2.75', status: 'published' } },
        },
      ],
    },
    {
      id: 'updating/missing-is-not-null',
      section: 'Updating a resource’s attributes',
      level: 'MUST NOT',
      says: 'An attribute that is not sent is not null; one that is sent as null is.',
      shownBy: [
        {
          ask: 'PATCH /posts/1?fields[posts]=rating,publishedAt',
          body: patch({ attributes: { rating: null } }),
          status: 200,
          at: { '/data/attributes': { rating: null, publishedAt: '2024-02-12T04:00:00.000Z' } },
        },
      ],
    },
    {
      id: 'updating/missing-relationships',
      section: 'Updating a resource’s relationships',
      level: 'MUST',
      says: 'Relationships that are not sent keep what they hold.',
      shownBy: [
        { ask: 'PATCH /posts/1', body: patch({ relationships: {} }), status: 200 },
        {
          ask: 'GET /posts/1/relationships/tags',
          status: 200,
          at: { '/data': [{ type: 'tags', id: '13' }] },
        },
        {
          ask: 'GET /posts/1/relationships/author',
          status: 200,
          at: { '/data': { type: 'authors', id: '2' } },
        },
      ],
    },
    {
      id: 'updating/relationship-data',
      section: 'Updating a resource’s relationships',
      level: 'MUST',
      says: 'A relationship that is sent has data, and is replaced by them.',
      shownBy: [
        {
          ask: 'PATCH /posts/1',
          body: patch({ relationships: { tags: {} } }),
          status: 400,
          errors: ['400 invalid_document pointer /data/relationships/tags'],
        },
        {
          ask: 'PATCH /posts/1',
          body: patch({
            relationships: {
              author: { data: { type: 'authors', id: '3' } },
              tags: {
                data: [
                  { type: 'tags', id: '1' },
                  { type: 'tags', id: '2' },
                ],
              },
            },
          }),
          status: 200,
        },
        {
          ask: 'GET /posts/1/relationships/tags',
          status: 200,
          at: {
            '/data': [
              { type: 'tags', id: '1' },
              { type: 'tags', id: '2' },
            ],
          },
        },
        {
          ask: 'GET /posts/1/relationships/author',
          status: 200,
          at: { '/data': { type: 'authors', id: '3' } },
        },
      ],
    },
    {
      id: 'updating/replacement-refused',
      section: 'Updating a resource’s to-many relationships',
      level: 'MUST',
      says: 'Where a to-many cannot be replaced, the whole update is a 403.',
      shownBy: [
        {
          ask: 'PATCH /labels/1',
          body: {
            data: {
              type: 'labels',
              id: '1',
              attributes: { name: 'changed' },
              relationships: { posts: { data: [] } },
            },
          },
          status: 403,
          errors: ['403 forbidden pointer /data/relationships/posts'],
        },
        { ask: 'GET /labels/1', status: 200, at: { '/data/attributes/name': 'travel' } },
      ],
    },
    {
      id: 'updating/200',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'An update is a 200 with the resource as a GET would give it, so that what else has changed is there too.',
      shownBy: [
        {
          ask: 'PATCH /tags/1',
          body: { data: { type: 'tags', id: '1', attributes: { name: 'changed' } } },
          status: 200,
          document: {
            jsonapi: { version: '1.1' },
            links: { self: 'http://blog.test/tags/1' },
            data: {
              type: 'tags',
              id: '1',
              attributes: { name: 'changed' },
              relationships: {
                posts: {
                  links: {
                    self: 'http://blog.test/tags/1/relationships/posts',
                    related: 'http://blog.test/tags/1/posts',
                  },
                },
              },
              links: { self: 'http://blog.test/tags/1' },
            },
          },
        },
        {
          ask: 'GET /posts/1?include=comments',
          status: 200,
          at: { '/data/relationships/comments/data/0': { type: 'comments', id: '1' } },
        },
        {
          ask: 'PATCH /posts/1',
          body: ADDED,
          status: 200,
          at: {
            '/included/0/attributes/body': 'One more',
            '/data/relationships/comments/data/1': undefined,
          },
        },
        {
          ask: 'PATCH /posts/1?include=comments',
          body: ADDED,
          status: 200,
          at: { '/data/relationships/comments/data/0': { type: 'comments', id: '1' } },
        },
      ],
      departs: {
        how: 'Of a to-many that a request adds to by a `method`, the answer names what was written alone, unless `include` asks for all of it.',
        why: 'A set may have more records than one answer. A client that writes so matches what it has sent.',
        strict: 'the same',
      },
    },
    {
      id: 'updating/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'An update that is accepted and not yet done is a 202.',
      notShown: 'The API does what it answers. A controller of the application may answer a 202.',
    },
    {
      id: 'updating/204',
      section: 'Responses, 204 No Content',
      level: 'MUST',
      says: 'An update without a document is a 204.',
      notShown: 'An update is answered with its resource. A controller of the application may answer a 204.',
    },
    {
      id: 'updating/403',
      section: 'Responses, 403 Forbidden',
      level: 'MUST',
      says: 'An update that is not supported, of a resource or of a relationship, is a 403.',
      shownBy: [
        {
          ask: 'PATCH /labels/1',
          body: { data: { type: 'labels', id: '1', relationships: { posts: { data: [] } } } },
          status: 403,
          errors: ['403 forbidden pointer /data/relationships/posts'],
        },
        {
          ask: 'POST /operations',
          headers: {
            'content-type': 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
            accept: 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
          },
          body: {
            'atomic:operations': [{ op: 'update', data: { type: 'currencies', id: 'EUR', attributes: {} } }],
          },
          status: 403,
          errors: ['403 forbidden pointer /atomic:operations/0/data'],
        },
        {
          ask: 'PATCH /currencies/EUR',
          body: { data: { type: 'currencies', id: 'EUR' } },
          status: 405,
          answers: { allow: 'GET, HEAD, OPTIONS' },
          errors: ['405 method_not_allowed'],
        },
      ],
      departs: {
        how: 'A type that serves no update at all is a 405 with Allow. So is an address that has no such method.',
        why: 'HTTP asks for a 405 where an address does not have a method, and Allow says what it has.',
        strict: 'the same',
      },
    },
    {
      id: 'updating/404',
      section: 'Responses, 404 Not Found',
      level: 'MUST',
      says: 'A resource that does not exist is a 404.',
      shownBy: [
        {
          ask: 'PATCH /posts/999',
          body: { data: { type: 'posts', id: '999', attributes: { title: 'x' } } },
          status: 404,
          errors: ['404 record_not_found'],
        },
      ],
    },
    {
      id: 'updating/404-related',
      section: 'Responses, 404 Not Found',
      level: 'MUST',
      says: 'A related resource that does not exist is a 404.',
      shownBy: [
        {
          ask: 'PATCH /posts/1',
          body: patch({ relationships: { author: { data: { type: 'authors', id: '999' } } } }),
          status: 404,
          errors: ['404 record_not_found pointer /data/relationships/author/data'],
        },
      ],
    },
    {
      id: 'updating/409',
      section: 'Responses, 409 Conflict',
      level: 'MUST',
      says: 'A type or an id that is not that of the address is a 409.',
      shownBy: [
        {
          ask: 'PATCH /posts/1',
          body: { data: { type: 'posts', id: '2' } },
          status: 409,
          errors: ['409 conflict pointer /data/id'],
        },
        {
          ask: 'PATCH /posts/1',
          body: { data: { type: 'tags', id: '1' } },
          status: 409,
          errors: ['409 conflict pointer /data/type'],
        },
      ],
    },
    {
      id: 'updating/409-constraints',
      section: 'Responses, 409 Conflict',
      level: 'MAY',
      says: 'An update that violates another constraint may be a 409; a value that is taken is a 422 here, with its attribute.',
      shownBy: [
        {
          ask: 'PATCH /authors/2',
          body: { data: { type: 'authors', id: '2', attributes: { email: 'ada@example.com' } } },
          status: 422,
          errors: ['422 validation_error pointer /data/attributes/email'],
        },
      ],
    },
  ],
}
