import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import type { AdapterResource, RecordLocks } from '@jsonapi-gen/runtime/adapter'
import type { TransactionNeeds } from '@jsonapi-gen/runtime'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import {
  databases,
  type ConstraintsClient,
  type KeysClient,
  type OpenDatabase,
} from '../support/databases.js'
import { adapterTo } from '../support/stores.js'
import { adapterResource } from '../support/people.js'
import { factsOf, prismaAdapter } from '../support/facts.js'

const organisations = adapterResource('organisations', 'Organisation')
const tickets = adapterResource('tickets', 'Ticket')
const customers: AdapterResource = {
  ...adapterResource('customers', 'Customer'),
  primaryKey: ['tenantId', 'number'],
}

const locksOf = (keys: RecordLocks['keys']): RecordLocks => ({ keys, members: [], isShared: false })

/**
 * The lock mode that another client uses, and the needs and the adapter of the transaction that has locked some
 * rows.
 */
interface Freedom {
  readonly mode?: string
  readonly needs?: TransactionNeeds
  readonly adapter?: PrismaAdapter
}

interface RawClient extends PrismaClientLike {
  $queryRawUnsafe<Rows>(sql: string): Promise<Rows>
}

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'locking records (11.16), on $name',
  (database) => {
    let opened: OpenDatabase<ConstraintsClient>
    let keys: OpenDatabase<KeysClient>
    /** Other clients, which skip locked rows. */
    let others: readonly [ConstraintsClient, KeysClient]
    const sqls: string[] = []
    beforeAll(async () => {
      opened = await database.openConstraints()
      keys = await database.openKeys({ onQuery: (sql) => sqls.push(sql) })
      others = [
        await createClient('constraints', database.name, adapterTo(database.name, opened.url, 1)),
        await createClient('keys', database.name, adapterTo(database.name, keys.url, 1)),
      ]
      await opened.prisma.organisation.createMany({ data: [1, 2, 3].map((id) => ({ id, name: `o${id}` })) })
      await opened.prisma.ticket.createMany({
        data: [1, 2, 3, 4, 5].map((id) => ({
          id,
          organisationId: id < 4 ? 1 : 2,
          number: id,
          code: `c${id}`,
          label: `l${id}`,
        })),
      })
      await keys.prisma.tenant.createMany({ data: [1, 2].map((id) => ({ id, name: `t${id}` })) })
      await keys.prisma.customer.createMany({
        data: [1, 2].flatMap((tenantId) => [1, 2].map((number) => ({ tenantId, number, name: 'c' }))),
      })
    })
    afterAll(async () => {
      for (const other of others) await other.$disconnect()
      await opened.close()
      await keys.close()
    })

    const quoted = (name: string): string => (database.name === 'mariadb' ? `\`${name}\`` : `"${name}"`)
    const share = database.name === 'mariadb' ? 'LOCK IN SHARE MODE' : 'FOR SHARE'
    /** The rows of a table that another client can lock while a transaction holds its locks. */
    async function free(
      client: RawClient,
      other: RawClient,
      [resource, locks]: readonly [AdapterResource, RecordLocks],
      [table, ...columns]: readonly [string, ...string[]],
      { mode = 'FOR UPDATE', needs = {}, adapter = prismaAdapter(client) }: Freedom = {},
    ): Promise<{ readonly found: number | undefined; readonly free: readonly unknown[] }> {
      const names = columns.map(quoted).join(', ')
      return adapter.transaction(async () => {
        const found = await lockedBy(adapter, locks, resource)
        const rows = await other.$queryRawUnsafe<readonly object[]>(
          `SELECT ${names} FROM ${quoted(table)} ORDER BY ${names} ${mode} SKIP LOCKED`,
        )
        return { found, free: rows.map((row) => Object.values(row).map(Number).join()) }
      }, needs)
    }
    const onPostgres = database.name === 'postgresql' ? [database.name] : []
    const tableOfTickets = ['tickets', 'ticket_id'] as const

    test("locking affects only the records with the given keys, and uses the store's table and column names", async () => {
      const of = (resource: AdapterResource, ids: RecordLocks['keys'], table: readonly [string, string]) =>
        free(opened.prisma, others[0], [resource, locksOf(ids)], table)
      expect(await of(organisations, [[2], [3]], ['organisations', 'organisation_id'])).toEqual({
        found: 2,
        free: ['1'],
      })
      expect(await of(tickets, [[4], [1]], tableOfTickets)).toEqual({ found: 2, free: ['2', '3', '5'] })
    })

    test('records with composite keys can be locked', async () => {
      const two = [
        [1, 2],
        [2, 1],
      ]
      expect(
        await free(keys.prisma, others[1], [customers, locksOf(two)], ['Customer', 'tenantId', 'number']),
      ).toEqual({ found: 2, free: ['1,1', '2,2'] })
    })

    test('locking affects and counts only keys whose columns have the expected values', async () => {
      const having = { ...locksOf([[1], [2], [4]]), having: { organisationId: 1 } }
      expect(await free(opened.prisma, others[0], [tickets, having], tableOfTickets)).toMatchObject({
        found: 2,
      })
    })

    test("locking keys also locks the members of their sets, and MariaDB reads the members' latest state", async () => {
      const locks = { ...locksOf([[5]]), members: [{ organisationId: 1 }] }
      const expected = database.name === 'postgresql' ? ['4'] : ['1', '2', '3', '4']
      const latest = { readsLatest: true }
      expect([
        await free(opened.prisma, others[0], [tickets, locks], tableOfTickets),
        await free(opened.prisma, others[0], [tickets, locks], tableOfTickets, { needs: latest }),
      ]).toMatchObject([{ free: expected }, { found: 4, free: ['4'] }])
    })

    test('a shared lock blocks changes, but not other shared locks', async () => {
      const locks = { ...locksOf([[1]]), isShared: true }
      expect([
        await free(opened.prisma, others[0], [tickets, locks], tableOfTickets, { mode: share }),
        await free(opened.prisma, others[0], [tickets, locks], tableOfTickets),
      ]).toMatchObject([{ free: ['1', '2', '3', '4', '5'] }, { free: ['2', '3', '4', '5'] }])
    })

    test('locking changes nothing, so no update trigger runs', async () => {
      const refusal = {
        mariadb: [
          `CREATE TRIGGER refused BEFORE UPDATE ON organisations FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'`,
        ],
        postgresql: [
          `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`,
          'CREATE TRIGGER refused BEFORE UPDATE ON organisations FOR EACH ROW EXECUTE FUNCTION refused()',
        ],
        sqlite: [],
      }
      for (const sql of refusal[database.name]) await others[0].$executeRawUnsafe(sql)
      const rename = opened.prisma.organisation.update({ where: { id: 3 }, data: { name: 'new' } })
      await expect(rename).rejects.toThrow('refused')
      const adapter = prismaAdapter(opened.prisma)
      const locks = locksOf([[3]])
      expect(await adapter.transaction(() => lockedBy(adapter, locks, organisations))).toBe(1)
    })

    test('locking several records runs one statement, and locking none runs no statement', async () => {
      const adapter = prismaAdapter(keys.prisma)
      sqls.length = 0
      await adapter.transaction(async () => {
        await lockedBy(adapter, locksOf([]), customers)
        await lockedBy(adapter, locksOf([[1, 1]]), customers)
      })
      expect(sqls.filter((sql) => /^select 1 /i.test(sql))).toHaveLength(1)
    })

    test.each(onPostgres)('inserts that refer to a locked record do not wait', async () => {
      const adapter = prismaAdapter(opened.prisma)
      const id = await adapter.transaction(async () => {
        expect(await lockedBy(adapter, locksOf([[3]]), organisations)).toBe(1)
        const data = { id: 9, organisationId: 3, number: 9, code: 'c9', label: 'l9' }
        return (await others[0].ticket.create({ data })).id
      })
      await opened.prisma.ticket.delete({ where: { id } })
    })

    const schemaOf = (url: string): string =>
      /search_path=(\w+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1] ?? ''

    test.each(onPostgres)('records of a model with a database schema are locked in that schema', async () => {
      const { models, ...store } = factsOf(opened.prisma)
      const told = (schema: string) => {
        const { Ticket } = models
        if (!Ticket) throw new Error('The datamodel has tickets.')
        const adapter = new PrismaAdapter(opened.prisma)
        declareFacts(adapter, { ...store, models: { Ticket: { ...Ticket, schema } } })
        return free(opened.prisma, others[0], [tickets, locksOf([[1]])], tableOfTickets, { adapter })
      }
      expect(await told(schemaOf(opened.url))).toMatchObject({ found: 1 })
      await expect(told('elsewhere')).rejects.toThrow('elsewhere')
    })

    test.each(onPostgres)(
      'records of a model without a database schema are locked where Prisma reads them, even if the search path differs',
      async () => {
        const located = new URL(opened.url)
        located.searchParams.delete('options')
        const adapter = new PrismaPg(
          { connectionString: located.href, max: 1 },
          { schema: schemaOf(opened.url) },
        )
        const client = await createClient('constraints', 'postgresql', adapter)
        expect(await free(client, others[0], [tickets, locksOf([[1]])], tableOfTickets)).toMatchObject({
          found: 1,
          free: ['2', '3', '4', '5'],
        })
        await client.$disconnect()
      },
    )
  },
)

/** The number of records that an adapter has locked; undefined if its store does not support the lock. */
async function lockedBy(
  adapter: PrismaAdapter,
  locks: RecordLocks,
  resource: AdapterResource,
): Promise<number | undefined> {
  const [result] = await adapter.write([{ kind: 'lock', resource, locks }])
  return result?.kind === 'locked' ? result.found : undefined
}
