import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources } from '../support/keys.js'
import { shortErrors } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'

describe.each(databases)('keys/whole-seconds (18.10): a @db.DateTime(0) key column on $name', (database) => {
  // SQLite has no such type, and keeps the milliseconds.
  const isWhole = database.name !== 'sqlite'
  let opened: OpenDatabase<KeysClient>
  let api: Served
  beforeAll(async () => {
    opened = await database.openKeys()
    api = serveWrites(keysResources(opened.prisma))
  })
  afterAll(() => opened.close())

  const create = (at: string) =>
    api.send('POST', '/ticks', { data: { type: 'ticks', attributes: { sensor: 'hall', at, value: 1 } } })

  test('an id that contains a time in whole seconds finds its record', async () => {
    const { status, location } = await create('2026-11-20T15:04:08Z')
    expect([status, location]).toEqual([201, 'http://blog.test/ticks/hall~2026-11-20T150408.000Z'])
    expect((await api.send('GET', '/ticks/hall~2026-11-20T150408.000Z')).status).toBe(200)
  })

  test('an id that contains a time with milliseconds, which the store would truncate or round, is rejected', async () => {
    const answer = await create('2026-11-20T15:04:09.600Z')
    const refusal = [422, ['422 /data/attributes/at at has more digits than its column can store.']]
    expect([answer.status, isWhole ? shortErrors(answer) : []]).toEqual(isWhole ? refusal : [201, []])
    expect(await opened.prisma.tick.count()).toBe(isWhole ? 1 : 2)
  })
})
