import type { Api } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { FRAMEWORKS } from '../http/support/frameworks.js'
import { databases } from '../support/databases.js'
import { serveWrites } from '../write/support/serve.js'
import { keyedTypes, OWNED } from '../idempotency/support/keyed.js'

const [sqlite] = databases.filter(({ name }) => name === 'sqlite')

describe('actions/over-http (14.19, 30.1): custom actions and idempotency keys on each framework', () => {
  if (!sqlite) throw new Error('SQLite is always there.')
  const types = keyedTypes(sqlite)

  test('every framework returns the same responses, and a request with an idempotency key is executed once', async () => {
    const told: unknown[] = []
    for (const [name, serve] of FRAMEWORKS) {
      await types.prisma.node.deleteMany()
      await types.prisma.idempotencyKey.deleteMany()
      const resources = types.resources()
      let runs = 0
      resources['nodes']?.action(
        'grow',
        { on: 'collection', input: { name: 'string' }, output: 'meta' },
        (input) => {
          runs++
          return input as object
        },
      )
      const { api } = serveWrites(resources, { idempotency: OWNED })
      const server = await serve(api as Api)
      try {
        const ask = async (method: string, headers: Record<string, string>, body?: string) => {
          const response = await fetch(`${server.url}/nodes/-actions/grow`, {
            method,
            headers,
            ...(body !== undefined && { body }),
          })
          const type = response.headers.get('content-type')
          return [response.status, response.headers.get('allow'), type, await response.text()]
        }
        const json = { 'content-type': 'application/vnd.api+json' }
        const body = JSON.stringify({ meta: { name: 'leaf' } })
        const answers = [
          await ask('POST', { ...json, 'idempotency-key': 'one' }, body),
          await ask('POST', { ...json, 'idempotency-key': 'one' }, body),
          await ask(
            'POST',
            { ...json, 'idempotency-key': 'one' },
            JSON.stringify({ meta: { name: 'other' } }),
          ),
          await ask('POST', json, JSON.stringify({ meta: { name: 1 } })),
          await ask('POST', { 'content-type': 'application/x-www-form-urlencoded' }, 'meta[name]=leaf'),
          await ask('POST', json),
          await ask('GET', {}),
        ]
        told.push({ name, runs, answers: answers.map(([status]) => status), bodies: answers })
      } finally {
        await server.close()
      }
    }
    const [express] = told as { runs: number; answers: unknown; bodies: unknown }[]
    expect([express?.runs, express?.answers]).toEqual([1, [200, 200, 422, 422, 415, 400, 405]])
    for (const one of told) expect(one).toMatchObject({ runs: 1, bodies: express?.bodies })
  })
})
