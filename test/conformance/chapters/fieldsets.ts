import type { Chapter } from '../support/clause.js'

/** Fetching Data: sparse fieldsets. */
export const fieldsets: Chapter = {
  title: 'Sparse fieldsets',
  clauses: [
    {
      id: 'fieldsets/list',
      section: 'Sparse fieldsets',
      level: 'MUST',
      says: 'The value of fields[type] is a list of names with commas between them.',
      shownBy: [
        {
          ask: 'GET /posts/1?fields[posts]=title,views',
          status: 200,
          at: {
            '/data': {
              type: 'posts',
              id: '1',
              attributes: { title: 'Hello, world', views: 37 },
              links: { self: 'http://blog.test/posts/1' },
            },
          },
        },
        {
          ask: 'GET /posts/1?fields[posts][]=title',
          status: 200,
          at: { '/data/attributes': { title: 'Hello, world' } },
        },
        {
          ask: 'GET /posts/1?fields[posts][]=title',
          strict: true,
          status: 400,
          errors: ['400 unknown_field parameter fields[posts][]'],
        },
      ],
      departs: {
        how: '`fields[posts][]=title` and `extra_fields[posts][]=readingTime` are taken too, repeated for each name.',
        why: 'Libraries of clients write lists so.',
        strict: 'a 400 that names it',
      },
    },
    {
      id: 'fieldsets/empty',
      section: 'Sparse fieldsets',
      level: 'MUST',
      says: 'An empty value asks for no fields.',
      shownBy: [
        {
          ask: 'GET /posts/1?fields[posts]=',
          status: 200,
          at: { '/data': { type: 'posts', id: '1', links: { self: 'http://blog.test/posts/1' } } },
        },
      ],
    },
    {
      id: 'fieldsets/nothing-else',
      section: 'Sparse fieldsets',
      level: 'MUST NOT',
      says: 'An answer has no other fields of that type, relationships and included resources too.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=author&fields[posts]=author&fields[authors]=email',
          status: 200,
          at: {
            '/data': {
              type: 'posts',
              id: '1',
              relationships: {
                author: {
                  links: {
                    self: 'http://blog.test/posts/1/relationships/author',
                    related: 'http://blog.test/posts/1/author',
                  },
                  data: { type: 'authors', id: '2' },
                },
              },
              links: { self: 'http://blog.test/posts/1' },
            },
            '/included': [
              {
                type: 'authors',
                id: '2',
                attributes: { email: 'nuala@example.com' },
                links: { self: 'http://blog.test/authors/2' },
              },
            ],
          },
        },
      ],
    },
    {
      id: 'fieldsets/type-is-named',
      section: 'Sparse fieldsets',
      level: 'MUST',
      says: 'The parameter names the type: fields[type].',
      shownBy: [
        {
          ask: 'GET /posts/1?fields=title',
          status: 200,
          at: {
            '/data': {
              type: 'posts',
              id: '1',
              attributes: { title: 'Hello, world' },
              links: { self: 'http://blog.test/posts/1' },
            },
          },
        },
        {
          ask: 'GET /posts/1?fields=title',
          strict: true,
          status: 400,
          errors: ['400 unknown_field parameter fields'],
        },
        {
          ask: 'GET /posts/1?fields=title&extra_fields=readingTime',
          status: 200,
          at: { '/data/attributes': { title: 'Hello, world', readingTime: 1 } },
        },
        {
          ask: 'GET /posts/1?extra_fields=readingTime',
          strict: true,
          status: 400,
          errors: ['400 unknown_field parameter extra_fields'],
        },
      ],
      departs: {
        how: 'A bare `fields=title` is about the primary type, and so is a bare `extra_fields=readingTime`.',
        why: 'It is short, and existing clients of this wire format send it.',
        strict: 'a 400',
      },
    },
    {
      id: 'fieldsets/unnamed-types',
      section: 'Sparse fieldsets',
      level: 'MAY',
      says: 'Of types that the request does not name, all fields are sent.',
      shownBy: [
        {
          ask: 'GET /tags/1?fields[posts]=title',
          status: 200,
          at: { '/data/attributes': { name: 'travel' } },
        },
      ],
    },
  ],
}
