import type { Chapter } from '../support/clause.js'

export const fieldsets: Chapter = {
  title: 'Sparse fieldsets',
  clauses: [
    {
      id: 'fieldsets/list',
      section: 'Sparse fieldsets',
      level: 'MUST',
      says: 'fields[type] is a comma-separated list of names.',
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
        how: '`fields[posts][]=title` and `extra_fields[posts][]=readingTime` work too, repeated for each additional name.',
        why: 'Client libraries write lists like this.',
        strict: '400',
      },
    },
    {
      id: 'fieldsets/empty',
      section: 'Sparse fieldsets',
      level: 'MUST',
      says: 'An empty value requests no fields.',
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
      says: 'The response has no other attributes or relationships of that type, even in included resources.',
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
        how: '`fields=title` and `extra_fields=readingTime`, without a type, apply to the primary type.',
        why: 'It is short, and existing clients send it.',
        strict: '400',
      },
    },
    {
      id: 'fieldsets/unnamed-types',
      section: 'Sparse fieldsets',
      level: 'MAY',
      says: 'Resources of types that the request does not name have all their fields.',
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
