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
      says: 'An answer to include has included, an empty list where nothing is related.',
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
      says: 'Included has nothing that was not asked for.',
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
        how: 'The answer of a write includes what was written and linked besides what `include` asks for.',
        why: 'The answer tells a client the ids of all that it has made, without a second request.',
        strict: 'the same',
      },
    },
    {
      id: 'inclusion/list-of-paths',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'The value of include is a list of paths with commas between them; a path has dots between its relationships.',
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
        how: '`include[]=author` is taken too, repeated for each path.',
        why: 'Libraries of clients write lists so.',
        strict: 'a 400 that names it',
      },
    },
    {
      id: 'inclusion/empty-value',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'An empty include asks for no related resources.',
      shownBy: [{ ask: 'GET /posts/1?include=', status: 200, at: { '/included': [] } }],
    },
    {
      id: 'inclusion/intermediate',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'The resources along a path are included with those at its end.',
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
      says: 'A path that the server does not know or does not include is a 400.',
      shownBy: [
        { ask: 'GET /tags?include=nosuch', status: 400, errors: REFUSED },
        { ask: 'GET /tags?include=posts.nosuch', status: 400, errors: REFUSED },
        { ask: 'GET /tags?include=__proto__', status: 400, errors: REFUSED },
        { ask: 'GET /posts?page[size]=1&include=attachments', status: 200, at: { '/included': [] } },
        { ask: 'GET /posts?page[size]=1&include=attachments', strict: true, status: 400, errors: REFUSED },
      ],
      departs: {
        how: 'A path outside of the white list of an action (`sideloadWhitelist`) is left out, known or not.',
        why: 'An existing client keeps working when a white list shrinks.',
        strict: 'a 400 that names it',
      },
    },
    {
      id: 'inclusion/not-supported',
      section: 'Inclusion of related resources',
      level: 'MUST',
      says: 'An address that has no includes refuses the parameter with a 400.',
      shownBy: [{ ask: 'GET /currencies?include=rates', status: 400, errors: REFUSED }],
    },
    {
      id: 'inclusion/relationship-address',
      section: 'Inclusion of related resources',
      level: 'MAY',
      says: 'The address of a relationship takes include too: the path begins with the relationship.',
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
