import { follow, type Answer, valueAt } from '../support/answer.js'
import { type Chapter, CURSORS, CURSORS_URI } from '../support/clause.js'

const headers = { accept: CURSORS }
const IDS = 'fields[tags]='

/** A GET that continues from the cursor of a record on the previous page. */
const behind =
  (index: number, rest: string, name = 'after') =>
  ({ document }: Answer): string =>
    `GET /tags?${IDS}&page[${name}]=${String(valueAt(document, `/data/${index}/meta/page/cursor`))}${rest}`

/** The request for the records between two records on the previous page. */
const between =
  (from: number, to: number, rest = '') =>
  (last: Answer): string =>
    `${behind(from, '')(last)}&page[before]=${String(valueAt(last.document, `/data/${to}/meta/page/cursor`))}${rest}`

const invalid = (name: string) => [`400 invalid_page parameter page[${name}]`]

/** The Cursor Pagination profile. */
export const cursors: Chapter = {
  title: 'Cursor Pagination',
  clauses: [
    {
      id: 'cursors/negotiated',
      section: 'Profile',
      level: 'SHOULD',
      says: 'If a request names the profile, pages use cursors, and Content-Type names the profile.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=2',
          headers,
          status: 200,
          answers: { 'content-type': CURSORS },
          at: { '/data/1/id': '2', '/data/1/meta/page/cursor': /^\w+-\w+$/, '/data/2': undefined },
        },
      ],
    },
    {
      id: 'cursors/unique-order',
      section: 'Sorting',
      level: 'MUST',
      says: 'The sort order is unique: every sort ends with the key.',
      shownBy: [
        {
          ask: 'GET /posts?sort=status&page[size]=3&fields[posts]=',
          headers,
          status: 200,
          at: { '/data/0/id': '5', '/data/2/id': '15' },
        },
        { ask: follow('/links/next'), headers, status: 200, at: { '/data/0/id': '20', '/data/2/id': '30' } },
      ],
    },
    {
      id: 'cursors/unsupported-sort',
      section: 'Unsupported sort error',
      level: 'MUST',
      says: 'A sort that does not support cursors returns 400, with sort as the source and the profile’s error type.',
      shownBy: [
        {
          ask: 'GET /posts?sort=author.name',
          headers,
          status: 400,
          at: {
            '/errors/0/source': { parameter: 'sort' },
            '/errors/0/links': { type: `${CURSORS_URI}unsupported-sort` },
            '/errors/1': undefined,
          },
        },
      ],
    },
    {
      id: 'cursors/size',
      section: 'page[size]',
      level: 'MUST',
      says: 'A page contains page[size] records, if that many exist.',
      shownBy: [
        {
          ask: `GET /tags?${IDS}&page[size]=3`,
          headers,
          status: 200,
          at: { '/data/2/id': '3', '/data/3': undefined },
        },
      ],
    },
    {
      id: 'cursors/size-positive',
      section: 'page[size]',
      level: 'MUST',
      says: 'A size that is not a positive integer returns 400, with the parameter as the source.',
      shownBy: ['0', '-1', '1.5', 'x', ''].map((size) => ({
        ask: `GET /tags?page[size]=${size}`,
        headers,
        status: 400,
        errors: invalid('size'),
      })),
    },
    {
      id: 'cursors/size-maximum',
      section: 'Max page size exceeded error',
      level: 'MUST',
      says: 'A size above the maximum returns 400, with the profile’s error type, and the maximum in meta.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=101',
          headers,
          status: 400,
          at: {
            '/errors/0/source': { parameter: 'page[size]' },
            '/errors/0/links': { type: `${CURSORS_URI}max-size-exceeded` },
            '/errors/0/meta': { page: { maxSize: 100 } },
            '/errors/1': undefined,
          },
        },
      ],
    },
    {
      id: 'cursors/size-default',
      section: 'page[size]',
      level: 'MUST',
      says: 'Without a size, a page has the resource’s default size.',
      shownBy: [
        {
          ask: 'GET /posts?fields[posts]=',
          headers,
          status: 200,
          at: { '/data/19/id': '20', '/data/20': undefined },
        },
      ],
    },
    {
      id: 'cursors/after',
      section: 'page[after] and page[before]',
      level: 'MUST',
      says: 'page[after] returns the records directly after the cursor, without the cursor’s own record.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=3`, headers, status: 200 },
        {
          ask: behind(1, '&page[size]=2'),
          headers,
          status: 200,
          at: { '/data/0/id': '3', '/data/1/id': '4', '/data/2': undefined },
        },
      ],
    },
    {
      id: 'cursors/before',
      section: 'page[after] and page[before]',
      level: 'MUST',
      says: 'page[before] returns the records directly before the cursor, in sort order.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=9`, headers, status: 200 },
        {
          ask: behind(8, '&page[size]=2', 'before'),
          headers,
          status: 200,
          at: { '/data/0/id': '7', '/data/1/id': '8', '/data/2': undefined },
        },
      ],
    },
    {
      id: 'cursors/neither',
      section: 'page[after] and page[before]',
      level: 'MUST',
      says: 'Without a cursor, the response is the first page.',
      shownBy: [
        {
          ask: `GET /tags?${IDS}&page[size]=1`,
          headers,
          status: 200,
          at: { '/data/0/id': '1', '/links/prev': null },
        },
      ],
    },
    {
      id: 'cursors/invalid',
      section: 'Invalid query parameter error',
      level: 'MUST',
      says: 'An invalid cursor, or a cursor for a different sort, returns 400 with the parameter as the source.',
      shownBy: [
        { ask: 'GET /tags?page[after]=abc', status: 400, errors: invalid('after') },
        { ask: 'GET /tags?page[before]=abc', headers, status: 400, errors: invalid('before') },
        { ask: `GET /tags?${IDS}&page[size]=1`, headers, status: 200 },
        { ask: behind(0, '&sort=-name'), headers, status: 400, errors: invalid('after') },
      ],
    },
    {
      id: 'cursors/range',
      section: 'Range pagination',
      level: 'MAY',
      says: 'The two cursors together return the records between them.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=9`, headers, status: 200 },
        {
          ask: between(1, 4),
          headers,
          status: 200,
          at: { '/data/0/id': '3', '/data/1/id': '4', '/data/2': undefined, '/meta': undefined },
        },
      ],
    },
    {
      id: 'cursors/range-truncated',
      section: 'Range pagination',
      level: 'MUST',
      says: 'If a range contains more records than the page, meta.page contains rangeTruncated.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=9`, headers, status: 200 },
        {
          ask: between(1, 8, '&page[size]=2'),
          headers,
          status: 200,
          at: {
            '/data/0/id': '3',
            '/data/1/id': '4',
            '/data/2': undefined,
            '/meta': { page: { rangeTruncated: true } },
          },
        },
      ],
    },
    {
      id: 'cursors/range-size',
      section: 'Range pagination',
      level: 'MUST',
      says: 'Without a size, a range contains up to the maximum page size.',
      shownBy: [
        { ask: 'GET /posts?fields[posts]=&page[size]=60', headers, status: 200 },
        {
          ask: (last) => between(0, 59)(last).replace('/tags?fields[tags]=', '/posts?fields[posts]='),
          headers,
          status: 200,
          at: { '/data/0/id': '2', '/data/57/id': '59', '/data/58': undefined, '/meta': undefined },
        },
      ],
    },
    {
      id: 'cursors/links',
      section: 'Links',
      level: 'MUST',
      says: 'The links include prev and next, which are null at the ends.',
      shownBy: [
        {
          ask: `GET /tags?${IDS}&page[size]=12`,
          headers,
          status: 200,
          at: { '/links/prev': null, '/links/next': /page%5Bafter%5D=/ },
        },
        {
          ask: follow('/links/next'),
          headers,
          status: 200,
          at: {
            '/data/0/id': '13',
            '/data/7/id': '20',
            '/links/next': null,
            '/links/prev': /page%5Bbefore%5D=/,
          },
        },
        { ask: follow('/links/prev'), headers, status: 200, at: { '/data/0/id': '1', '/data/11/id': '12' } },
      ],
    },
    {
      id: 'cursors/first-last',
      section: 'Links',
      level: 'MAY',
      says: 'The links include first and last too.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=8`, headers, status: 200 },
        {
          ask: follow('/links/last'),
          headers,
          status: 200,
          at: { '/data/0/id': '13', '/data/7/id': '20', '/links/next': null },
        },
        { ask: follow('/links/first'), headers, status: 200, at: { '/data/0/id': '1', '/links/prev': null } },
      ],
    },
    {
      id: 'cursors/item-cursor',
      section: 'Cursors of items',
      level: 'MAY',
      says: 'Each record, and each identifier in linkage, has its cursor in meta.page.cursor.',
      shownBy: [
        {
          ask: 'GET /posts/1/relationships/comments?page[size]=1',
          headers,
          status: 200,
          at: { '/data/0/meta/page/cursor': /^\w+-\w+$/, '/data/1': undefined },
        },
      ],
    },
    {
      id: 'cursors/total',
      section: 'Collection sizes',
      level: 'MAY',
      says: 'meta.page.total is the total number of records, if the request counts them.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=1&fields[posts]=&stats[total]=count',
          headers,
          status: 200,
          at: { '/meta/page/total': 100 },
        },
        { ask: 'GET /posts?page[size]=1&fields[posts]=', headers, status: 200, at: { '/meta': undefined } },
      ],
    },
    {
      id: 'cursors/range-not-supported',
      section: 'Range pagination not supported error',
      level: 'MUST',
      says: 'A server that does not support ranges rejects two cursors together.',
      notShown: 'The API supports ranges.',
    },
    {
      id: 'cursors/number-beside',
      section: 'Profile',
      level: 'MAY',
      says: 'A page number together with a cursor returns 400; a number alone requests a numbered page.',
      shownBy: [
        { ask: `GET /tags?${IDS}&page[size]=1`, headers, status: 200 },
        { ask: behind(0, '&page[number]=2'), headers, status: 400, errors: invalid('after') },
        {
          ask: 'GET /tags?page[number]=2&page[size]=1',
          headers,
          status: 200,
          answers: { 'content-type': 'application/vnd.api+json' },
        },
      ],
    },
  ],
}
