import { follow } from '../support/answer.js'
import type { Chapter } from '../support/clause.js'

/** Fetching Data: pagination. Cursor pages have their own chapter. */
export const pagination: Chapter = {
  title: 'Pagination',
  clauses: [
    {
      id: 'pagination/limited',
      section: 'Pagination',
      level: 'MAY',
      says: 'Collections are paginated, with 20 resources per page unless the request or the resource specifies otherwise.',
      shownBy: [
        { ask: 'GET /posts', status: 200, at: { '/data/19/id': '20', '/data/20': undefined } },
        { ask: 'GET /posts?page[size]=2', status: 200, at: { '/data/1/id': '2', '/data/2': undefined } },
      ],
    },
    {
      id: 'pagination/links-place',
      section: 'Pagination',
      level: 'MUST',
      says: 'Pagination links are in the links of the paginated collection; those of primary data are at the top level.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=40&page[number]=2&fields[posts]=',
          status: 200,
          at: {
            '/links': {
              self: 'http://blog.test/posts?page%5Bsize%5D=40&page%5Bnumber%5D=2&fields%5Bposts%5D=',
              first: 'http://blog.test/posts?page%5Bsize%5D=40&page%5Bnumber%5D=1&fields%5Bposts%5D=',
              prev: 'http://blog.test/posts?page%5Bsize%5D=40&page%5Bnumber%5D=1&fields%5Bposts%5D=',
              next: 'http://blog.test/posts?page%5Bsize%5D=40&page%5Bnumber%5D=3&fields%5Bposts%5D=',
            },
          },
        },
      ],
    },
    {
      id: 'pagination/link-names',
      section: 'Pagination',
      level: 'MUST',
      says: 'Pagination links are named first, last, prev and next.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=40&extra_stats[total]=count&fields[posts]=',
          status: 200,
          at: {
            '/links/first':
              'http://blog.test/posts?page%5Bsize%5D=40&extra_stats%5Btotal%5D=count&fields%5Bposts%5D=&page%5Bnumber%5D=1',
            '/links/last':
              'http://blog.test/posts?page%5Bsize%5D=40&extra_stats%5Btotal%5D=count&fields%5Bposts%5D=&page%5Bnumber%5D=3',
            '/links/prev': null,
            '/links/next':
              'http://blog.test/posts?page%5Bsize%5D=40&extra_stats%5Btotal%5D=count&fields%5Bposts%5D=&page%5Bnumber%5D=2',
          },
        },
      ],
    },
    {
      id: 'pagination/unavailable',
      section: 'Pagination',
      level: 'MUST',
      says: 'A link to a page that does not exist is null or omitted.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=50',
          status: 200,
          at: { '/links/prev': null, '/links/last': undefined },
        },
        { ask: follow('/links/next'), status: 200, at: { '/links/next': null } },
        { ask: 'GET /posts/1', status: 200, at: { '/links/next': undefined } },
      ],
    },
    {
      id: 'pagination/order',
      section: 'Pagination',
      level: 'MUST',
      says: 'The pagination links follow the sort order.',
      shownBy: [
        { ask: 'GET /posts?sort=-id&page[size]=60', status: 200, at: { '/data/0/id': '100' } },
        { ask: follow('/links/next'), status: 200, at: { '/data/0/id': '40', '/links/next': null } },
        { ask: follow('/links/prev'), status: 200, at: { '/data/0/id': '100' } },
      ],
    },
    {
      id: 'pagination/page-family',
      section: 'Pagination',
      level: 'SHOULD',
      says: 'Parameters named page[…] control pagination.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=3&page[number]=2',
          status: 200,
          at: { '/data/0/id': '4', '/data/3': undefined },
        },
        { ask: 'GET /posts?page[limit]=1', status: 400, errors: ['400 invalid_page parameter page[limit]'] },
        { ask: 'GET /posts?page[size]=many', status: 400, errors: ['400 invalid_page parameter page[size]'] },
        {
          ask: 'GET /posts?page[size]=101',
          status: 400,
          errors: ['400 unsupported_page_size parameter page[size]'],
        },
      ],
    },
    {
      id: 'pagination/included',
      section: 'Pagination',
      level: 'MUST',
      says: 'The pagination links of an included collection are in its relationship object.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=comments&page[comments][size]=2&fields[comments]=',
          status: 200,
          at: {
            '/data/relationships/comments/links/next': /relationships\/comments\?.*page%5Bafter%5D=/,
            '/data/relationships/comments/data/1/id': '181',
            '/data/relationships/comments/data/2': undefined,
          },
        },
        {
          ask: follow('/data/relationships/comments/links/next'),
          status: 200,
          at: { '/data/0/type': 'comments', '/data/2': undefined, '/included/0/type': 'comments' },
        },
      ],
    },
    {
      id: 'pagination/relationship-data',
      section: 'Relationships',
      level: 'MUST',
      says: 'The pagination links of a relationship paginate its linkage, not the related resources.',
      shownBy: [
        {
          ask: 'GET /posts/1/relationships/comments?page[size]=2',
          status: 200,
          at: {
            '/links/next':
              'http://blog.test/posts/1/relationships/comments?page%5Bsize%5D=2&page%5Bnumber%5D=2',
            '/data/1/type': 'comments',
            '/data/2': undefined,
          },
        },
      ],
    },
  ],
}
