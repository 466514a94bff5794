import type { Chapter } from '../support/clause.js'

/** Deleting resources. */
export const deleting: Chapter = {
  title: 'Deleting resources',
  clauses: [
    {
      id: 'deleting/delete',
      section: 'Deleting resources',
      level: 'MAY',
      says: 'A resource is deleted by DELETE at its address, and is not there afterwards.',
      shownBy: [
        { ask: 'DELETE /tags/20', status: 204, document: null },
        { ask: 'GET /tags/20', status: 404, errors: ['404 record_not_found'] },
      ],
    },
    {
      id: 'deleting/204',
      section: 'Responses, 204 No Content',
      level: 'MUST',
      says: 'A deletion without a document is a 204.',
      shownBy: [
        { ask: 'DELETE /comments/1', status: 204, document: null, answers: { 'content-type': null } },
      ],
    },
    {
      id: 'deleting/200',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'A deletion that is answered with meta is a 200.',
      notShown: 'A deletion has no document. A controller of the application may answer with meta.',
    },
    {
      id: 'deleting/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'A deletion that is accepted and not yet done is a 202.',
      notShown: 'The API does what it answers. A controller of the application may answer a 202.',
    },
    {
      id: 'deleting/404',
      section: 'Responses, 404 Not Found',
      level: 'SHOULD',
      says: 'A deletion of a resource that does not exist is a 404.',
      shownBy: [{ ask: 'DELETE /tags/999', status: 404, errors: ['404 record_not_found'] }],
    },
    {
      id: 'deleting/other',
      section: 'Other responses',
      level: 'MAY',
      says: 'A deletion of a resource that others refer to is a 409.',
      shownBy: [
        { ask: 'DELETE /authors/1', status: 409, errors: ['409 conflict'] },
        { ask: 'GET /authors/1', status: 200 },
      ],
    },
  ],
}
