import type { KyselyAdapter } from '@jsonapi-gen/kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { errorsOf, keyedApi, OWNED } from '../idempotency/support/keyed.js'
import { typesResources } from '../write/support/types.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

const HEADER = { header: 'Idempotency-Key' }

describe.each(databases)('kysely/keys (30): idempotency keys with Kysely on $name', (database) => {
  let store: OpenDatabase<TypesClient>
  let adapter: KyselyAdapter
  let close: () => Promise<void>
  beforeAll(async () => {
    store = await database.openTypes()
    ;({ adapter, close } = kyselyAdapter(store))
  })
  afterAll(async () => {
    await close()
    await store.close()
  })
  beforeEach(async () => {
    await store.prisma.idempotencyKey.deleteMany()
    await store.prisma.node.deleteMany()
  })
  const node = (name: string) => ({ data: { type: 'nodes', attributes: { name } } })
  const nodes = () => store.prisma.node.count()

  test('sequential and concurrent requests with the same key are executed once and receive the first response', async () => {
    const { ask } = keyedApi(typesResources(adapter))
    const asked = { key: 'one', body: node('a') }
    const first = await ask('POST', '/nodes', asked)
    const again = await ask('POST', '/nodes', asked)
    expect([first.status, again.status, again.text, await nodes()]).toEqual([201, 201, first.text, 1])
    const together = await Promise.all(
      Array.from({ length: 8 }, () => ask('POST', '/nodes', { key: 'two', body: node('b') })),
    )
    expect([new Set(together.map(({ text }) => text)).size, await nodes()]).toEqual([1, 2])
  })

  test('a key that is sent again with a different body returns 422, and a rejected request stores no row', async () => {
    const { ask } = keyedApi(typesResources(adapter))
    await ask('POST', '/nodes', { key: 'one', body: node('a') })
    const other = await ask('POST', '/nodes', { key: 'one', body: node('b') })
    expect(errorsOf(other)).toEqual([['422', 'idempotency_key_reused', HEADER]])
    const refused = await ask('POST', '/nodes', { key: 'two', body: node('') && { data: { type: 'nodes' } } })
    expect([refused.status, await store.prisma.idempotencyKey.count(), await nodes()]).toEqual([422, 1, 1])
    expect((await ask('POST', '/nodes', { key: 'two', body: node('c') })).status).toBe(201)
  })

  test("an action with an idempotency key writes through its transaction's client, and runs once", async () => {
    const resources = typesResources(adapter)
    const { nodes: Nodes } = resources
    Nodes?.action('sprout', { on: 'collection', output: 'meta' }, async () => {
      await sql`insert into ${sql.id('Node')} (name) values ('sprout')`.execute(adapter.client)
      return { sprouted: true }
    })
    const { ask } = keyedApi(resources)
    const asked = { key: 'one', body: { meta: {} } }
    const [first, again] = [
      await ask('POST', '/nodes/-actions/sprout', asked),
      await ask('POST', '/nodes/-actions/sprout', asked),
    ]
    expect([first.status, again.text, await nodes()]).toEqual([200, first.text, 1])
  })

  test('with Kysely, an expired idempotency key is accepted again, and expired keys are deleted in batches (30.8)', async () => {
    const { ask, api } = keyedApi(typesResources(adapter), { idempotency: { ...OWNED, keepFor: 1 } })
    const asked = { key: 'one', body: node('a') }
    await ask('POST', '/nodes', asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
    await ask('POST', '/nodes', asked)
    expect(await nodes()).toBe(2)
    const row = { request: '', status: 200, headers: [], answer: new Uint8Array(), isShort: false }
    await store.prisma.idempotencyKey.createMany({
      data: Array.from({ length: 501 }, (_, index) => ({
        ...row,
        digest: String(index),
        expiresAt: new Date(index < 500 ? 0 : Date.now() + 100_000),
      })),
    })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([await api.forgetKeys(), await store.prisma.idempotencyKey.count()]).toEqual([501, 1])
  })

  test('a store that lacks the key model causes an error at startup, which shows the command to run (30.6)', () => {
    expect(() => keyedApi(typesResources(adapter), { idempotency: { ...OWNED, model: 'Nothing' } })).toThrow(
      'npx jsonapi-gen init --idempotency',
    )
  })
})
