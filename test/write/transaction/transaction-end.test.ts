import { setTimeout as sleep } from 'node:timers/promises'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noTransactionUnderWay } from '../../../runtime/src/adapter/transaction/transactions-under-way.js'
import { DEFAULT_LIMITS } from '../../../runtime/src/query/limits.js'
import { Budget } from '../../../runtime/src/resource/budget.js'
import { Deadline } from '../../../runtime/src/resource/deadline.js'
import { withRequest } from '../../../runtime/src/resource/frame.js'
import { RequestState } from '../../../runtime/src/resource/request-state.js'
import { createClient } from '../../support/clients.js'
import { databases, type BlogClient, type OpenDatabase } from '../../support/databases.js'
import { adapterTo } from '../../support/stores.js'
import { plainBlog } from '../support/plain.js'
import { serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

const TIMEOUT = 1500

describe.each(databases)('write/transaction-end (23.10): the end of a transaction on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  let client: BlogClient
  let adapter: PrismaAdapter
  const sent: string[] = []
  beforeAll(async () => {
    opened = await database.open({ seed: true })
    client = await createClient('blog', database.name, adapterTo(database.name, opened.url, 1), (sql) =>
      sent.push(sql),
    )
    adapter = prismaAdapter(client)
    await adapter.transaction(() => inner().tag.count())
  })
  beforeEach(async () => {
    await noTransactionUnderWay()
    sent.length = 0
  })
  afterAll(async () => {
    await client.$disconnect()
    await opened.close()
  })

  const inner = () => adapter.client as BlogClient
  /** The first keyword of each statement that the store received, in order. */
  const words = (): readonly string[] =>
    sent.flatMap((sql) => /INSERT|UPDATE|COMMIT|ROLLBACK/.exec(sql)?.[0] ?? [])
  const isThere = async (name: string): Promise<boolean> =>
    (await opened.prisma.tag.count({ where: { name } })) > 0
  /** An adapter with a shorter transaction timeout. */
  const hasty = () => prismaAdapter(client, { transaction: { timeout: TIMEOUT } })
  const served = (hook: () => Promise<void>, over: PrismaAdapter) => {
    const resources = plainBlog(client)
    const tags = resources['tags'] as ResourceClass
    tags.useAdapter(over)
    tags.beforeCommit('create', hook)
    return serveWrites(resources, { answerErrors: true })
  }
  const post = (name: string, hook: () => Promise<void>, over = adapter) =>
    served(hook, over).send('POST', '/tags', { data: { type: 'tags', attributes: { name } } })
  const LATE = {
    status: 503,
    body: {
      errors: [
        {
          code: 'service_unavailable',
          detail: `The transaction took longer than ${TIMEOUT} ms. Nothing was written.`,
        },
      ],
    },
  }

  test('code that hangs is rolled back at the deadline, and its later statements do not reach a connection', async () => {
    const later: unknown[] = []
    const answer = await post(
      'hangs',
      async () => {
        await sleep(TIMEOUT * 3)
        later.push(
          await inner()
            .tag.create({ data: { name: 'later' } })
            .catch((error: Error) => error.message),
        )
        later.push(
          await inner()
            .$queryRawUnsafe('SELECT 1')
            .catch((error: Error) => error.message),
        )
      },
      hasty(),
    )
    expect(answer).toMatchObject(LATE)
    await noTransactionUnderWay()
    expect(words()).toEqual(['INSERT', 'ROLLBACK'])
    while (later.length < 2) await sleep(20)
    expect([later, words()]).toEqual([Array(2).fill(LATE.body.errors[0]?.detail), ['INSERT', 'ROLLBACK']])
    expect([await isThere('hangs'), await isThere('later')]).toEqual([false, false])
  })

  test('a transaction that would outlive its request is ended and reported', async () => {
    const time = TIMEOUT / 5
    const budget = new Budget(DEFAULT_LIMITS, new Deadline(time))
    const ended = await withRequest(new RequestState(budget), () =>
      adapter.transaction(() => sleep(TIMEOUT)).catch((error: Error) => error.message),
    )
    expect(ended).toBe(`The response took longer than ${time} ms. Nothing was written.`)
    await noTransactionUnderWay()
  })

  test('statements that are not awaited are committed, and later ones are rejected', async () => {
    const later: unknown[] = []
    const answer = await post('awaited', async () => {
      void inner()
        .tag.create({ data: { name: 'not awaited' } })
        .then(() => inner().tag.create({ data: { name: 'too late' } }))
        .catch((error: Error) => later.push(error.message))
    })
    expect([answer.status, words()]).toEqual([201, ['INSERT', 'INSERT', 'COMMIT']])
    expect(await Promise.all(['awaited', 'not awaited', 'too late'].map(isThere))).toEqual([
      true,
      true,
      false,
    ])
    expect(later).toEqual(['The transaction has already ended.'])
  })

  test('after a failed block, statements cause only an error that says that the transaction has ended', async () => {
    let inside: BlogClient | undefined
    const failing = adapter.transaction(async () => {
      inside = inner()
      throw new Error('boom')
    })
    await expect(failing).rejects.toThrow('boom')
    await expect(inside?.tag.count()).rejects.toThrow('The transaction has already ended.')
  })

  test('if one of several parallel operations fails, the others end before the ROLLBACK', async () => {
    const answer = await post('beside', async () => {
      const rows = [1, 2, 3, 4, 5].map((id) => ({ where: { id }, data: { name: `beside ${id}` } }))
      await Promise.all([
        inner().tag.create({ data: { id: 1, name: 'taken' } }),
        ...rows.map((row) => inner().tag.update(row)),
        inner().post.update({ where: { id: 1 }, data: { tags: { set: [{ id: 1 }, { id: 2 }] } } }),
      ])
    })
    await noTransactionUnderWay()
    await sleep(50)
    expect([
      answer.status >= 400,
      words().at(-1),
      words().filter((word) => word === 'ROLLBACK').length,
    ]).toEqual([true, 'ROLLBACK', 1])
    expect(await isThere('beside')).toBe(false)
  })

  test('a server that shuts down disconnects after the current transaction has ended', async () => {
    const own = await createClient('blog', database.name, adapterTo(database.name, opened.url, 1))
    const ending = prismaAdapter(own)
    const events: string[] = []
    let begun = (): void => {}
    const running = new Promise<void>((resolve) => (begun = resolve))
    const writing = ending.transaction(async () => {
      const ids = Array.from({ length: 20 }, (_, index) => index + 1)
      begun()
      for (const id of ids) {
        await (ending.client as BlogClient).author.updateMany({ data: { bio: `end ${id}` } })
      }
      events.push('written')
    })
    await running
    const server = createServer()
    const isDone = await closeGracefully(server, {
      pool: async () => {
        events.push('pool')
        await own.$disconnect()
      },
    })
    await writing
    expect([isDone, events]).toEqual([true, ['written', 'pool']])
    expect(await opened.prisma.author.count({ where: { bio: { not: 'end 20' } } })).toBe(0)
  })

  if (database.name === 'sqlite') return

  test('if a statement is waiting for a lock, the response is sent at the deadline, and no data is written afterwards', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let hold = (): void => {}
    const held = new Promise<void>((resolve) => (hold = resolve))
    const locking = opened.prisma.$transaction(
      async (others) => {
        await others.author.update({ where: { id: 1 }, data: { name: 'locked' } })
        hold()
        await released
      },
      { timeout: 60_000 },
    )
    await held
    const answer = await post(
      'waits',
      async () => {
        await inner().author.update({ where: { id: 1 }, data: { bio: 'waited' } })
        await inner().author.update({ where: { id: 1 }, data: { bio: 'behind it' } })
      },
      hasty(),
    )
    expect(answer).toMatchObject(LATE)
    release()
    await locking
    await noTransactionUnderWay()
    // PostgreSQL may also end the statement at the deadline, and Prisma does not log failed statements.
    expect([
      ['INSERT', 'ROLLBACK'],
      ['INSERT', 'UPDATE', 'ROLLBACK'],
    ]).toContainEqual(words())
    expect([
      await isThere('waits'),
      await opened.prisma.author.count({ where: { bio: { in: ['waited', 'behind it'] } } }),
    ]).toEqual([false, 0])
  })

  test('a wait for a connection takes at most maxWait, and no transaction remains open', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let hold = (): void => {}
    const held = new Promise<void>((resolve) => (hold = resolve))
    const busy = client.$transaction(
      async (others) => {
        await others.tag.count()
        hold()
        await released
      },
      { timeout: 60_000 },
    )
    await held
    const impatient = prismaAdapter(client, { transaction: { maxWait: 50 } })
    const late = Array.from({ length: 5 }, () =>
      impatient
        .transaction(() => (impatient.client as BlogClient).tag.create({ data: { name: 'never' } }))
        .catch(({ code }) => code),
    )
    expect(await Promise.all(late)).toEqual(Array(5).fill('P2028'))
    release()
    await busy
    await noTransactionUnderWay()
    sent.length = 0
    await impatient.transaction(() => (impatient.client as BlogClient).tag.create({ data: { name: 'next' } }))
    expect([words(), await isThere('next'), await isThere('never')]).toEqual([
      ['INSERT', 'COMMIT'],
      true,
      false,
    ])
  })

  test('the branches of a failed read send no statements in the next transaction', async () => {
    const quote = database.name === 'postgresql' ? '"' : '`'
    await opened.prisma.$executeRawUnsafe(
      `ALTER TABLE ${quote}Profile${quote} RENAME TO ${quote}gone${quote}`,
    )
    const post = { include: { comments: { include: { post: { include: { tags: true } } } } } } as const
    const deep = { include: { post } } as const
    const faults: unknown[] = []
    for (let round = 0; round < 10; round++) {
      const failing = adapter.transaction(() =>
        inner().author.findMany({ include: { profile: true, comments: deep } }),
      )
      await failing.catch(({ message }: Error) => faults.push(message.includes('does not exist')))
      sent.length = 0
      await client.$transaction(
        async (next) => {
          await next.$queryRawUnsafe('SELECT 1')
          await sleep(5)
        },
        { isolationLevel: 'Serializable' },
      )
      faults.push(...sent.filter((sql) => sql.includes('Comment') || sql.includes('Post')))
    }
    expect(faults).toEqual(Array(10).fill(true))
  })
})

