import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

const nodes = adapterResource('nodes', 'Node')
const insert = (name: string) => ({ kind: 'insert', resource: nodes, rows: [{ name }] }) as const

describe.each(databases)('kysely/transactions (23.8, 23.10): transactions on $name', (database) => {
  let opened: OpenDatabase<TypesClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  beforeAll(async () => {
    opened = await database.openTypes()
    kysely = kyselyAdapter(opened, { transaction: { timeout: 1_500 } })
  })
  afterAll(async () => {
    await kysely.close()
    await opened.close()
  })
  const names = async (): Promise<readonly string[]> =>
    (await opened.prisma.node.findMany({ orderBy: { id: 'asc' } })).map(({ name }) => name)

  test('a transaction whose block throws writes nothing, and one whose block succeeds writes everything', async () => {
    const { adapter } = kysely
    const thrown = new Error('Not so.')
    const failed = adapter.transaction(async () => {
      await adapter.write([insert('a'), insert('b')])
      throw thrown
    })
    await expect(failed).rejects.toBe(thrown)
    expect(await names()).toEqual([])
    await adapter.transaction(async () => void (await adapter.write([insert('c'), insert('d')])))
    expect(await names()).toEqual(['c', 'd'])
  })

  test('at the deadline of a transaction, the caller receives a response, no data is written, and the block can no longer write', async () => {
    const { adapter } = kysely
    const before = await names()
    let tried: Promise<unknown> | undefined
    const failed = adapter.transaction(async () => {
      await adapter.write([insert('late')])
      await wait(2_500)
      tried = adapter.write([insert('too late')])
      await tried
    })
    await expect(failed).rejects.toMatchObject({ status: 503 })
    await wait(1_500)
    await expect(tried).rejects.toThrow('already')
    expect(await names()).toEqual(before)
    await adapter.transaction(async () => void (await adapter.write([insert('next')])))
    expect(await names()).toEqual([...before, 'next'])
  })

  test('a store error that the block of a transaction catches does not result in a partial transaction', async () => {
    const { adapter } = kysely
    const before = await names()
    const { id } = await opened.prisma.node.findFirstOrThrow()
    const failed = adapter.transaction(async () => {
      await adapter.write([insert('first')])
      const twice = { kind: 'insert', resource: nodes, rows: [{ id, name: 'taken' }] } as const
      await expect(adapter.write([twice])).rejects.toSatisfy(
        (error: unknown) => adapter.faultOf(error, nodes).kind === 'unique',
      )
      await adapter.write([insert('second')])
    })
    if (database.name === 'postgresql') {
      await expect(failed).rejects.toSatisfy((error: unknown) => adapter.faultOf(error).kind === 'aborted')
      expect(await names()).toEqual(before)
    } else {
      await failed
      expect(await names()).toEqual([...before, 'first', 'second'])
    }
  })

  test("the application writes in a transaction through the adapter's client", async () => {
    const { adapter } = kysely
    const before = await names()
    const failed = adapter.transaction(async () => {
      await sql`update ${sql.id('Node')} set position = 7`.execute(adapter.client)
      throw new Error('Undo.')
    })
    await expect(failed).rejects.toThrow('Undo.')
    expect(await opened.prisma.node.count({ where: { position: 7 } })).toBe(0)
    expect(await names()).toEqual(before)
  })

  test('a failed statement that the application catches does not result in a partial transaction', async () => {
    const { adapter } = kysely
    const before = await names()
    const failed = adapter.transaction(async () => {
      await adapter.write([insert('whole')])
      await sql`select missing from ${sql.id('Node')}`.execute(adapter.client).catch(() => {})
    })
    if (database.name === 'postgresql') {
      await expect(failed).rejects.toSatisfy((error: unknown) => adapter.faultOf(error).kind === 'aborted')
      expect(await names()).toEqual(before)
    } else {
      await failed
      expect(await names()).toEqual([...before, 'whole'])
    }
  })
})
