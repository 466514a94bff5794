import { createServer } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../examples/saas/src/app.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { type Application, startApplication } from '../saas/support/application.js'
import { sqlite } from '../support/databases.js'
import { enginesWith, pageOf } from './support/chromium.js'
import { type SAAS_CALLS, toldBySaas } from './support/saas-calls.js'

const engines = await enginesWith((url) => toldBySaas(url, inSession()))

let application: Application
let server: Listening

beforeAll(async () => {
  application = await startApplication(sqlite)
  const page = await pageOf('test/client/support/saas-page.ts')
  const app = express()
  app.get('/page', (_, response) => void response.send(page))
  app.post('/reset', async (_, response) => {
    await application.reset()
    response.sendStatus(204)
  })
  app.use(createApp(application.prisma, 'a secret of the tests'))
  server = await listening(createServer(app))
})
afterAll(async () => {
  await server.close()
  await application.close()
})

/** The result of each call, which is the same in Node and in a browser. */
const TOLD: Readonly<Record<keyof typeof SAAS_CALLS, unknown>> = {
  'filters, includes, fields, sorts and stats work with ids of several columns': [
    [
      ['1~2', "Acme's second", '80', '2026-03-31'],
      [
        ['Acme: an hour', '40'],
        ['Acme: an hour', '40'],
      ],
      [
        'Acme website',
        [
          ['Acme: looks good', true],
          ['Acme: not yet', true],
        ],
      ],
      { total: { count: 1 }, amount: { sum: '80' } },
    ],
  ],
  'filters accept several values, operators, null, groups and text with a comma': [
    [1, 3],
    [1],
    [3],
    [2],
    [3],
    [2],
    [1, 3],
    [3],
    ['Acme warehouse'],
    [],
  ],
  'pages are read by number and by cursor, and statistics on their own': {
    byNumber: [[3, 2], { number: 2, size: 2 }],
    byCursor: [[3, 2], [1]],
    back: 'object',
    end: true,
    byState: [
      ['draft', 3],
      ['paid', 1],
      ['sent', 2],
    ],
    byAuthor: [400, []],
    alone: [[], { total: { count: 3 } }],
    walked: [3, 2, 1],
  },
  'included records have their own filters and sorts': [
    ['Acme website', 'acme'],
    [['Acme: looks good', 'Mia Member']],
    [
      ['Acme website', ['3', '1']],
      ['Acme warehouse', []],
    ],
  ],
  'related records and linkage are read': {
    lines: [
      ['1~2~2', '1~2'],
      ['1~2~1', '1~2'],
    ],
    project: 'Acme website',
    none: null,
    linkage: [
      { type: 'lines', id: '1~2~1' },
      { type: 'lines', id: '1~2~2' },
    ],
    one: { type: 'projects', id: '1' },
    projects: ['Acme warehouse'],
  },
  'the records of another tenant do not exist': [
    ['Umbrella warehouse', 'Umbrella website'],
    [404, []],
    [404, []],
    ['Umbrella'],
  ],
  'an attribute that a guard hides does not exist, in filters and sorts either': [
    ['1000', false, 'Acme website'],
    [400, []],
    [400, []],
    [400, []],
    [401, []],
  ],
  'a record is created with children, changed and destroyed': {
    created: ['1~4', 4, 'draft', '1'],
    lines: [
      ['1~4~1', '100.5'],
      ['1~4~2', '20'],
    ],
    changed: ['2026-12-31', null, [1]],
    amount: '100.5',
    kept: [403, []],
    destroyed: [404, []],
  },
  'errors point at their fields, and no data is written': [
    [422, ['is needed once the invoice is sent']],
    [422, ['cannot be empty']],
    [412, []],
    3,
    true,
  ],
  'guards and scopes reject a write': [
    [403, []],
    [404, []],
    [403, []],
    [400, ['"projects" has no attribute "budget".']],
    [404, ['There is no record of type "projects" with the id "2" here.']],
  ],
  'a write belongs to the user who sends it': [
    ['Mia Member', 'Acme website'],
    ['Acme', [['First!', 'Mia Member']]],
    [404, []],
    ['1~3', 'accountant'],
  ],
  'links are written in a record and at a relationship URL': {
    linked: { type: 'projects', id: '3' },
    unlinked: null,
    moved: [{ type: 'comments', id: '1' }],
    back: ['1'],
    left: [],
    foreign: [403, ['This request is not allowed to update this record of type "comments".']],
  },
  'custom actions receive their input, return records and report rejections': {
    sent: ['sent', '2030-01-31', ['Acme: an hour']],
    late: [
      [
        ['1~2', 2],
        ['1~3', 3],
      ],
      {},
    ],
    again: [403, []],
    wrong: [422, ['is not a date']],
    missing: [422, ['is required']],
    foreign: [404, []],
    guest: [403, []],
  },
}

describe.each(engines)('client/saas (27.1, 27.4): a session, a tenant and guards, from %s', (_, run) => {
  let told: Readonly<Record<string, unknown>>
  beforeAll(async () => {
    told = (await run(server.url)) as typeof told
  })

  test.each(Object.entries(TOLD))(
    'the calls of a user session have the expected outcome: %s',
    (name, expected) => {
      expect(told[name]).toEqual(expected)
    },
  )
})

/** A `fetch` that keeps its cookie, as a browser does. */
function inSession(): typeof toldBySaas extends (base: string, fetch: infer Fetch) => unknown
  ? Fetch
  : never {
  let cookie = ''
  return async (address, init) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    const response = await fetch(address, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
}
