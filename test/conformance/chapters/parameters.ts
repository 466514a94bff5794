import { type Chapter, CLIENTS } from '../support/clause.js'

/** Query parameters, and their names in a URL. */
export const parameters: Chapter = {
  title: 'Query parameters',
  clauses: [
    {
      id: 'parameters/unknown',
      section: 'Implementation-specific query parameters',
      level: 'MUST',
      says: 'An unknown parameter returns 400 at every URL, including on writes.',
      shownBy: [
        { ask: 'GET /tags?nosuch=1', status: 400, errors: ['400 invalid_parameter parameter nosuch'] },
        {
          ask: 'GET /tags/1?page[size]=1',
          status: 400,
          errors: ['400 invalid_parameter parameter page[size]'],
        },
        {
          ask: 'GET /posts/1/author?nosuch[a]=1',
          status: 400,
          errors: ['400 invalid_parameter parameter nosuch[a]'],
        },
        {
          ask: 'POST /tags?nosuch=1',
          body: { data: { type: 'tags', attributes: { name: 'not made' } } },
          status: 400,
          errors: ['400 invalid_parameter parameter nosuch'],
        },
        { ask: 'DELETE /tags/20?nosuch=1', status: 400, errors: ['400 invalid_parameter parameter nosuch'] },
        { ask: 'GET /tags/20', status: 200 },
      ],
    },
    {
      id: 'parameters/family-names',
      section: 'Query parameter families',
      level: 'MUST',
      says: 'A parameter whose name violates the specification’s rules returns 400.',
      shownBy: [
        { ask: 'GET /tags?page[size=1', status: 400, errors: ['400 invalid_parameter parameter page[size'] },
        {
          ask: 'GET /tags?page]size[=1',
          status: 400,
          errors: ['400 invalid_parameter parameter page]size['],
        },
        {
          ask: 'GET /tags?page[size]x=1',
          status: 400,
          errors: ['400 invalid_parameter parameter page[size]x'],
        },
        {
          ask: 'GET /tags?__proto__[a]=1',
          status: 400,
          errors: ['400 invalid_parameter parameter __proto__[a]'],
        },
      ],
    },
    {
      id: 'parameters/extension-names',
      section: 'Extension-specific query parameters',
      level: 'MUST',
      says: 'Parameters of an extension begin with its namespace and a colon. Those of unknown extensions return 400.',
      shownBy: [
        {
          ask: 'GET /tags?version:id=1',
          status: 400,
          errors: ['400 invalid_parameter parameter version:id'],
        },
      ],
    },
    {
      id: 'parameters/implementation-names',
      section: 'Implementation-specific query parameters',
      level: 'MUST',
      says: 'The name of each of the server’s own parameters contains a character other than a lower-case letter.',
      shownBy: [
        {
          ask: 'GET /posts?stats[total]=count&page[size]=0',
          status: 200,
          at: { '/meta': { stats: { total: { count: 100 } } } },
        },
        {
          ask: 'GET /posts?extra_stats[total]=count&page[size]=0',
          status: 200,
          at: { '/meta': { stats: { total: { count: 100 } } } },
        },
        {
          ask: 'GET /posts?stats[total]=count&page[size]=0',
          strict: true,
          status: 400,
          errors: ['400 invalid_parameter parameter stats[total]'],
        },
        {
          ask: 'GET /posts?extra_stats[total]=count&page[size]=0',
          strict: true,
          status: 200,
          at: { '/meta': { stats: { total: { count: 100 } } } },
        },
      ],
      departs: {
        how: 'The parameter for statistics is `stats[total]=count`. `extra_stats[total]=count` works too.',
        why: 'Existing clients send `stats`.',
        strict: '400; write `extra_stats`',
      },
    },
    {
      id: 'parameters/repeated',
      section: 'Query parameters',
      level: 'MUST',
      says: 'Repeating a parameter that accepts only one value returns 400.',
      shownBy: [
        { ask: 'GET /tags?sort=id&sort=name', status: 400, errors: ['400 invalid_parameter parameter sort'] },
        {
          ask: 'GET /posts?filter[id][]=1&filter[id][]=2&fields[posts]=&extra_stats[total][]=count',
          status: 200,
          at: { '/data/1/id': '2', '/data/2': undefined, '/meta': { stats: { total: { count: 2 } } } },
        },
        {
          ask: 'GET /posts?filter[id][]=1&filter[id][]=2&extra_stats[total][]=count',
          strict: true,
          status: 400,
          errors: [
            '400 stat_not_found parameter extra_stats[total][]',
            '400 bad_filter parameter filter[id][]',
          ],
        },
      ],
      departs: {
        how: 'A list parameter may be repeated with empty brackets: `filter[id][]=1&filter[id][]=2`, `stats[total][]=count`, `extra_stats[total][]=count`.',
        why: 'Client libraries write lists like this. JSON:API does not specify their form.',
        strict: '400; the error names the parameter; write commas',
      },
    },
    {
      id: 'parameters/encoded-brackets',
      section: 'Square brackets in parameter names',
      level: 'SHOULD',
      says: 'Brackets in a name need not be encoded.',
      shownBy: [
        { ask: 'GET /tags?page[size]=1', status: 200, at: { '/data/0/id': '1', '/data/1': undefined } },
      ],
    },
    {
      id: 'parameters/same-brackets',
      section: 'Square brackets in parameter names',
      level: 'MUST',
      says: 'Encoded brackets mean the same as literal ones.',
      shownBy: [
        {
          ask: 'GET /tags?page%5Bsize%5D=1&fields%5btags%5d=',
          status: 200,
          at: {
            '/data': [{ type: 'tags', id: '1', links: { self: 'http://blog.test/tags/1' } }],
            '/links/self': 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=',
          },
        },
        {
          ask: 'GET /tags?page[size]=1&fields[tags]=',
          status: 200,
          at: {
            '/data': [{ type: 'tags', id: '1', links: { self: 'http://blog.test/tags/1' } }],
            '/links/self': 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=',
          },
        },
      ],
    },
    {
      id: 'parameters/form-encoding',
      section: 'Parsing query parameters',
      level: 'SHOULD',
      says: 'Parameters are decoded like form data: a plus sign is a space.',
      shownBy: [
        {
          ask: 'GET /posts?filter[title]={{Hello,+world}}&fields[posts]=',
          status: 200,
          at: { '/data/0/id': '1', '/data/1': undefined },
        },
      ],
    },
    {
      id: 'parameters/clients-encode',
      section: 'Square brackets in parameter names',
      level: 'SHOULD',
      says: 'Clients encode brackets.',
      notShown: CLIENTS,
    },
  ],
}
