import type { Chapter } from '../support/clause.js'

export const deleting: Chapter = {
  title: 'Deleting resources',
  clauses: [
    {
      id: 'deleting/delete',
      section: 'Deleting resources',
      level: 'MAY',
      says: 'A DELETE request to a resource’s URL deletes the resource.',
      shownBy: [
        { ask: 'DELETE /tags/20', status: 204, document: null },
        { ask: 'GET /tags/20', status: 404, errors: ['404 record_not_found'] },
      ],
    },
    {
      id: 'deleting/204',
      section: 'Responses, 204 No Content',
      level: 'MUST',
      says: 'A deletion without a response document returns 204.',
      shownBy: [
        { ask: 'DELETE /comments/1', status: 204, document: null, answers: { 'content-type': null } },
      ],
    },
    {
      id: 'deleting/200',
      section: 'Responses, 200 OK',
      level: 'MUST',
      says: 'A deletion whose response has meta returns 200.',
      notShown: 'A deletion has no document. Your controller may return meta.',
    },
    {
      id: 'deleting/202',
      section: 'Responses, 202 Accepted',
      level: 'MUST',
      says: 'A deletion that is accepted but not finished returns 202.',
      notShown: 'The API finishes before it responds. Your controller may return 202.',
    },
    {
      id: 'deleting/404',
      section: 'Responses, 404 Not Found',
      level: 'SHOULD',
      says: 'Deleting a resource that does not exist returns 404.',
      shownBy: [{ ask: 'DELETE /tags/999', status: 404, errors: ['404 record_not_found'] }],
    },
    {
      id: 'deleting/other',
      section: 'Other responses',
      level: 'MAY',
      says: 'Deleting a resource that other resources need returns 409.',
      shownBy: [
        { ask: 'DELETE /authors/1', status: 409, errors: ['409 conflict'] },
        { ask: 'GET /authors/1', status: 200 },
      ],
    },
  ],
}
