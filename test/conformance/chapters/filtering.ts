import type { Chapter } from '../support/clause.js'

export const filtering: Chapter = {
  title: 'Filtering',
  clauses: [
    {
      id: 'filtering/filter-family',
      section: 'Filtering',
      level: 'SHOULD',
      says: 'Parameters named filter[…] filter data.',
      shownBy: [
        {
          ask: 'GET /posts?filter[title]={{Hello,%20world}}&fields[posts]=title',
          status: 200,
          at: { '/data/0/id': '1', '/data/1': undefined },
        },
        {
          ask: 'GET /posts?filter[tags.name]=nosuch',
          status: 200,
          at: { '/data': [] },
        },
      ],
    },
    {
      id: 'filtering/unknown',
      section: 'Query parameters',
      level: 'MUST',
      says: 'An unknown filter returns 400.',
      shownBy: [
        {
          ask: 'GET /posts?filter[nosuch]=1',
          status: 400,
          errors: ['400 bad_filter parameter filter[nosuch]'],
        },
        { ask: 'GET /posts?filter=1', status: 400, errors: ['400 bad_filter parameter filter'] },
        {
          ask: 'GET /posts?filter[views]=many',
          status: 400,
          errors: ['400 invalid_filter_value parameter filter[views]'],
        },
      ],
    },
  ],
}
