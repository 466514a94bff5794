import type { Chapter } from '../support/clause.js'

const patch = (rest: object) => ({ data: { type: 'posts', id: '1', ...rest } })

/** One more comment on the post, which already has comments. */
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

export const updating: Chapter = {
  title: 'Updating resources',
  clauses: [
    {
      id: 'updating/single-resource',
      section: 'Updating resources',
      level: 'MUST',
      says: 'The primary data in the body is one resource object with a type and an id.',
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
      says: 'Omitted attributes keep their values.',
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
      says: 'An omitted attribute does not become null, but an attribute sent as null does.',
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
      says: 'Omitted relationships do not change.',
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
      says: 'A relationship in the body contains data, which replaces the relationship.',
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
      says: 'If a to-many relationship cannot be replaced, the whole update returns 403.',
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
      says: 'An update returns 200 with the resource as a GET would return it, including any other changes.',
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
        how: 'If a request changes a to-many relationship with a `method`, the response contains only the written records, unless `include` names the relationship.',
        why: 'The relationship may contain more records than a response can. Clients that send a `method` compare the response with their request.',
        strict: 'the same',
      },
    },
    {
      id: 'updating/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'An update that is accepted but not finished returns 202.',
      notShown: 'The API finishes before it responds. Your controller may return 202.',
    },
    {
      id: 'updating/204',
      section: 'Responses, 204 No Content',
      level: 'MUST',
      says: 'An update without a response document returns 204.',
      notShown: 'The response contains the resource. Your controller may return 204.',
    },
    {
      id: 'updating/403',
      section: 'Responses, 403 Forbidden',
      level: 'MUST',
      says: 'An unsupported update of a resource or a relationship returns 403.',
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
        how: 'A type that cannot be updated, or a URL that does not support the method, returns 405 with Allow.',
        why: 'HTTP requires 405 if a URL does not support a method, and Allow lists the supported ones.',
        strict: 'the same',
      },
    },
    {
      id: 'updating/404',
      section: 'Responses, 404 Not Found',
      level: 'MUST',
      says: 'Updating a resource that does not exist returns 404.',
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
      says: 'Naming a related resource that does not exist returns 404.',
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
      says: 'A type or an id that differs from the one in the URL returns 409.',
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
      says: 'An update that violates another constraint may return 409; here, a value that is already taken returns 422, and the error names the attribute.',
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
