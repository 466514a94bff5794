import type { Chapter } from '../support/clause.js'

const REFUSED = ['400 invalid_include parameter include']

/** Fetching Data: inclusion of related resources. */
export const inclusion: Chapter = {
  title: 'Inclusion of related resources',
  clauses: [
    {
      id: 'inclusion/included-key',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'If a request has the include parameter, the response has an included member, which is empty if there are no related resources.',
      shownBy: [
        { ask: 'GET /posts/4?include=tags', status: 200, at: { '/included': [] } },
        { ask: 'GET /tags/20?include=posts', status: 200, at: { '/included': [] } },
        { ask: 'GET /tags/20', status: 200, at: { '/included': undefined } },
      ],
    },
    {
      id: 'inclusion/nothing-else',
      section: 'Inclusion of related resources',
      level: 'MUST NOT',
      says: 'The included member contains only the requested resources.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=author&fields[posts]=author&fields[authors]=name',
          status: 200,
          at: {
            '/included': [
              {
                type: 'authors',
                id: '2',
                attributes: { name: "Nuala O'Brien" },
                links: { self: 'http://blog.test/authors/2' },
              },
            ],
          },
        },
        {
          ask: 'POST /posts?include=tags&fields[authors]=name',
          body: {
            data: {
              type: 'posts',
              attributes: { title: 'Made', body: '' },
              relationships: { author: { data: { type: 'authors', id: '2' } } },
            },
          },
          status: 201,
          at: {
            '/data/relationships/tags/data': [],
            '/included/0/type': 'authors',
            '/included/1': undefined,
          },
        },
      ],
      departs: {
        how: 'In addition to the paths in `include`, the response to a write includes all written and linked records.',
        why: 'The client receives all new ids without a second request.',
        strict: 'the same',
      },
    },
    {
      id: 'inclusion/list-of-paths',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'The include parameter is a comma-separated list of paths, which join relationship names with dots.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=tags,comments.author&page[comments][size]=1&fields[tags]=name&fields[comments]=author&fields[authors]=name',
          status: 200,
          at: {
            '/included/0/type': 'tags',
            '/included/0/id': '13',
            '/included/1/type': 'comments',
            '/included/1/id': '1',
            '/included/1/relationships/author/data': { type: 'authors', id: '4' },
            '/included/2/type': 'authors',
            '/included/2/id': '4',
            '/included/3': undefined,
          },
        },
        {
          ask: 'GET /posts/1?include[]=tags&include[]=author',
          status: 200,
          at: { '/included/0/type': 'tags', '/included/1/type': 'authors', '/included/2': undefined },
        },
        {
          ask: 'GET /posts/1?include[]=tags&include[]=author',
          strict: true,
          status: 400,
          errors: ['400 invalid_include parameter include[]'],
        },
      ],
      departs: {
        how: '`include[]=author` works too, repeated for each additional path.',
        why: 'Client libraries write lists like this.',
        strict: '400',
      },
    },
    {
      id: 'inclusion/empty-value',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'An empty include requests no related resources.',
      shownBy: [{ ask: 'GET /posts/1?include=', status: 200, at: { '/included': [] } }],
    },
    {
      id: 'inclusion/intermediate',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'Intermediate resources on a path are included too.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=comments.author&page[comments][size]=1',
          status: 200,
          at: { '/included/0/type': 'comments', '/included/1/type': 'authors', '/included/2': undefined },
        },
      ],
    },
    {
      id: 'inclusion/unknown-path',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'An unknown or unsupported path returns 400.',
      shownBy: [
        { ask: 'GET /tags?include=nosuch', status: 400, errors: REFUSED },
        { ask: 'GET /tags?include=posts.nosuch', status: 400, errors: REFUSED },
        { ask: 'GET /tags?include=__proto__', status: 400, errors: REFUSED },
        { ask: 'GET /posts?page[size]=1&include=attachments', status: 200, at: { '/included': [] } },
        { ask: 'GET /posts?page[size]=1&include=attachments', strict: true, status: 400, errors: REFUSED },
      ],
      departs: {
        how: 'A path outside an action’s `sideloadWhitelist` is ignored, whether or not it exists.',
        why: 'Existing clients keep working when a whitelist shrinks.',
        strict: '400',
      },
    },
    {
      id: 'inclusion/not-supported',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'URLs that do not support includes reject the parameter with 400.',
      shownBy: [{ ask: 'GET /currencies?include=rates', status: 400, errors: REFUSED }],
    },
    {
      id: 'inclusion/relationship-address',
      section: 'Inclusion of related resources',
      level: 'MAY',
      says: 'A relationship URL accepts include too; its paths begin with the relationship.',
      shownBy: [
        {
          ask: 'GET /posts/1/relationships/tags?include=tags&fields[tags]=name',
          status: 200,
          at: {
            '/data': [{ type: 'tags', id: '13' }],
            '/included/0/type': 'tags',
            '/included/0/id': '13',
            '/included/1': undefined,
          },
        },
      ],
    },
  ],
}
