import { follow, type Answer, valueAt } from '../support/answer.js'
import { type Chapter, CURSORS, CURSORS_URI } from '../support/clause.js'

const headers = { accept: CURSORS }
const IDS = 'fields[tags]='

/** A GET that continues from the cursor of a record of the page before. */
const behind =
  (index: number, rest: string, name = 'after') =>
  ({ document }: Answer): string =>
    `GET /tags?${IDS}&page[${name}]=${String(valueAt(document, `/data/${index}/meta/page/cursor`))}${rest}`

/** A GET of what is between two records of the page before. */
const between =
  (from: number, to: number, rest = '') =>
  (last: Answer): string =>
    `${behind(from, '')(last)}&page[before]=${String(valueAt(last.document, `/data/${to}/meta/page/cursor`))}${rest}`

const invalid = (name: string) => [`400 invalid_page parameter page[${name}]`]

/** The profile Cursor Pagination. */
export const cursors: Chapter = {
  title: 'Cursor Pagination',
  clauses: [
    {
      id: 'cursors/negotiated',
      section: 'Profile',
      level: 'SHOULD',
      says: 'Whoever asks for the profile gets pages by cursors, and Content-Type names it.',
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
      says: 'The order is one in which each record has its own place: the key ends each sort.',
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
      says: 'A sort that has no cursors is a 400 with sort as its source and the type of the profile.',
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
      says: 'A page has as many records as page[size] says, if there are as many.',
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
      says: 'A size that is not a positive integer is a 400 with the parameter as its source.',
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
      says: 'A size above the maximum is a 400 with the type of the profile and the maximum in meta.',
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
      says: 'Without a size a page has the default of the resource.',
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
      says: 'page[after] gives what is directly behind the cursor, without it.',
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
      says: 'page[before] gives what is directly ahead of the cursor, in the order of the sort.',
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
      says: 'Without a cursor it is the first page.',
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
      says: 'A cursor that is none, or is of another sort, is a 400 with the parameter as its source.',
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
      says: 'Both cursors together give what is between them.',
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
      says: 'A range of more records than the page has rangeTruncated in meta.page.',
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
      says: 'A range without a size has as many records as a page may have.',
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
      says: 'Links has prev and next, null where nothing is there.',
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
      says: 'Links has first and last too.',
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
      says: 'Each record has its cursor in meta.page.cursor; linkage too.',
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
      says: 'meta.page.total has the number of all records, if the request counts them.',
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
      says: 'A server without ranges refuses both cursors together.',
      notShown: 'The API has ranges.',
    },
    {
      id: 'cursors/number-beside',
      section: 'Profile',
      level: 'MAY',
      says: 'A number beside a cursor is a 400; a number alone is a page by number.',
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
