import { checks } from '../support/document-faults.js'
import { follow } from '../support/answer.js'
import { type Chapter, CLIENTS } from '../support/clause.js'

/** Document Structure: resource objects, their identifiers, and compound documents. */
export const resources: Chapter = {
  title: 'Resource objects',
  clauses: [
    {
      id: 'resources/type-and-id',
      section: 'Resource objects',
      level: 'MUST',
      says: 'Resource objects and resource identifiers have a type and an id, both strings.',
      everywhere: checks.identified,
    },
    {
      id: 'resources/members',
      section: 'Resource objects',
      level: 'MUST NOT',
      says: 'A resource object contains only type, id, attributes, relationships, links and meta.',
      everywhere: checks.resourceMembers,
    },
    {
      id: 'resources/type-received',
      section: 'Identification',
      level: 'MUST',
      says: 'The type of a resource object in a request must be a string.',
      shownBy: [
        {
          ask: 'POST /tags',
          body: { data: { attributes: { name: 'x' } } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'POST /tags',
          body: { data: { type: 1, attributes: { name: 'x' } } },
          status: 400,
          errors: ['400 invalid_document pointer /data/type'],
        },
      ],
    },
    {
      id: 'resources/id-is-text',
      section: 'Identification',
      level: 'MUST',
      says: 'The id of a resource object is a string.',
      shownBy: [
        {
          ask: 'PATCH /tags/1?fields[tags]=name',
          body: { data: { type: 'tags', id: 1, attributes: { name: 'by number' } } },
          status: 200,
          at: { '/data/id': '1', '/data/attributes': { name: 'by number' } },
        },
        {
          ask: 'PATCH /tags/1',
          body: { data: { type: 'tags', id: 1, attributes: { name: 'by number' } } },
          strict: true,
          status: 400,
          errors: ['400 invalid_document pointer /data/id'],
        },
      ],
      departs: {
        how: 'A whole number in a request is treated as a string.',
        why: 'Some clients store ids as numbers.',
        strict: '400',
      },
    },
    {
      id: 'resources/lid',
      section: 'Identification',
      level: 'MAY',
      says: 'A new resource may have a lid, which identifies it within the document.',
      shownBy: [
        {
          ask: 'POST /tags?fields[tags]=name',
          body: { data: { type: 'tags', lid: 'local', attributes: { name: 'with a lid' } } },
          status: 201,
          at: { '/data/id': '21', '/data/lid': undefined },
        },
      ],
    },
    {
      id: 'resources/lid-is-the-same',
      section: 'Identification',
      level: 'MUST',
      says: 'A resource has the same lid throughout the document; an identifier with an unknown lid returns 404.',
      shownBy: [
        {
          ask: 'POST /posts',
          body: {
            data: {
              type: 'posts',
              attributes: { title: 't', body: 'b' },
              relationships: { author: { data: { type: 'authors', lid: 'nobody' } } },
            },
          },
          status: 404,
          errors: ['404 record_not_found pointer /data/relationships/author/data'],
        },
      ],
    },
    {
      id: 'resources/one-resource',
      section: 'Identification',
      level: 'MUST',
      says: 'A type and an id together identify one resource.',
      shownBy: [
        { ask: 'GET /tags/1?fields[tags]=name', status: 200, at: { '/data/attributes/name': 'travel' } },
        { ask: 'GET /tags/01', status: 404, errors: ['404 record_not_found'] },
        { ask: 'GET /tags/1.0', status: 404, errors: ['404 record_not_found'] },
        { ask: 'GET /tags/1%20', status: 404, errors: ['404 record_not_found'] },
      ],
    },
    {
      id: 'resources/type-names',
      section: 'Identification',
      level: 'MUST',
      says: 'Types follow the rules for member names.',
      everywhere: checks.memberNames,
    },
    {
      id: 'resources/fields',
      section: 'Fields',
      level: 'MUST',
      says: 'An attribute and a relationship never share a name, and neither is named type or id.',
      everywhere: checks.fields,
    },
    {
      id: 'resources/attributes',
      section: 'Attributes',
      level: 'MUST',
      says: 'The attributes member is an object.',
      everywhere: checks.attributesObject,
    },
    {
      id: 'resources/attributes-received',
      section: 'Attributes',
      level: 'MUST',
      says: 'In a request, the attributes member must be an object.',
      shownBy: [
        {
          ask: 'PATCH /tags/1',
          body: { data: { type: 'tags', id: '1', attributes: [] } },
          status: 400,
          errors: ['400 invalid_document pointer /data/attributes'],
        },
      ],
    },
    {
      id: 'resources/foreign-keys',
      section: 'Attributes',
      level: 'SHOULD NOT',
      says: 'Foreign keys are not attributes. The generator omits them from an initial schema.',
      everywhere: checks.foreignKeys,
    },
    {
      id: 'resources/relationships',
      section: 'Relationships',
      level: 'MUST',
      says: 'The relationships member is an object.',
      everywhere: checks.relationshipsObject,
    },
    {
      id: 'resources/relationship-object',
      section: 'Relationships',
      level: 'MUST',
      says: 'A relationship object has links, data or meta.',
      everywhere: checks.relationshipObject,
    },
    {
      id: 'resources/relationship-links',
      section: 'Relationships',
      level: 'MUST',
      says: 'The links of a relationship object include self or related.',
      everywhere: checks.relationshipLinks,
    },
    {
      id: 'resources/related-link-valid',
      section: 'Related resource links',
      level: 'MUST',
      says: 'A related link points to an existing URL, even if there are no related resources.',
      shownBy: [
        {
          ask: 'GET /comments/13',
          status: 200,
          at: { '/data/relationships/author/links/related': 'http://blog.test/comments/13/author' },
        },
        { ask: follow('/data/relationships/author/links/related'), status: 200, at: { '/data': null } },
      ],
    },
    {
      id: 'resources/related-link-constant',
      section: 'Related resource links',
      level: 'MUST NOT',
      says: 'A related link stays the same when the related resources change.',
      shownBy: [
        {
          ask: 'GET /comments/1',
          status: 200,
          at: { '/data/relationships/author/links/related': 'http://blog.test/comments/1/author' },
        },
        { ask: 'PATCH /comments/1/relationships/author', body: { data: null }, status: 204 },
        {
          ask: 'GET /comments/1',
          status: 200,
          at: { '/data/relationships/author/links/related': 'http://blog.test/comments/1/author' },
        },
      ],
    },
    {
      id: 'resources/linkage',
      section: 'Resource linkage',
      level: 'MUST',
      says: 'The linkage of a to-one relationship is null or an identifier; that of a to-many relationship is a list of identifiers.',
      everywhere: checks.linkage,
    },
    {
      id: 'resources/linkage-empty',
      section: 'Resource linkage',
      level: 'MUST',
      says: 'The linkage of an empty to-one relationship is null; that of an empty to-many relationship is an empty list.',
      shownBy: [
        {
          ask: 'GET /comments/13?include=author',
          status: 200,
          at: { '/data/relationships/author/data': null, '/included': [] },
        },
        {
          ask: 'GET /authors/10?include=posts',
          status: 200,
          at: { '/data/relationships/posts/data': [], '/included': [] },
        },
        {
          ask: 'GET /posts/1?include=author,tags&fields[authors]=name&fields[tags]=name',
          status: 200,
          at: {
            '/data/relationships/author/data': { type: 'authors', id: '2' },
            '/data/relationships/tags/data': [{ type: 'tags', id: '13' }],
          },
        },
      ],
    },
    {
      id: 'resources/self-link',
      section: 'Resource links',
      level: 'MUST',
      says: 'The self link of a resource object returns that resource as primary data.',
      shownBy: [
        {
          ask: 'GET /posts?page[size]=1',
          status: 200,
          at: { '/data/0/links/self': 'http://blog.test/posts/1' },
        },
        { ask: follow('/data/0/links/self'), status: 200, at: { '/data/type': 'posts', '/data/id': '1' } },
      ],
    },
    {
      id: 'resources/identifier-received',
      section: 'Resource identifier objects',
      level: 'MUST',
      says: 'In a request, an identifier has a type, and an id or a lid, all strings.',
      shownBy: [
        {
          ask: 'PATCH /posts/1/relationships/author',
          body: { data: { type: 'authors' } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'PATCH /posts/1/relationships/author',
          body: { data: { id: '1' } },
          status: 400,
          errors: ['400 invalid_document pointer /data'],
        },
        {
          ask: 'PATCH /posts/1/relationships/author',
          body: { data: { type: 'authors', id: { a: 1 } } },
          status: 400,
          errors: ['400 invalid_document pointer /data/id'],
        },
      ],
    },
    {
      id: 'resources/included-list',
      section: 'Compound documents',
      level: 'MUST',
      says: 'All included resources are in one list, named included.',
      everywhere: checks.included,
    },
    {
      id: 'resources/full-linkage',
      section: 'Compound documents',
      level: 'MUST',
      says: 'Linkage connects each included resource to the primary data, unless the request’s fields omit it.',
      everywhere: checks.fullLinkage,
    },
    {
      id: 'resources/full-linkage-back',
      section: 'Compound documents',
      level: 'MUST',
      says: 'This also applies to intermediate records, and to paths that lead back to the primary data.',
      shownBy: [
        {
          ask: 'GET /comments/1?include=post.author.posts',
          status: 200,
          at: {
            '/data/relationships/post/data': { type: 'posts', id: '1' },
            '/included/0/relationships/author/data': { type: 'authors', id: '2' },
          },
        },
      ],
    },
    {
      id: 'resources/once',
      section: 'Compound documents',
      level: 'MUST NOT',
      says: 'A document contains each resource only once.',
      everywhere: checks.once,
    },
    {
      id: 'resources/clients-lid',
      section: 'Resource identifier objects',
      level: 'MUST',
      says: 'Clients identify a new resource by its lid.',
      notShown: CLIENTS,
    },
  ],
}
