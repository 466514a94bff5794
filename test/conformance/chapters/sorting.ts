import type { Chapter } from '../support/clause.js'

const first = (id: string, second: string) => ({ '/data/0/id': id, '/data/1/id': second })

/** Fetching Data: sorting. */
export const sorting: Chapter = {
  title: 'Sorting',
  clauses: [
    {
      id: 'sorting/fields',
      section: 'Sorting',
      level: 'MUST',
      says: 'The sort parameter names fields.',
      shownBy: [
        { ask: 'GET /tags?sort=name&page[size]=2', status: 200, at: { '/data/0/attributes/name': 'c++' } },
      ],
    },
    {
      id: 'sorting/in-order',
      section: 'Sorting',
      level: 'SHOULD',
      says: 'Several fields are separated by commas, and apply in that order.',
      shownBy: [
        { ask: 'GET /posts?sort=status,-views&page[size]=2', status: 200, at: first('5', '10') },
        { ask: 'GET /posts?sort=-status,views&page[size]=2', status: 200, at: first('68', '41') },
      ],
    },
    {
      id: 'sorting/direction',
      section: 'Sorting',
      level: 'MUST',
      says: 'The order is ascending, or descending after a minus sign.',
      shownBy: [
        { ask: 'GET /tags?sort=id&page[size]=2', status: 200, at: first('1', '2') },
        { ask: 'GET /tags?sort=-id&page[size]=2', status: 200, at: first('20', '19') },
      ],
    },
    {
      id: 'sorting/400',
      section: 'Sorting',
      level: 'MUST',
      says: 'An unsupported sort returns 400.',
      shownBy: [
        { ask: 'GET /posts?sort=body', status: 400, errors: ['400 bad_sort parameter sort'] },
        { ask: 'GET /posts?sort=nosuch', status: 400, errors: ['400 bad_sort parameter sort'] },
        { ask: 'GET /posts/1?sort=title', status: 400, errors: ['400 invalid_parameter parameter sort'] },
      ],
    },
    {
      id: 'sorting/applied',
      section: 'Sorting',
      level: 'MUST',
      says: 'A supported sort orders the top-level data, including at related and relationship URLs.',
      shownBy: [
        { ask: 'GET /posts/1/comments?sort=-id&page[size]=2', status: 200, at: first('500', '499') },
        {
          ask: 'GET /posts/1/relationships/comments?sort=-id&page[size]=2',
          status: 200,
          at: first('500', '499'),
        },
      ],
    },
    {
      id: 'sorting/relationships',
      section: 'Sorting',
      level: 'SHOULD',
      says: 'A dotted name refers to a field of a related resource.',
      shownBy: [{ ask: 'GET /posts?sort=author.name,id&page[size]=2', status: 200, at: first('9', '18') }],
    },
    {
      id: 'sorting/default',
      section: 'Sorting',
      level: 'MAY',
      says: 'Without a sort, the resource’s default sort applies.',
      shownBy: [{ ask: 'GET /posts?page[size]=2', status: 200, at: first('1', '2') }],
    },
  ],
}
