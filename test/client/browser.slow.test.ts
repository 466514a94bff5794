import { createServer } from 'node:http'
import { createClient } from '@jsonapi-gen/client'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../examples/blog/src/api/routes/index.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { useClient } from '../support/blog.js'
import { sqlite } from '../support/databases.js'
import { callsOf } from './support/calls.js'
import { enginesWith, pageOf } from './support/chromium.js'

const engines = await enginesWith((url) =>
  callsOf(createClient({ baseUrl: url, schema }), createClient({ baseUrl: `${url}/moved`, schema })),
)

let server: Listening

beforeAll(async () => {
  const page = await pageOf('test/client/support/page.ts')
  const app = express()
  app.get('/page', (_, response) => void response.send(page))
  app.use('/moved', ({ url }, response) => response.redirect(303, url))
  app.use(routes)
  server = await listening(createServer(app))
})
afterAll(() => server.close())

describe('client/browser (27.1): the same calls, over HTTP', () => {
  test.each(engines)('calls over HTTP return the same results in %s', async (_, run) => {
    const database = await sqlite.open({ seed: true })
    useClient(database.prisma)
    const told = await run(server.url)
    await database.close()
    expect(told).toEqual({
      read: ['hello, world', true, 'ليلى حداد', 4],
      frozen: true,
      walked: 100,
      created: ['From here', ['1']],
      updated: ['Edited'],
      lost: 'The server redirects writes',
      kept: '99',
      error: [422, ['cannot be empty'], ['cannot be empty']],
    })
  })
})
