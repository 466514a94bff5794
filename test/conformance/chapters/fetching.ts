import type { Chapter } from '../support/clause.js'

const TAG = { type: 'tags', id: '13' }

/** Fetching Data: resources and relationships. */
export const fetching: Chapter = {
  title: 'Fetching resources and relationships',
  clauses: [
    {
      id: 'fetching/200',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'Fetching a resource or a collection returns 200.',
      shownBy: [
        { ask: 'GET /tags/1', status: 200 },
        { ask: 'GET /tags', status: 200 },
        { ask: 'GET /posts/1/author', status: 200 },
      ],
    },
    {
      id: 'fetching/collection',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'The primary data of a collection is a list of resource objects, or an empty list.',
      shownBy: [
        {
          ask: 'GET /tags?page[number]=100&page[size]=20&fields[tags]=name',
          status: 200,
          document: {
            jsonapi: { version: '1.1' },
            links: {
              self: 'http://blog.test/tags?page%5Bnumber%5D=100&page%5Bsize%5D=20&fields%5Btags%5D=name',
              first: 'http://blog.test/tags?page%5Bnumber%5D=1&page%5Bsize%5D=20&fields%5Btags%5D=name',
              prev: 'http://blog.test/tags?page%5Bnumber%5D=99&page%5Bsize%5D=20&fields%5Btags%5D=name',
              next: null,
            },
            data: [],
          },
        },
      ],
    },
    {
      id: 'fetching/individual',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'The primary data for a single resource is its resource object, or null if the URL currently refers to no resource.',
      shownBy: [
        { ask: 'GET /posts/1/author', status: 200, at: { '/data/type': 'authors', '/data/id': '2' } },
        {
          ask: 'GET /comments/13/author',
          status: 200,
          document: {
            jsonapi: { version: '1.1' },
            links: { self: 'http://blog.test/comments/13/author' },
            data: null,
          },
        },
        { ask: 'GET /authors/10/profile', status: 200, at: { '/data': null } },
      ],
    },
    {
      id: 'fetching/404',
      section: 'Responses, 404 Not Found',
      level: 'MUST',
      says: 'Fetching a single resource that does not exist returns 404.',
      shownBy: [
        { ask: 'GET /tags/999', status: 404, errors: ['404 record_not_found'] },
        { ask: 'GET /posts/999/author', status: 404, errors: ['404 record_not_found'] },
        { ask: 'GET /nosuch', status: 404, errors: ['404 not_found'] },
      ],
    },
    {
      id: 'fetching/error-details',
      section: 'Other responses',
      level: 'MAY',
      says: 'Other responses contain errors with details.',
      shownBy: [
        {
          ask: 'PUT /tags/1',
          body: { data: {} },
          status: 405,
          answers: { allow: 'GET, HEAD, PATCH, DELETE, OPTIONS' },
          errors: ['405 method_not_allowed'],
        },
      ],
    },
    {
      id: 'fetching/http',
      section: 'Other responses',
      level: 'MUST',
      says: 'Responses follow HTTP semantics: HEAD is a GET without the response body.',
      shownBy: [
        {
          ask: 'HEAD /tags/1',
          status: 200,
          answers: { 'content-type': 'application/vnd.api+json' },
          document: null,
        },
        { ask: 'HEAD /tags/999', status: 404, document: null },
        { ask: 'OPTIONS /tags', status: 204, answers: { allow: 'GET, HEAD, POST, OPTIONS' }, document: null },
      ],
    },
    {
      id: 'fetching/relationship-200',
      section: 'Fetching relationships, 200 OK',
      level: 'MUST',
      says: 'Fetching a relationship returns 200, with the linkage as primary data.',
      shownBy: [
        {
          ask: 'GET /posts/1/relationships/author',
          status: 200,
          document: {
            jsonapi: { version: '1.1' },
            links: {
              self: 'http://blog.test/posts/1/relationships/author',
              related: 'http://blog.test/posts/1/author',
            },
            data: { type: 'authors', id: '2' },
          },
        },
        { ask: 'GET /posts/1/relationships/tags', status: 200, at: { '/data': [TAG] } },
      ],
    },
    {
      id: 'fetching/relationship-links',
      section: 'Fetching relationships, 200 OK',
      level: 'MAY',
      says: 'The document at a relationship URL has the self and related links of its relationship object.',
      shownBy: [
        {
          ask: 'GET /posts/1/relationships/tags',
          status: 200,
          at: {
            '/links/self': 'http://blog.test/posts/1/relationships/tags',
            '/links/related': 'http://blog.test/posts/1/tags',
          },
        },
      ],
    },
    {
      id: 'fetching/relationship-404',
      section: 'Fetching relationships, 404 Not Found',
      level: 'MUST',
      says: 'A relationship URL returns 404 if the relationship or its resource does not exist.',
      shownBy: [
        { ask: 'GET /posts/1/relationships/nosuch', status: 404, errors: ['404 not_found'] },
        { ask: 'GET /posts/999/relationships/tags', status: 404, errors: ['404 record_not_found'] },
      ],
    },
    {
      id: 'fetching/relationship-empty',
      section: 'Fetching relationships, 404 Not Found',
      level: 'MUST',
      says: 'The URL of an empty relationship returns 200.',
      shownBy: [
        { ask: 'GET /comments/13/relationships/author', status: 200, at: { '/data': null } },
        { ask: 'GET /posts/4/relationships/tags', status: 200, at: { '/data': [] } },
      ],
    },
  ],
}
