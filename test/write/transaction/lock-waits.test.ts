import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../support/clients.js'
import {
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
  type TenantsClient,
} from '../../support/databases.js'
import { dice, SEED } from '../../support/dice.js'
import { isSoak } from '../../support/sample.js'
import { shortErrors } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'
import { isSerial, makeRecords, SET_KINDS, setResources, type SetWrite, some } from '../support/sets.js'

const CONNECTIONS = isSoak ? 20 : 10
const ROUNDS = isSoak ? 100 : 1

const servers = databases.filter(({ name }) => name !== 'sqlite')
const held = SET_KINDS.filter(({ name }) => name === 'a key of the members')

describe.each(servers)('write/lock-waits (23.11): requests that wait for locks, on $name', (database) => {
  let opened: OpenDatabase<TenantsClient>
  let wide: TenantsClient
  let narrow: TenantsClient
  let served: Served
  beforeAll(async () => {
    opened = await database.openTenants()
    await makeRecords(opened.prisma)
    wide = await openClient('tenants', opened, { connections: CONNECTIONS })
    narrow = await openClient('tenants', opened, { connections: 1 })
    served = serveWrites(setResources(wide))
  })
  afterAll(async () => {
    await closeClient(wide)
    await closeClient(narrow)
    await opened.close()
  })

  test.each(held)(
    'when 40 requests replace sets with the same members, all of them return a response, and so do concurrent reads',
    async (kind) => {
      const by = dice(SEED)
      for (let round = 0; round < ROUNDS; round++) {
        const before = await kind.links(opened.prisma)
        const writes = Array.from({ length: 40 }, (_, index): SetWrite => ({
          owner: 1 + (index % 10),
          does: 'replace',
          members: some(by, 15),
        }))
        const writing = writes.map(({ owner, members }) =>
          served.send('PATCH', `/projects/${owner}/relationships/tasks`, {
            data: members.map((id) => ({ type: 'tasks', id: String(id) })),
          }),
        )
        const reading = Array.from({ length: 10 }, (_, index) => served.send('GET', `/tasks/${index + 1}`))
        const answers = await Promise.all(writing)
        const read = await Promise.all(reading)
        expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
        const unexpected = answers.filter(({ status }) => ![204, 409, 503].includes(status))
        expect(unexpected.map((answer) => shortErrors(answer))).toEqual([])
        const done = writes.filter((_, index) => answers[index]?.status === 204)
        expect(isSerial(kind, before, done, await kind.links(opened.prisma))).toBe(true)
      }
    },
    3_600_000,
  )

  /** Locks a row on a different connection until the response has arrived. */
  async function whileHeld<Result>(table: string, id: number, run: () => Promise<Result>): Promise<Result> {
    const quote = database.name === 'mariadb' ? '`' : '"'
    return opened.prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRawUnsafe(
          `SELECT 1 FROM ${quote}${table}${quote} WHERE id = ${id} FOR UPDATE`,
        )
        return run()
      },
      { timeout: 60_000 },
    )
  }
  const impatient = () => serveWrites(setResources(narrow, { transaction: { lockTimeout: 100 } })).send
  const SET = {
    data: [
      { type: 'tasks', id: '1' },
      { type: 'tasks', id: '2' },
    ],
  }
  const BUSY = ['409 - Other requests are writing the same records. Nothing was written; try again.']

  test("a request that waits too long for a set's owner returns 409, and no data is written", async () => {
    const before = await held[0]?.links(opened.prisma)
    const answer = await whileHeld('Project', 11, () =>
      impatient()('PATCH', '/projects/11/relationships/tasks', SET),
    )
    expect([answer.status, shortErrors(answer)]).toEqual([409, BUSY])
    expect(await held[0]?.links(opened.prisma)).toEqual(before)
  })

  test.each(database.name === 'postgresql' ? [database.name] : [])(
    'on %s, a request that waits too long for any other row returns 409, and its connection does not keep the changed setting',
    async () => {
      const answer = await whileHeld('Task', 30, () =>
        impatient()('PATCH', '/tasks/30', {
          data: { type: 'tasks', id: '30', attributes: { title: 'changed' } },
        }),
      )
      expect([answer.status, shortErrors(answer)]).toEqual([409, BUSY])
      expect(await narrow.$queryRawUnsafe('SHOW lock_timeout')).toEqual([{ lock_timeout: '0' }])
    },
  )

  test.each(database.name === 'mariadb' ? [database.name] : [])(
    '%s: after a request has waited for the maximum time, it does not wait again',
    async () => {
      const sent: string[] = []
      const url = new URL(opened.url)
      const pool = new PrismaMariaDb({
        host: url.hostname,
        port: Number(url.port || 3306),
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        database: url.pathname.slice(1),
        connectionLimit: 1,
        sessionVariables: { innodb_lock_wait_timeout: 1, max_statement_time: 60 },
      })
      const client = await createClient('tenants', database.name, pool)
      const noting = client.$extends({
        query: {
          $allOperations({ operation, args, query }) {
            sent.push(operation)
            return query(args)
          },
        },
      })
      const { send } = serveWrites(setResources(noting as never, { transaction: { lockTimeout: 900 } }))
      const answer = await whileHeld('Task', 30, () =>
        send('PATCH', '/tasks/30', {
          data: { type: 'tasks', id: '30', attributes: { title: 'changed' } },
        }),
      )
      expect([answer.status, shortErrors(answer)]).toEqual([409, BUSY])
      expect(sent.filter((operation) => operation.startsWith('update'))).toHaveLength(1)
      await client.$disconnect()
    },
  )

  test('a request that obtains a lock in time succeeds', async () => {
    const answer = await serveWrites(setResources(narrow)).send(
      'PATCH',
      '/projects/11/relationships/tasks',
      SET,
    )
    expect(answer.status).toBe(204)
  })
})
