import { follow } from '../support/answer.js'
import { checks } from '../support/document-faults.js'
import type { Chapter } from '../support/clause.js'

export const links: Chapter = {
  title: 'Links',
  clauses: [
    {
      id: 'links/values',
      section: 'Links',
      level: 'MUST',
      says: 'The links member is an object whose values are URIs, link objects or null.',
      everywhere: checks.links,
    },
    {
      id: 'links/names',
      section: 'Top level',
      level: 'MAY',
      says: 'The only top-level links are self, related, describedby and the pagination links.',
      everywhere: checks.linkNames,
    },
    {
      id: 'links/link-objects',
      section: 'Link objects',
      level: 'MUST',
      says: 'A link object has an href, and its rel is a valid relation type.',
      notShown: 'Every link is a string or null.',
    },
    {
      id: 'links/fetchable-self',
      section: 'Fetching resources',
      level: 'MUST',
      says: 'The top-level self link returns the same document.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=1&fields[tags]=name&page[number]=2',
          status: 200,
          at: {
            '/links/self': 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=name&page%5Bnumber%5D=2',
            '/data/0/id': '2',
          },
        },
        {
          ask: follow('/links/self'),
          status: 200,
          at: {
            '/links/self': 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=name&page%5Bnumber%5D=2',
            '/data/0/id': '2',
          },
        },
      ],
    },
    {
      id: 'links/fetchable-resource',
      section: 'Fetching resources',
      level: 'MUST',
      says: 'The self link of every resource can be fetched, even if the resource is included.',
      shownBy: [
        {
          ask: 'GET /posts/1?include=author',
          status: 200,
          at: { '/included/0/links/self': 'http://blog.test/authors/2' },
        },
        {
          ask: follow('/included/0/links/self'),
          status: 200,
          at: { '/data/type': 'authors', '/data/id': '2' },
        },
      ],
    },
    {
      id: 'links/fetchable-related',
      section: 'Fetching resources',
      level: 'MUST',
      says: 'The related link of a relationship can be fetched.',
      shownBy: [
        { ask: 'GET /posts/1', status: 200 },
        {
          ask: follow('/data/relationships/tags/links/related'),
          status: 200,
          at: { '/data/0/type': 'tags', '/data/0/id': '13', '/data/1': undefined },
        },
      ],
    },
    {
      id: 'links/fetchable-relationship',
      section: 'Fetching relationships',
      level: 'MUST',
      says: 'The self link of a relationship can be fetched.',
      shownBy: [
        { ask: 'GET /posts/1', status: 200 },
        {
          ask: follow('/data/relationships/tags/links/self'),
          status: 200,
          at: { '/data': [{ type: 'tags', id: '13' }] },
        },
      ],
    },
  ],
}
