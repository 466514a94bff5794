import { ATOMIC, ATOMIC_URI, type Chapter, CURSORS, CURSORS_URI, TYPE } from '../support/clause.js'

const AUTHORS = 'It concerns authors of extensions and profiles. The API defines neither.'

export const extensions: Chapter = {
  title: 'Extensions and profiles',
  clauses: [
    {
      id: 'extensions/uri',
      section: 'Extensions',
      level: 'MUST',
      says: 'A URI identifies an extension, which applies only if the media type names it.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers: { 'content-type': TYPE, accept: ATOMIC },
          body: { 'atomic:operations': [{ op: 'remove', ref: { type: 'tags', id: '20' } }] },
          status: 415,
          errors: ['415 unsupported_media_type header Content-Type'],
        },
        { ask: 'GET /tags/20', status: 200 },
      ],
    },
    {
      id: 'extensions/quoted',
      section: 'Universal responsibilities',
      level: 'MUST',
      says: 'ext and profile are space-separated lists of URIs.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers: { 'content-type': `${TYPE};ext=" ${ATOMIC_URI} "`, accept: ATOMIC },
          body: { 'atomic:operations': [{ op: 'remove', ref: { type: 'tags', id: '20' } }] },
          status: 200,
        },
        {
          ask: 'GET /tags',
          headers: { accept: `${TYPE};profile="https://example.com/p ${CURSORS_URI}"` },
          status: 200,
          answers: { 'content-type': CURSORS },
        },
      ],
    },
    {
      id: 'extensions/profile-optional',
      section: 'Profiles',
      level: 'MUST NOT',
      says: 'A document can be processed without any profile that the request did not name.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=1&fields[tags]=',
          status: 200,
          answers: { 'content-type': TYPE },
          document: {
            jsonapi: { version: '1.1' },
            links: {
              self: 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=',
              first: 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=&page%5Bnumber%5D=1',
              prev: null,
              next: 'http://blog.test/tags?page%5Bsize%5D=1&fields%5Btags%5D=&page%5Bnumber%5D=2',
            },
            data: [{ type: 'tags', id: '1', links: { self: 'http://blog.test/tags/1' } }],
          },
        },
      ],
    },
    {
      id: 'extensions/authoring',
      section: 'Extension rules',
      level: 'MUST',
      says: 'An extension has a namespace of letters and digits, which its members and parameters use.',
      notShown: AUTHORS,
    },
    {
      id: 'extensions/profile-authoring',
      section: 'Profile rules',
      level: 'MUST',
      says: 'A profile adds meaning only where the specification permits it.',
      notShown: AUTHORS,
    },
  ],
}
