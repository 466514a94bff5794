import { checks } from '../support/document-faults.js'
import { type Chapter, CLIENTS, CURSORS } from '../support/clause.js'

/** Document Structure: the top level, meta, the jsonapi object and the names of members. */
export const documents: Chapter = {
  title: 'Document structure',
  clauses: [
    {
      id: 'documents/unknown-members-sent',
      section: 'Document structure',
      level: 'MUST NOT',
      says: 'The top level contains only members that the specification or the applied extension defines.',
      everywhere: checks.knownMembers,
    },
    {
      id: 'documents/unknown-members-received',
      section: 'Document structure',
      level: 'MUST',
      says: 'Unknown members in a request are ignored.',
      shownBy: [
        {
          ask: 'POST /tags?fields[tags]=name',
          body: { data: { type: 'tags', attributes: { name: 'plain' }, extra: 1 }, other: { a: 1 } },
          status: 201,
          at: {
            '/data': {
              type: 'tags',
              id: '21',
              attributes: { name: 'plain' },
              links: { self: 'http://blog.test/tags/21' },
            },
          },
        },
      ],
    },
    {
      id: 'documents/root',
      section: 'Top level',
      level: 'MUST',
      says: 'The root of every document is an object.',
      everywhere: checks.root,
    },
    {
      id: 'documents/root-received',
      section: 'Top level',
      level: 'MUST',
      says: 'The root of a body must be an object.',
      shownBy: [
        { ask: 'POST /tags', body: [], status: 400, errors: ['400 invalid_document pointer'] },
        { ask: 'POST /tags', body: 'null', status: 400, errors: ['400 invalid_document pointer'] },
        { ask: 'POST /tags', body: '{"data":', status: 400, errors: ['400 invalid_document'] },
      ],
    },
    {
      id: 'documents/some-member',
      section: 'Top level',
      level: 'MUST',
      says: 'A document has data, errors, meta or an extension member.',
      everywhere: checks.someMember,
    },
    {
      id: 'documents/data-or-errors',
      section: 'Top level',
      level: 'MUST NOT',
      says: 'No document has both data and errors.',
      everywhere: checks.notBoth,
    },
    {
      id: 'documents/included-with-data',
      section: 'Top level',
      level: 'MUST NOT',
      says: 'A document without data has no included member.',
      everywhere: checks.noIncludedAlone,
    },
    {
      id: 'documents/self-with-parameters',
      section: 'Top level',
      level: 'SHOULD',
      says: 'If a profile or an extension is applied, the top-level self link is an object whose type is the media type with its parameters.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=1',
          headers: { accept: CURSORS },
          status: 200,
          answers: { 'content-type': CURSORS },
          at: { '/links/self': 'http://blog.test/tags?page%5Bsize%5D=1' },
        },
      ],
      departs: {
        how: 'Every link is a string.',
        why: 'Clients read links as strings. Content-Type names the applied profiles and extensions.',
        strict: 'the same',
      },
    },
    {
      id: 'documents/single',
      section: 'Top level',
      level: 'MUST',
      says: 'The primary data for a single resource is a resource object, an identifier or null.',
      shownBy: [
        {
          ask: 'GET /tags/1?fields[tags]=name',
          status: 200,
          document: {
            jsonapi: { version: '1.1' },
            links: { self: 'http://blog.test/tags/1?fields%5Btags%5D=name' },
            data: {
              type: 'tags',
              id: '1',
              attributes: { name: 'travel' },
              links: { self: 'http://blog.test/tags/1' },
            },
          },
        },
        {
          ask: 'GET /posts/1/relationships/author',
          status: 200,
          at: { '/data': { type: 'authors', id: '2' } },
        },
        { ask: 'GET /comments/13/author', status: 200, at: { '/data': null } },
      ],
    },
    {
      id: 'documents/collection',
      section: 'Top level',
      level: 'MUST',
      says: 'The primary data for a collection is always a list, even if the collection is empty or has one member.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=1&fields[tags]=name',
          status: 200,
          at: {
            '/data': [
              {
                type: 'tags',
                id: '1',
                attributes: { name: 'travel' },
                links: { self: 'http://blog.test/tags/1' },
              },
            ],
          },
        },
        { ask: 'GET /posts/4/tags', status: 200, at: { '/data': [] } },
        { ask: 'GET /posts/4/relationships/tags', status: 200, at: { '/data': [] } },
      ],
    },
    {
      id: 'documents/meta',
      section: 'Meta information',
      level: 'MUST',
      says: 'A meta member is an object.',
      everywhere: checks.metaObject,
    },
    {
      id: 'documents/jsonapi',
      section: 'JSON:API object',
      level: 'MUST',
      says: 'The jsonapi member is an object that contains only version, ext, profile and meta.',
      everywhere: checks.jsonapiObject,
    },
    {
      id: 'documents/jsonapi-negotiates-nothing',
      section: 'JSON:API object',
      level: 'MUST NOT',
      says: 'jsonapi.ext and jsonapi.profile in a body have no effect on negotiation.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: {
            jsonapi: { version: '1.1', ext: ['https://example.com/ext'], profile: ['https://example.com/p'] },
            data: { type: 'tags', attributes: { name: 'no negotiation' } },
          },
          status: 201,
          answers: { 'content-type': 'application/vnd.api+json' },
        },
      ],
    },
    {
      id: 'documents/case',
      section: 'Member names',
      level: 'MUST',
      says: 'Member names are case-sensitive.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { type: 'tags', attributes: { Name: 'upper case' } } },
          status: 400,
          errors: [
            '400 unknown_field pointer /data/attributes/Name',
            '422 validation_error pointer /data/attributes',
          ],
        },
        { ask: 'GET /Tags', status: 404, errors: ['404 not_found'] },
        {
          ask: 'GET /tags?fields[tags]=Name',
          status: 400,
          errors: ['400 unknown_field parameter fields[tags]'],
        },
      ],
    },
    {
      id: 'documents/member-names',
      section: 'Member names',
      level: 'MUST',
      says: 'Member names contain only allowed characters, and begin and end with a globally allowed character. The generator rejects other names.',
      everywhere: checks.memberNames,
    },
    {
      id: 'documents/at-members',
      section: '@-members',
      level: 'MUST',
      says: 'Members that begin with @ are ignored, including those in attributes and relationships.',
      shownBy: [
        {
          ask: 'POST /tags?fields[tags]=name',
          body: {
            '@context': {},
            data: {
              '@type': 'x',
              type: 'tags',
              attributes: { name: 'at', '@name': 1 },
              relationships: { '@posts': 1 },
            },
          },
          status: 201,
          at: { '/data/attributes': { name: 'at' } },
        },
      ],
    },
    {
      id: 'documents/extension-members',
      section: 'Extension members',
      level: 'MUST',
      says: 'The names of extension members begin with the namespace and a colon.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers: {
            'content-type': 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
            accept: 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
          },
          body: { 'atomic:operations': [{ op: 'remove', ref: { type: 'tags', id: '20' } }] },
          status: 200,
          document: {
            jsonapi: { version: '1.1', ext: ['https://jsonapi.org/ext/atomic'] },
            'atomic:results': [{}],
          },
        },
      ],
    },
    {
      id: 'documents/clients-ignore-members',
      section: 'Document structure',
      level: 'MUST',
      says: 'Clients ignore unknown members in a response.',
      notShown: CLIENTS,
    },
  ],
}
