import { createServer } from 'node:http'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openapi as generated } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { sqlite } from '../support/databases.js'
import { isSoak } from '../support/sample.js'
import { writableBlog } from '../write/support/blog.js'
import { generatedClients } from './support/generated.js'

const openapi = await generated.document()

/**
 * The query that a client sends for the posts with more than 400 views, together with their authors, and
 * whether the client received both.
 */
const WANTED = ['?filter[views][gt]=400&include=author', true, true]

/**
 * The results of both clients' calls on the seeded blog. The second client finds one more post, which the
 * first one created.
 */
const toldWith = (posts: number) => ({
  list: [['title,views', 'title,views', 'title,views'], 7],
  stats: { total: { count: posts }, views: { sum: 20_000, maximum: 499 } },
  show: ['1', 'Hello, world'],
  created: [201, 'fetched'],
  updated: [200, 'fetched again'],
  related: [200, 2],
  replaced: 204,
  nested: [201, ['comments', 'authors']],
  refused: [['422', '/data/attributes/title']],
  destroyed: 204,
  wanted: WANTED,
})

describe.each(isSoak ? ['OpenAPI'] : [])('clients/generated (25.3, 25.4) from %s', () => {
  writableBlog(sqlite)
  let server: Listening
  beforeAll(async () => {
    server = await listening(createServer(express().use(toExpress(api))))
  })
  afterAll(() => server.close())

  test('openapi-typescript, hey-api and orval generate clients that compile strictly, reject a misspelled attribute, and work', async () => {
    expect(await generatedClients(server.url)).toEqual({
      'openapi-typescript': toldWith(100),
      'hey-api': toldWith(101),
      orval: { wanted: WANTED },
    })
  }, 600_000)
})

test('clients/generated (25.3): no parameter name is nested, and a list is never spread over several parameters with the same name', () => {
  const parameters: readonly object[] = Object.values(openapi.components?.['parameters'] ?? {})
  const lists = parameters.filter((each) => /"type":"array"/.test(JSON.stringify({ ...each, examples: 0 })))
  const exploded = lists.filter((each) => !('explode' in each) || each.explode !== false)
  const nested = parameters.filter((each) => 'style' in each && each.style === 'deepObject')
  expect([lists.length > 20, exploded, nested]).toEqual([true, [], []])
})
