import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutPolicies } from '@jsonapi-gen/runtime'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import {
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
  type TenantsClient,
} from '../../support/databases.js'
import { shortErrors } from '../support/documents.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'
import { makeRecords, setResources, setsOn } from '../support/sets.js'

const places = databases.filter(({ name }) => name === 'postgresql' || name === 'sqlite')

/** The keywords in statements that belong to transactions and writes. */
const shapeOf = (statements: readonly string[]): readonly string[] =>
  statements.flatMap((text) => {
    const word = /^\s*(?:-- implicit ")?(commit|rollback|insert|update|delete)\b/i.exec(text)?.[1]
    return word === undefined ? [] : [word.toUpperCase()]
  })

describe.each(places)('write/one-step (11.5): single-statement writes, on $name', (database) => {
  let opened: OpenDatabase<TenantsClient>
  let client: TenantsClient
  let sent: string[] = []
  beforeAll(async () => {
    opened = await database.openTenants()
    await makeRecords(opened.prisma)
    if (database.name === 'postgresql') {
      await opened.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
    }
    const url = new URL(opened.url)
    if (database.name === 'postgresql') {
      const given = url.searchParams.get('options') ?? ''
      url.searchParams.set('options', `${given} -c statement_timeout=20000 -c lock_timeout=5000`.trim())
    }
    client = await openClient(
      'tenants',
      { name: opened.name, url: url.href },
      { connections: 3, onQuery: (text) => sent.push(text) },
    )
    // The first write reads the limits of the sessions, in a transaction.
    await served()('PATCH', '/tasks/30', patch('tasks', '30', { title: 'first' }))
  })
  afterAll(async () => {
    await closeClient(client)
    await opened.close()
  })

  const options: PrismaAdapterOptions =
    database.name === 'postgresql' ? { transaction: { bounds: 'pool' } } : {}
  const resources = () => setResources(client, options)
  const served = (change: (all: ReturnType<typeof resources>) => void = () => {}) => {
    const all = resources()
    change(all)
    return serveWrites(all).send
  }
  const patch = (type: string, id: string, attributes: object) => ({ data: { type, id, attributes } })
  const project = (id: string | null) => ({
    project: { data: id === null ? null : { type: 'projects', id } },
  })
  const run = async (work: () => Promise<{ readonly status: number }>) => {
    sent = []
    const { status } = await work()
    return [status, ...shapeOf(sent)]
  }
  const titleOf = async (id: number) => (await opened.prisma.task.findUnique({ where: { id } }))?.title

  test('creating, updating or destroying one record sends no COMMIT', async () => {
    const send = served()
    expect(
      await run(() =>
        send('POST', '/tasks', {
          data: { type: 'tasks', attributes: { title: 'new' }, relationships: project('1') },
        }),
      ),
    ).toEqual([201, 'INSERT'])
    expect(await run(() => send('PATCH', '/tasks/31', patch('tasks', '31', { title: 'changed' })))).toEqual([
      200,
      'UPDATE',
    ])
    const unlinked = { data: { type: 'tasks', id: '31', relationships: project(null) } }
    expect(await run(() => send('PATCH', '/tasks/31', unlinked))).toEqual([200, 'UPDATE'])
    expect(await run(() => send('DELETE', '/tasks/32', undefined))).toEqual([204, 'DELETE'])
    expect([await titleOf(31), await titleOf(32)]).toEqual(['changed', undefined])
  })

  test.each([
    [
      'a hook before the commit',
      (all: ReturnType<typeof resources>) => all['tasks']?.beforeCommit(['update'], () => {}),
    ],
    [
      'a scope',
      (all: ReturnType<typeof resources>) => all['tasks']?.scopes({ updated: (scope: unknown) => scope }),
    ],
  ])('a single write with %s uses a transaction', async (_what, change) => {
    const send = served((all) => void change(all))
    expect(await run(() => send('PATCH', '/tasks/33', patch('tasks', '33', { title: 'kept' })))).toEqual([
      200,
      'UPDATE',
      'COMMIT',
    ])
  })

  test('a write that also changes a second record uses a transaction', async () => {
    const labels = { labels: { data: [{ type: 'labels', id: '1', method: 'update' }] } }
    const document = { data: { type: 'tasks', id: '34', relationships: labels } }
    expect(await run(() => served()('PATCH', '/tasks/34', document))).toEqual([200, 'INSERT', 'COMMIT'])
  })

  test('writing a new record that links to itself uses a transaction, because a second statement adds the link', async () => {
    const send = served(({ tasks }) => {
      tasks?.belongsTo('parent', { resource: 'tasks', foreignKey: 'parentId' })
    })
    const itself = { type: 'tasks', 'temp-id': 'new' }
    const document = {
      data: { ...itself, attributes: { title: 'self' }, relationships: { parent: { data: itself } } },
    }
    expect(await run(() => send('POST', '/tasks', document))).toEqual([201, 'INSERT', 'UPDATE', 'COMMIT'])
  })

  test("an adapter's own transaction method is called, because it may set a tenant in the transaction", async () => {
    const adapter = prismaAdapter(client, options)
    const transaction = adapter.transaction.bind(adapter)
    adapter.transaction = (block, needs) => transaction(block, needs)
    const { send } = serveWrites(setsOn(adapter))
    expect(await run(() => send('PATCH', '/tasks/38', patch('tasks', '38', { title: 'kept' })))).toEqual([
      200,
      'UPDATE',
      'COMMIT',
    ])
  })

  test('an in-process write inside a transaction is part of that transaction', async () => {
    const all = resources()
    const { tasks } = all
    if (!tasks) throw new Error('There are no tasks.')
    serveWrites(all)
    await expect(
      withoutPolicies(() =>
        new tasks().transaction(async () => {
          await new tasks().update({ id: 35, title: 'undone' })
          throw new Error('stop')
        }),
      ),
    ).rejects.toThrow('stop')
    expect(await titleOf(35)).not.toBe('undone')
  })

  test('a rollback of another transaction does not undo the write', async () => {
    const send = served()
    let answered: Promise<{ readonly status: number }> | undefined
    await expect(
      client.$transaction(async (transaction) => {
        await transaction.task.update({ where: { id: 36 }, data: { title: 'theirs' } })
        answered = send('PATCH', '/tasks/37', patch('tasks', '37', { title: 'ours' }))
        await new Promise((resolve) => void setTimeout(resolve, 50))
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect((await answered)?.status).toBe(200)
    expect([(await titleOf(36)) === 'theirs', await titleOf(37)]).toEqual([false, 'ours'])
  })

  test('each response to fifty concurrent updates and destroys of one record is correct', async () => {
    const send = served()
    const { id } = await opened.prisma.task.create({ data: { title: 'contested' } })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        turn % 10 === 9
          ? send('DELETE', `/tasks/${id}`, undefined)
          : send('PATCH', `/tasks/${id}`, patch('tasks', String(id), { title: `turn ${turn}` })),
      ),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ status }) => ![200, 204, 404].includes(status))).toEqual([])
    expect(await titleOf(id)).toBe(undefined)
  })
})

