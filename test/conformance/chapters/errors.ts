import { checks } from '../support/document-faults.js'
import { type Chapter, CLIENTS } from '../support/clause.js'

/** Errors. */
export const errors: Chapter = {
  title: 'Errors',
  clauses: [
    {
      id: 'errors/several',
      section: 'Processing errors',
      level: 'MAY',
      says: 'The response reports all errors of a request at once.',
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
      says: 'The status of several errors is the one they share, or the most general one.',
      everywhere: checks.generalStatus,
    },
    {
      id: 'errors/general-status-shown',
      section: 'Processing errors',
      level: 'SHOULD',
      says: 'Errors with different statuses return 400 together.',
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
      says: 'Errors are a list, errors, at the top level.',
      everywhere: checks.errorsList,
    },
    {
      id: 'errors/members',
      section: 'Error objects',
      level: 'MUST',
      says: 'An error object has at least one member, and only those of the specification.',
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
      says: 'The title of a kind of error never changes.',
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
      says: 'A pointer points to a value in the request, or to the parent of a missing one.',
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
      says: 'A parameter has the name that the request used.',
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
      says: 'The source names a faulty header.',
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
      says: 'Clients ignore a pointer to nothing.',
      notShown: CLIENTS,
    },
  ],
}
