import { checks } from '../support/document-faults.js'
import { ATOMIC, type Chapter, CLIENTS, CURSORS, TYPE } from '../support/clause.js'

const TAG = { data: { type: 'tags', attributes: { name: 'negotiated' } } }
const NOT_ACCEPTABLE = ['406 not_acceptable header Accept']
const UNSUPPORTED = ['415 unsupported_media_type header Content-Type']

export const negotiation: Chapter = {
  title: 'Content negotiation',
  clauses: [
    {
      id: 'negotiation/media-type',
      section: 'Universal responsibilities',
      level: 'MUST',
      says: 'The Content-Type of every document is the JSON:API media type.',
      everywhere: checks.mediaType,
    },
    {
      id: 'negotiation/no-other-parameters',
      section: 'Universal responsibilities',
      level: 'MUST NOT',
      says: 'The media type has no parameters other than ext and profile, not even charset.',
      everywhere: checks.mediaType,
    },
    {
      id: 'negotiation/ext-is-named',
      section: 'Universal responsibilities',
      level: 'MUST',
      says: 'The ext parameter of Content-Type names the applied extensions.',
      shownBy: [
        {
          ask: 'POST /operations',
          headers: { 'content-type': ATOMIC, accept: ATOMIC },
          body: { 'atomic:operations': [{ op: 'remove', ref: { type: 'tags', id: '20' } }] },
          status: 200,
          answers: { 'content-type': ATOMIC },
        },
      ],
    },
    {
      id: 'negotiation/profile-is-named',
      section: 'Universal responsibilities',
      level: 'MUST',
      says: 'The profile parameter of Content-Type names the applied profiles.',
      shownBy: [
        { ask: 'GET /tags', headers: { accept: CURSORS }, status: 200, answers: { 'content-type': CURSORS } },
        { ask: 'GET /tags', status: 200, answers: { 'content-type': TYPE } },
      ],
    },
    {
      id: 'negotiation/clients-ignore-parameters',
      section: 'Client responsibilities',
      level: 'MUST',
      says: 'Clients ignore other media type parameters.',
      notShown: CLIENTS,
    },
    {
      id: 'negotiation/415-parameter',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'A request returns 415 if its media type has parameters other than ext and profile.',
      shownBy: [
        {
          ask: 'POST /tags',
          headers: { 'content-type': `${TYPE};charset=utf-8` },
          body: TAG,
          status: 415,
          errors: UNSUPPORTED,
        },
        {
          ask: 'POST /tags',
          headers: { 'content-type': `${TYPE};q=1` },
          body: TAG,
          status: 415,
          errors: UNSUPPORTED,
        },
        {
          ask: 'PATCH /tags/1',
          headers: { 'content-type': `${TYPE};a=b` },
          body: { data: { type: 'tags', id: '1' } },
          status: 415,
          errors: UNSUPPORTED,
        },
      ],
    },
    {
      id: 'negotiation/415-extension',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'A request returns 415 if its media type names an extension that the URL does not support.',
      shownBy: [
        {
          ask: 'POST /tags',
          headers: { 'content-type': ATOMIC },
          body: TAG,
          status: 415,
          errors: UNSUPPORTED,
        },
        {
          ask: 'POST /operations',
          headers: { 'content-type': `${TYPE};ext="https://jsonapi.org/ext/atomic https://example.com/ext"` },
          body: {},
          status: 415,
          errors: UNSUPPORTED,
        },
      ],
    },
    {
      id: 'negotiation/content-type-profile',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'Unknown profiles in Content-Type or Accept are ignored.',
      shownBy: [
        {
          ask: 'POST /tags',
          headers: { 'content-type': `${TYPE};profile="http://example.com/a,b;c http://example.com/d"` },
          body: TAG,
          status: 201,
          answers: { 'content-type': TYPE },
        },
        {
          ask: 'GET /tags/1',
          headers: { accept: `${TYPE};profile="http://example.com/a,b;c"` },
          status: 200,
          answers: { 'content-type': TYPE },
        },
      ],
    },
    {
      id: 'negotiation/other-media-type',
      section: 'Universal responsibilities',
      level: 'MUST',
      says: 'A request body must have the JSON:API media type; otherwise, the response is 415.',
      shownBy: [
        {
          ask: 'POST /tags',
          headers: { 'content-type': 'application/json' },
          body: TAG,
          status: 415,
          errors: UNSUPPORTED,
        },
      ],
    },
    {
      id: 'negotiation/406-parameters',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'The response is 406 if every JSON:API media type in Accept has parameters other than ext and profile.',
      shownBy: [
        {
          ask: 'GET /tags/1',
          headers: { accept: `${TYPE};charset=utf-8` },
          status: 406,
          errors: NOT_ACCEPTABLE,
        },
        {
          ask: 'GET /tags/1',
          headers: { accept: `${TYPE};charset=utf-8, ${TYPE};a="b"` },
          status: 406,
          errors: NOT_ACCEPTABLE,
        },
      ],
    },
    {
      id: 'negotiation/406-ignored-instances',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'Such a media type is ignored if another one is acceptable; q does not count as a parameter.',
      shownBy: [
        { ask: 'GET /tags/1', headers: { accept: `${TYPE};charset=utf-8, ${TYPE}` }, status: 200 },
        { ask: 'GET /tags/1', headers: { accept: `${TYPE};q=0.8` }, status: 200 },
        { ask: 'GET /tags/1', headers: { accept: 'text/html, */*;q=0.1' }, status: 200 },
      ],
    },
    {
      id: 'negotiation/406-extensions',
      section: 'Server responsibilities',
      level: 'MUST',
      says: 'The response is 406 if every JSON:API media type in Accept names an extension that the URL does not support.',
      shownBy: [
        { ask: 'GET /tags/1', headers: { accept: ATOMIC }, status: 406, errors: NOT_ACCEPTABLE },
        { ask: 'GET /tags/1', headers: { accept: `${ATOMIC}, ${TYPE}` }, status: 200 },
      ],
    },
    {
      id: 'negotiation/requested-profiles',
      section: 'Server responsibilities',
      level: 'SHOULD',
      says: 'A profile requested in Accept is applied, even alongside unknown ones.',
      shownBy: [
        {
          ask: 'GET /tags?page[size]=1',
          headers: {
            accept: `${TYPE};profile="http://example.com/p https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`,
          },
          status: 200,
          answers: { 'content-type': CURSORS },
          at: { '/data/0/meta/page/cursor': /^\w+-\w+$/, '/data/0/id': '1' },
        },
      ],
    },
    {
      id: 'negotiation/vary',
      section: 'Server responsibilities',
      level: 'SHOULD',
      says: 'Vary always contains Accept, whether or not an extension or a profile is applied.',
      everywhere: checks.vary,
    },
  ],
}
