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
      says: 'The value of sort names fields.',
      shownBy: [
        { ask: 'GET /tags?sort=name&page[size]=2', status: 200, at: { '/data/0/attributes/name': 'c++' } },
      ],
    },
    {
      id: 'sorting/in-order',
      section: 'Sorting',
      level: 'SHOULD',
      says: 'Commas separate several fields, which apply in their order.',
      shownBy: [
        { ask: 'GET /posts?sort=status,-views&page[size]=2', status: 200, at: first('5', '10') },
        { ask: 'GET /posts?sort=-status,views&page[size]=2', status: 200, at: first('68', '41') },
      ],
    },
    {
      id: 'sorting/direction',
      section: 'Sorting',
      level: 'MUST',
      says: 'The order is ascending, or descending after a minus.',
      shownBy: [
        { ask: 'GET /tags?sort=id&page[size]=2', status: 200, at: first('1', '2') },
        { ask: 'GET /tags?sort=-id&page[size]=2', status: 200, at: first('20', '19') },
      ],
    },
    {
      id: 'sorting/400',
      section: 'Sorting',
      level: 'MUST',
      says: 'A sort that is not supported returns 400.',
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
      says: 'A supported sort orders the top-level data, at related and relationship addresses too.',
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
      says: 'Dots name a field of a related resource.',
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