describe.each(places.filter(({ name }) => name === 'postgresql'))(
  'write/one-step (14.6): connections lost during the only statement, on $name',
  (database) => {
    const NAME = `one-step-${process.pid}`
    let opened: OpenDatabase<TenantsClient>
    let client: TenantsClient
    let send: ReturnType<typeof serveWrites>['send']
    beforeAll(async () => {
      opened = await database.openTenants()
      await makeRecords(opened.prisma)
      await opened.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
      const url = new URL(opened.url)
      const given = url.searchParams.get('options') ?? ''
      const limits = `-c statement_timeout=20000 -c lock_timeout=15000 -c application_name=${NAME}`
      url.searchParams.set('options', `${given} ${limits}`.trim())
      client = await openClient('tenants', { name: opened.name, url: url.href }, { connections: 4 })
      const options = { transaction: { bounds: 'pool' } } as const
      send = serveWrites(setResources(client, options), { answerErrors: true }).send
      await rename('first')
    })
    afterAll(async () => {
      await closeClient(client)
      await opened.close()
    })
    const rename = (title: string) =>
      send('PATCH', '/tasks/30', { data: { type: 'tasks', id: '30', attributes: { title } } })

    test('if the connection is lost during the only statement, the response says that the outcome is unknown', async () => {
      const answer = await opened.prisma.$transaction(async (transaction) => {
        await transaction.$queryRawUnsafe('SELECT 1 FROM "Task" WHERE id = 30 FOR UPDATE')
        const waiting = rename('second')
        for (let turn = 0; turn < 100; turn++) {
          const ended: object[] = await transaction.$queryRawUnsafe(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = '${NAME}' AND wait_event_type = 'Lock'`,
          )
          if (ended.length > 0) break
          await new Promise((resolve) => void setTimeout(resolve, 20))
        }
        return waiting
      })
      expect([answer.status, shortErrors(answer), metaOf(answer)]).toEqual([
        503,
        ['503 - The connection was lost during the commit: the write may or may not have been saved.'],
        { written: 'unknown' },
      ])
      const { title } = await opened.prisma.task.findUniqueOrThrow({ where: { id: 30 } })
      expect(title).toBe('first')
    })

    test("if the request's deadline passes during the only statement, the response says that the outcome is unknown", async () => {
      const options = { transaction: { bounds: 'pool' } } as const
      const { send: late } = serveWrites(setResources(client, options), { limits: { time: 400 } })
      const body = { data: { type: 'tasks', id: '31', attributes: { title: 'late' } } }
      const answer = await opened.prisma.$transaction(async (transaction) => {
        await transaction.$queryRawUnsafe('SELECT 1 FROM "Task" WHERE id = 31 FOR UPDATE')
        return late('PATCH', '/tasks/31', body)
      })
      expect([answer.status, metaOf(answer)]).toEqual([503, { written: 'unknown' }])
    })

    test('if connections end at random moments, no response claims more than is known about its write', async () => {
      const create = (title: string) =>
        send('POST', '/tasks', { data: { type: 'tasks', attributes: { title } } })
      const answers = new Map<string, Answer>()
      for (let round = 0; round < 12; round++) {
        const sending = Array.from({ length: 8 }, async (_, turn) => {
          const title = `ended ${round} ${turn}`
          answers.set(title, await create(title))
        })
        for (let times = 0; times < 2; times++) {
          await opened.prisma.$executeRawUnsafe(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${NAME}'`,
          )
        }
        await Promise.all(sending)
      }
      const rows = await opened.prisma.task.findMany({ where: { title: { startsWith: 'ended ' } } })
      const stored = new Map<string, number>()
      for (const { title } of rows) stored.set(title, (stored.get(title) ?? 0) + 1)
      const untrue = [...answers].filter(([title, answer]) => {
        const times = stored.get(title) ?? 0
        if (answer.status === 201) return times !== 1
        return times > (metaOf(answer)?.['written'] === 'unknown' ? 1 : 0)
      })
      expect(untrue).toEqual([])
      expect((await create('afterwards')).status).toBe(201)
    })
  },
)

/** The `meta` of the first error. */
const metaOf = ({ body }: Answer): Readonly<Record<string, unknown>> | undefined => {
  const { errors } = body as { readonly errors?: readonly { readonly meta?: Record<string, unknown> }[] }
  return errors?.[0]?.meta
}
