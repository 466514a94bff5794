import { checks } from '../support/document-faults.js'
import { type Chapter, CLIENTS } from '../support/clause.js'

export const errors: Chapter = {
  title: 'Errors',
  clauses: [
    {
      id: 'errors/several',
      section: 'Processing errors',
      level: 'MAY',
      says: 'The response reports all errors in a request together.',
      shownBy: [
        {
          ask: 'GET /posts?filter[nosuch]=1&sort=nosuch&page[size]=x',
          status: 400,
          errors: [
            '400 bad_filter parameter filter[nosuch]',
            '400 bad_sort parameter sort',
            '400 invalid_page parameter page[size]',
          ],
        },
      ],
    },
    {
      id: 'errors/general-status',
      section: 'Processing errors',
      level: 'SHOULD',
      says: 'If there are several errors, the response has their common status, or the most general one.',
      everywhere: checks.generalStatus,
    },
    {
      id: 'errors/general-status-shown',
      section: 'Processing errors',
      level: 'SHOULD',
      says: 'If errors have different statuses, the response is 400.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', id: '5', attributes: { name: '', nosuch: 1 } } },
          status: 400,
          errors: [
            '403 forbidden pointer /data/id',
            '400 unknown_field pointer /data/attributes/nosuch',
            '422 validation_error pointer /data/attributes/name',
          ],
        },
      ],
    },
    {
      id: 'errors/list',
      section: 'Error objects',
      level: 'MUST',
      says: 'Errors are in a top-level list named errors.',
      everywhere: checks.errorsList,
    },
    {
      id: 'errors/members',
      section: 'Error objects',
      level: 'MUST',
      says: 'An error object has at least one member, and only members that the specification defines.',
      everywhere: checks.errorMembers,
    },
    {
      id: 'errors/status',
      section: 'Error objects',
      level: 'SHOULD',
      says: 'The status of an error is a string.',
      everywhere: checks.errorStatus,
    },
    {
      id: 'errors/title',
      section: 'Error objects',
      level: 'SHOULD NOT',
      says: 'The title does not differ between errors of the same kind.',
      everywhere: checks.errorTitles,
    },
    {
      id: 'errors/source',
      section: 'Error objects',
      level: 'SHOULD',
      says: 'The source of an error has a pointer, a parameter or a header.',
      everywhere: checks.errorSource,
    },
    {
      id: 'errors/pointer-exists',
      section: 'Error objects',
      level: 'MUST',
      says: 'A pointer refers to a value in the request, or to the parent of a missing value.',
      shownBy: [
        {
          ask: 'POST /authors',
          body: { data: { type: 'authors', attributes: { name: 'x' } } },
          status: 422,
          errors: ['422 validation_error pointer /data/attributes'],
        },
        {
          ask: 'POST /authors',
          body: { data: { type: 'authors' } },
          status: 422,
          errors: ['422 validation_error pointer /data', '422 validation_error pointer /data'],
        },
      ],
    },
    {
      id: 'errors/parameter',
      section: 'Error objects',
      level: 'SHOULD',
      says: 'The source names a parameter as the request spelled it.',
      shownBy: [
        {
          ask: 'GET /posts?filter%5Bnosuch%5D=1',
          status: 400,
          errors: ['400 bad_filter parameter filter[nosuch]'],
        },
      ],
    },
    {
      id: 'errors/header',
      section: 'Error objects',
      level: 'SHOULD',
      says: 'The source names the faulty header.',
      shownBy: [
        {
          ask: 'GET /tags',
          headers: { accept: 'text/html' },
          status: 406,
          errors: ['406 not_acceptable header Accept'],
        },
      ],
    },
    {
      id: 'errors/clients-ignore-pointer',
      section: 'Error objects',
      level: 'SHOULD',
      says: 'Clients ignore a pointer to a value that does not exist.',
      notShown: CLIENTS,
    },
  ],
}
