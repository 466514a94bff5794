import type { Chapter } from '../support/clause.js'

const tags = (...ids: readonly string[]) => ids.map((id) => ({ type: 'tags', id }))
const TAGS = '/posts/1/relationships/tags'
const AUTHOR = '/posts/1/relationships/author'
const gives = (...ids: readonly string[]) =>
  ({ ask: `GET ${TAGS}`, status: 200, at: { '/data': tags(...ids) } }) as const

export const relationships: Chapter = {
  title: 'Updating relationships',
  clauses: [
    {
      id: 'relationships/to-one',
      section: 'Updating to-one relationships',
      level: 'MUST',
      says: 'The URL of a to-one relationship accepts PATCH with an identifier, or with null to clear the relationship.',
      shownBy: [
        { ask: `PATCH ${AUTHOR}`, body: { data: { type: 'authors', id: '3' } }, status: 204, document: null },
        { ask: `GET ${AUTHOR}`, status: 200, at: { '/data': { type: 'authors', id: '3' } } },
        { ask: 'PATCH /comments/1/relationships/author', body: { data: null }, status: 204, document: null },
        { ask: 'GET /comments/1/relationships/author', status: 200, at: { '/data': null } },
      ],
    },
    {
      id: 'relationships/to-one-data',
      section: 'Updating to-one relationships',
      level: 'MUST',
      says: 'The body contains one identifier, or null, as data.',
      shownBy: [
        { ask: `PATCH ${AUTHOR}`, body: { meta: {} }, status: 400, errors: ['400 invalid_document pointer'] },
        {
          ask: `PATCH ${AUTHOR}`,
          body: { data: [] },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
      ],
    },
    {
      id: 'relationships/to-many-methods',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'The URL of a to-many relationship accepts PATCH, POST and DELETE.',
      shownBy: [
        { ask: `PATCH ${TAGS}`, body: { data: tags('1', '2') }, status: 204, document: null },
        { ask: `POST ${TAGS}`, body: { data: tags('3') }, status: 204, document: null },
        { ask: `DELETE ${TAGS}`, body: { data: tags('1') }, status: 204, document: null },
        gives('2', '3'),
      ],
    },
    {
      id: 'relationships/to-many-data',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'The body contains a list of identifiers as data; the list may be empty.',
      shownBy: [
        { ask: `PATCH ${TAGS}`, body: {}, status: 400, errors: ['400 invalid_document pointer'] },
        {
          ask: `POST ${TAGS}`,
          body: { data: tags('1')[0] },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: `DELETE ${TAGS}`,
          body: { data: null },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        { ask: `POST ${TAGS}`, body: { data: [] }, status: 204 },
        { ask: `DELETE ${TAGS}`, body: { data: [] }, status: 204 },
        gives('13'),
      ],
    },
    {
      id: 'relationships/patch-replaces',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'PATCH replaces all members, or is rejected and changes nothing.',
      shownBy: [
        { ask: `PATCH ${TAGS}`, body: { data: tags('4', '5') }, status: 204 },
        gives('4', '5'),
        {
          ask: `PATCH ${TAGS}`,
          body: { data: tags('1', '999') },
          status: 404,
          errors: ['404 record_not_found pointer /data/1'],
        },
        gives('4', '5'),
        { ask: `PATCH ${TAGS}`, body: { data: [] }, status: 204 },
        gives(),
      ],
    },
    {
      id: 'relationships/post-adds',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'POST adds the members that are missing.',
      shownBy: [{ ask: `POST ${TAGS}`, body: { data: tags('1', '2') }, status: 204 }, gives('1', '2', '13')],
    },
    {
      id: 'relationships/post-once',
      section: 'Updating to-many relationships',
      level: 'MUST NOT',
      says: 'POST does not add an existing member again, and still succeeds.',
      shownBy: [
        { ask: `POST ${TAGS}`, body: { data: tags('13', '1', '1') }, status: 204 },
        { ask: `POST ${TAGS}`, body: { data: tags('1') }, status: 204 },
        gives('1', '13'),
      ],
    },
    {
      id: 'relationships/delete-removes',
      section: 'Updating to-many relationships',
      level: 'MUST',
      says: 'DELETE removes members, and succeeds even if some are already absent.',
      shownBy: [
        { ask: `DELETE ${TAGS}`, body: { data: tags('13', '1') }, status: 204 },
        gives(),
        { ask: `DELETE ${TAGS}`, body: { data: tags('13') }, status: 204 },
        { ask: 'GET /tags/13', status: 200 },
      ],
    },
    {
      id: 'relationships/resources-stay',
      section: 'Updating relationships',
      level: 'MAY',
      says: 'Removing a member does not delete its resource.',
      shownBy: [
        { ask: `PATCH ${TAGS}`, body: { data: [] }, status: 204 },
        { ask: 'GET /tags/13', status: 200, at: { '/data/id': '13' } },
      ],
    },
    {
      id: 'relationships/204',
      section: 'Responses, 204 No Content',
      level: 'MUST',
      says: 'A change with exactly the requested result returns 204.',
      shownBy: [
        { ask: `POST ${TAGS}`, body: { data: tags('13') }, status: 204, document: null },
        { ask: `PATCH ${AUTHOR}`, body: { data: { type: 'authors', id: '2' } }, status: 204, document: null },
      ],
    },
    {
      id: 'relationships/200',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'A change with a different result returns 200 with the linkage.',
      notShown: 'The result is always the requested one.',
    },
    {
      id: 'relationships/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'A change that is accepted but not finished returns 202.',
      notShown: 'The API finishes before it responds.',
    },
    {
      id: 'relationships/403',
      section: 'Responses, 403 Forbidden',
      level: 'MUST',
      says: 'An unsupported change to a relationship returns 403.',
      shownBy: [
        {
          ask: 'PATCH /labels/1',
          body: { data: { type: 'labels', id: '1', relationships: { posts: { data: [] } } } },
          status: 403,
          errors: ['403 forbidden pointer /data/relationships/posts'],
        },
        ...(['PATCH', 'POST', 'DELETE'] as const).map((method) => ({
          ask: `${method} /labels/1/relationships/posts`,
          body: { data: [] },
          status: 405,
          answers: { allow: 'GET, HEAD, OPTIONS' },
          errors: ['405 method_not_allowed'],
        })),
      ],
      departs: {
        how: 'A write to the URL of a relationship that nobody may change returns 405 with Allow. If the relationship is in a resource’s body, or the `writable` guard denies access, the response is 403. If the `readable` guard denies it, the response is 404, as for an unknown name.',
        why: 'HTTP requires 405 and Allow here.',
        strict: 'the same',
      },
    },
    {
      id: 'relationships/type',
      section: 'Resource identifier objects',
      level: 'MUST',
      says: 'An identifier whose type does not belong to the relationship is rejected.',
      shownBy: [
        {
          ask: `PATCH ${AUTHOR}`,
          body: { data: { type: 'tags', id: '1' } },
          status: 409,
          errors: ['409 conflict pointer /data/type'],
        },
      ],
    },
  ],
}