const onPostgres = databases.filter(({ name }) => name === 'postgresql')

describe.each(onPostgres)('write/transaction-end (23.10): time limits of statements on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  beforeAll(async () => {
    opened = await database.open()
  })
  afterAll(() => opened.close())

  test.each([
    ['no limit', '', 60_000, '61s', '0'],
    [
      'a shorter limit than the transaction',
      '?options=-c%20statement_timeout%3D1500',
      60_000,
      '1500ms',
      '1500ms',
    ],
    [
      'a longer limit than the transaction',
      '?options=-c%20statement_timeout%3D120000',
      60_000,
      '61s',
      '2min',
    ],
  ])(
    'on a connection with %s, each statement is limited only during the transaction',
    async (_, query, timeout, inside, outside) => {
      const url = new URL(opened.url)
      const options = new URLSearchParams(query).get('options')
      if (options !== null) {
        url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${options}`.trim())
      }
      const client = await createClient('blog', 'postgresql', adapterTo('postgresql', url.href, 1))
      const adapter = prismaAdapter(client, { transaction: { timeout } })
      const bound = async (asked: BlogClient): Promise<unknown> =>
        (await asked.$queryRawUnsafe<readonly object[]>('SHOW statement_timeout')).map(
          (row) => Object.values(row)[0],
        )
      expect([
        await adapter.transaction(() => bound(adapter.client as BlogClient)),
        await bound(client),
      ]).toEqual([[inside], [outside]])
      await client.$disconnect()
    },
  )

  test('on a connection whose limits were removed, the next transaction is limited again', async () => {
    const url = new URL(opened.url)
    const options = `${url.searchParams.get('options') ?? ''} -c statement_timeout=1500 -c lock_timeout=800`
    url.searchParams.set('options', options.trim())
    const client = await createClient('blog', 'postgresql', adapterTo('postgresql', url.href, 1))
    const adapter = prismaAdapter(client, { transaction: { timeout: 60_000 } })
    const found: unknown[] = []
    for (let time = 0; time < 2; time++) {
      await adapter.transaction(async () => {
        const sql = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`
        found.push(...(await (adapter.client as BlogClient).$queryRawUnsafe<readonly object[]>(sql)))
      })
      await client.$queryRawUnsafe('SET statement_timeout = 0')
      await client.$queryRawUnsafe('SET lock_timeout = 0')
    }
    expect(found).toEqual([
      { statement: '1500ms', lock: '800ms' },
      { statement: '61s', lock: '3s' },
    ])
    await client.$disconnect()
  })
})
