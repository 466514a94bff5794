import { type Chapter, CLIENTS, TYPE } from '../support/clause.js'
import { follow } from '../support/answer.js'

const post = (relationships: object) => ({
  data: { type: 'posts', attributes: { title: 'Made', body: 'b' }, relationships },
})
const author = { data: { type: 'authors', id: '1' } }

export const creating: Chapter = {
  title: 'Creating resources',
  clauses: [
    {
      id: 'creating/whole',
      section: 'Creating, updating and deleting resources',
      level: 'MUST',
      says: 'A request succeeds completely or changes nothing.',
      shownBy: [
        {
          ask: 'POST /posts',
          body: post({
            author,
            tags: {
              data: [
                { type: 'tags', id: '1' },
                { type: 'tags', id: '999' },
              ],
            },
          }),
          status: 404,
          errors: ['404 record_not_found pointer /data/relationships/tags/data/1'],
        },
        { ask: 'GET /posts?filter[title]=Made', status: 200, at: { '/data': [] } },
        {
          ask: 'PATCH /posts/1',
          body: {
            data: {
              type: 'posts',
              id: '1',
              attributes: { title: 'Changed' },
              relationships: { tags: { data: [{ type: 'tags', id: '999' }] } },
            },
          },
          status: 404,
          errors: ['404 record_not_found pointer /data/relationships/tags/data/0'],
        },
        { ask: 'GET /posts/1', status: 200, at: { '/data/attributes/title': 'Hello, world' } },
        {
          ask: 'GET /posts/1/relationships/tags',
          status: 200,
          at: { '/data': [{ type: 'tags', id: '13' }] },
        },
      ],
    },
    {
      id: 'creating/single-resource',
      section: 'Creating resources',
      level: 'MUST',
      says: 'The primary data in the body is one resource object.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: [] },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'POST /tags',
          body: { data: null },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        { ask: 'POST /tags', body: {}, status: 400, errors: ['400 invalid_document pointer'] },
        {
          ask: 'POST /tags',
          headers: { 'content-type': TYPE },
          status: 400,
          errors: ['400 invalid_document'],
        },
      ],
    },
    {
      id: 'creating/type',
      section: 'Creating resources',
      level: 'MUST',
      says: 'The resource object has a type.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { attributes: { name: 'x' } } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
      ],
    },
    {
      id: 'creating/relationships',
      section: 'Creating resources',
      level: 'MUST',
      says: 'Each relationship of the new resource has its linkage in data.',
      shownBy: [
        {
          ask: 'POST /posts',
          body: post({ author: { meta: {} } }),
          status: 400,
          errors: ['400 invalid_document pointer /data/relationships/author'],
        },
        {
          ask: 'POST /posts?include=author,tags&fields[authors]=name&fields[tags]=name',
          body: post({
            author,
            tags: {
              data: [
                { type: 'tags', id: '3' },
                { type: 'tags', id: '4' },
              ],
            },
          }),
          status: 201,
          at: {
            '/data/relationships/author/data': { type: 'authors', id: '1' },
            '/data/relationships/tags/data': [
              { type: 'tags', id: '3' },
              { type: 'tags', id: '4' },
            ],
          },
        },
      ],
    },
    {
      id: 'creating/client-id-universal',
      section: 'Client-generated ids',
      level: 'MUST',
      says: 'Client-generated ids are universally unique.',
      notShown: CLIENTS,
    },
    {
      id: 'creating/client-id-taken',
      section: 'Client-generated ids',
      level: 'MAY',
      says: 'A resource accepts client-generated ids if its schema allows them.',
      shownBy: [
        {
          ask: 'POST /labels?fields[labels]=name',
          body: { data: { type: 'labels', id: '77', attributes: { name: 'mine' } } },
          status: 201,
          answers: { location: 'http://blog.test/labels/77' },
          at: { '/data/id': '77', '/data/attributes': { name: 'mine' } },
        },
      ],
    },
    {
      id: 'creating/client-id-refused',
      section: 'Client-generated ids',
      level: 'MUST',
      says: 'An unsupported client-generated id returns 403.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', id: '77', attributes: { name: 'mine' } } },
          status: 403,
          errors: ['403 forbidden pointer /data/id'],
        },
      ],
    },
    {
      id: 'creating/201',
      section: 'Responses, 201 Created',
      level: 'MUST',
      says: 'Creating a resource with a server-generated id returns 201 and the resource as primary data.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', attributes: { name: 'new' } } },
          status: 201,
          document: {
            jsonapi: { version: '1.1' },
            links: { self: 'http://blog.test/tags/21' },
            data: {
              type: 'tags',
              id: '21',
              attributes: { name: 'new' },
              relationships: {
                posts: {
                  links: {
                    self: 'http://blog.test/tags/21/relationships/posts',
                    related: 'http://blog.test/tags/21/posts',
                  },
                },
              },
              links: { self: 'http://blog.test/tags/21' },
            },
          },
        },
      ],
    },
    {
      id: 'creating/201-unchanged',
      section: 'Responses, 201 Created',
      level: 'MUST',
      says: 'If a resource is created exactly as sent, the response is 201 with the resource, or 204.',
      shownBy: [
        {
          ask: 'POST /labels?fields[labels]=name',
          body: { data: { type: 'labels', id: '78', attributes: { name: 'as sent' } } },
          status: 201,
          at: { '/data/id': '78', '/data/attributes': { name: 'as sent' } },
        },
      ],
    },
    {
      id: 'creating/location',
      section: 'Responses, 201 Created',
      level: 'SHOULD',
      says: 'The response has a Location header that points to the new resource.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', attributes: { name: 'located' } } },
          status: 201,
          answers: { location: 'http://blog.test/tags/21' },
        },
        { ask: follow('/data/links/self'), status: 200, at: { '/data/attributes/name': 'located' } },
      ],
    },
    {
      id: 'creating/location-is-self',
      section: 'Responses, 201 Created',
      level: 'MUST',
      says: 'The Location header equals the resource’s self link.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', attributes: { name: 'located' } } },
          status: 201,
          answers: { location: 'http://blog.test/tags/21' },
          at: { '/data/links/self': 'http://blog.test/tags/21' },
        },
      ],
    },
    {
      id: 'creating/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'A create that is accepted but not finished returns 202.',
      notShown: 'The API finishes before it responds. Your controller may return 202.',
    },
    {
      id: 'creating/403',
      section: 'Responses, 403 Forbidden',
      level: 'MAY',
      says: 'An unsupported create returns 403; a type that cannot be created returns 405.',
      shownBy: [
        {
          ask: 'POST /currencies',
          body: { data: { type: 'currencies', attributes: {} } },
          status: 405,
          answers: { allow: 'GET, HEAD, OPTIONS' },
          errors: ['405 method_not_allowed'],
        },
      ],
    },
    {
      id: 'creating/404',
      section: 'Responses, 404 Not Found',
      level: 'MUST',
      says: 'Naming a related resource that does not exist returns 404.',
      shownBy: [
        {
          ask: 'POST /posts',
          body: post({ author: { data: { type: 'authors', id: '999' } } }),
          status: 404,
          errors: ['404 record_not_found pointer /data/relationships/author/data'],
        },
      ],
    },
    {
      id: 'creating/409-taken',
      section: 'Responses, 409 Conflict',
      level: 'MUST',
      says: 'A client-generated id that is already taken returns 409.',
      shownBy: [
        {
          ask: 'POST /labels',
          body: { data: { type: 'labels', id: '1', attributes: { name: 'taken' } } },
          status: 409,
          errors: ['409 conflict pointer /data/id'],
        },
      ],
    },
    {
      id: 'creating/409-type',
      section: 'Responses, 409 Conflict',
      level: 'MUST',
      says: 'A type that does not belong to the collection returns 409.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'authors', attributes: { name: 'x' } } },
          status: 409,
          errors: ['409 conflict pointer /data/type'],
        },
      ],
    },
    {
      id: 'creating/409-details',
      section: 'Responses, 409 Conflict',
      level: 'SHOULD',
      says: 'A 409 response names its cause.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'authors', attributes: { name: 'x' } } },
          status: 409,
          at: {
            '/errors/0/source': { pointer: '/data/type' },
            '/errors/0/detail': 'This endpoint accepts only the type "tags", not "authors".',
          },
        },
      ],
    },
    {
      id: 'creating/other',
      section: 'Other responses',
      level: 'MAY',
      says: 'An invalid resource returns 422, with an error for each attribute.',
      shownBy: [
        {
          ask: 'POST /authors',
          body: { data: { type: 'authors', attributes: { name: '', email: 'none' } } },
          status: 422,
          errors: [
            '422 validation_error pointer /data/attributes/name',
            '422 validation_error pointer /data/attributes/email',
          ],
        },
      ],
    },
  ],
}
