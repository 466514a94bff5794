import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { openProxy, type Proxy, type Verdict } from '../support/proxy.js'
import { adapterTo } from '../support/stores.js'
import { recordedBlog } from './support/recorded.js'
import { serveWrites } from './support/serve.js'

const servers = databases.filter(({ name }) => name !== 'sqlite')

describe.each(servers)('write/begin-ahead (23.10) on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  let proxy: Proxy
  let client: BlogClient
  const seen: string[] = []
  beforeAll(async () => {
    opened = await database.open({ seed: true })
    proxy = await openProxy(opened.url)
    client = await createClient('blog', database.name, adapterTo(database.name, proxy.url))
    const adapter = new PrismaAdapter(client)
    await adapter.transaction(() => client.tag.count())
  })
  beforeEach(() => {
    seen.length = 0
  })
  afterAll(async () => {
    proxy.judge = undefined
    await client.$disconnect()
    await proxy.close()
    await opened.close()
  })

  /** Judges the BEGIN of transactions, and notes which words the server is sent. */
  const judgeBegin = (verdict: Verdict): void => {
    proxy.judge = (packet) => {
      const [word] = /BEGIN|INSERT|COMMIT|ROLLBACK/.exec(packet) ?? []
      if (word !== undefined) seen.push(word)
      return word === 'BEGIN' ? verdict : 'pass'
    }
  }
  const isWritten = async (name: string): Promise<boolean> =>
    (await opened.prisma.tag.count({ where: { name } })) > 0

  test('a block runs before the store has begun; its first statement is sent when it has', async () => {
    judgeBegin('hold')
    let run = (): void => {}
    const running = new Promise<void>((resolve) => (run = resolve))
    const writing = client.$transaction((transaction) => {
      run()
      return transaction.tag.create({ data: { name: 'ahead' } })
    })
    await running
    await sleep(50)
    const before = [...seen]
    proxy.release()
    expect([before, (await writing).name, seen]).toEqual([['BEGIN'], 'ahead', ['BEGIN', 'INSERT', 'COMMIT']])
  })

  test('a transaction of no statements begins, and ends', async () => {
    judgeBegin('pass')
    expect(await client.$transaction(async () => 'nothing')).toBe('nothing')
    await client
      .$transaction(async () => Promise.reject(new Error('mine')))
      .catch((error) => seen.push(error.message))
    expect(seen).toEqual(['BEGIN', 'COMMIT', 'BEGIN', 'ROLLBACK', 'mine'])
  })

  test('where the store can not begin, nothing is sent, nothing is written, and the next write is', async () => {
    const served = serveWrites(recordedBlog(client).resources, { answerErrors: true })
    const tag = (name: string) => ({ data: { type: 'tags', attributes: { name } } })
    judgeBegin('cut before')
    const lost = await served.send('POST', '/tags', tag('lost'))
    judgeBegin('pass')
    const next = await served.send('POST', '/tags', tag('next'))
    expect([lost.status, lost.body, new Set(seen.slice(0, -3))]).toEqual([
      503,
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'service_unavailable' })] }),
      new Set(['BEGIN']),
    ])
    expect([next.status, seen.slice(-3)]).toEqual([201, ['BEGIN', 'INSERT', 'COMMIT']])
    expect([await isWritten('lost'), await isWritten('next')]).toEqual([false, true])
  })

  test('an isolation level is that of the first statement', async () => {
    judgeBegin('pass')
    const level =
      database.name === 'postgresql'
        ? "SELECT current_setting('transaction_isolation') AS level"
        : 'SELECT trx_isolation_level AS level FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = connection_id()'
    const found = await client.$transaction(
      async (transaction) => {
        await transaction.tag.count()
        return transaction.$queryRawUnsafe<readonly { level: string }[]>(level)
      },
      { isolationLevel: 'Serializable' },
    )
    expect(found.map((row) => row.level.toLowerCase())).toEqual(['serializable'])
  })

  test('who waits for a connection waits as long as maxWait says', async () => {
    judgeBegin('pass')
    let free = (): void => {}
    const released = new Promise<void>((resolve) => (free = resolve))
    const busy = Array.from({ length: 12 }, () =>
      client.$transaction(
        async (transaction) => {
          await transaction.tag.count()
          await released
        },
        { timeout: 20_000, maxWait: 20_000 },
      ),
    )
    await sleep(200)
    const late = await client
      .$transaction((transaction) => transaction.tag.count(), { maxWait: 100 })
      .catch(({ code }: { code: string }) => code)
    free()
    await Promise.all(busy)
    expect(late).toBe('P2028')
  })
})
