import { PrismaLibSql } from '@prisma/adapter-libsql'
import type { SqlDriverAdapterFactory, SqlQuery } from '@prisma/driver-adapter-utils'
import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { sqlite } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { sample, samples } from '../support/samples.js'
import { serve } from '../support/serve.js'

/** Tables with two samples, and their URL. */
async function opened() {
  const { prisma, url, close } = await sqlite.openTypes()
  await prisma.sample.create({ data: sample('a', { string: '100%', bigint: 2n ** 60n }) })
  await prisma.sample.create({ data: sample('b', { string: '1000', bigint: -(2n ** 60n) }) })
  return { url, close }
}

const idsOf = (body: unknown): readonly string[] =>
  (body as { data: readonly { id: string }[] }).data.map(({ id }) => id)

const LINE =
  "Wrap its driver adapter in literalLike from @jsonapi-gen/runtime/prisma: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) })"

describe('a client on SQLite (23.4)', () => {
  test('a client with a wrapped driver adapter searches text literally, reads integers beyond 2^53, and keeps working after a reconnect', async () => {
    const { url, close } = await opened()
    const factory = literalLike(new PrismaLibSql({ url, intMode: 'bigint' }))
    const prisma = await createClient('types', 'sqlite', factory)
    const { get } = serve([samples(prismaAdapter(prisma))])
    expect(idsOf((await get('/samples?filter[string][prefix]=100%25')).body)).toEqual(['a'])
    expect((await get('/samples?stats[bigint]=sum,maximum&page[size]=0')).body).toMatchObject({
      meta: { stats: { bigint: { sum: '0', maximum: String(2n ** 60n) } } },
    })
    await prisma.$disconnect()
    expect(idsOf((await get('/samples?filter[string][contains]=0%25')).body)).toEqual(['a'])
    await prisma.$disconnect()
    await close()
  })

  test('a client with an unwrapped driver adapter is rejected at the first read or write, with instructions', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', new PrismaLibSql({ url, intMode: 'bigint' }))
    const errors: unknown[] = []
    const adapter = prismaAdapter(prisma)
    const { get } = serve([samples(adapter)], { onError: (error) => void errors.push(error) })
    expect((await get('/samples?filter[string][prefix]=100%25')).status).toBe(500)
    const said = `Error: This client treats % and _ in search text as wildcards, and reopens the SQLite file for every transaction. ${LINE}`
    expect(String(errors[0])).toBe(said)
    await expect(adapter.transaction(async () => {})).rejects.toThrow(LINE)
    await prisma.$disconnect()
    await close()
  })

  test('a client that reads integers as numbers is rejected with instructions if the datamodel contains a BigInt', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', literalLike(new PrismaLibSql({ url })))
    const adapter = prismaAdapter(prisma)
    await expect(adapter.read(adapter.all({ ...RESOURCE, model: 'Sample' }))).rejects.toThrow(
      `The datamodel has a BigInt, but this client does not read integers beyond 2^53. ${LINE}`,
    )
    await prisma.$disconnect()
    await close()
  })

  test('a client whose driver leaves COMMIT and ROLLBACK to Prisma runs serializable transactions one after another', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', literalLike(endedByPrisma(url)))
    const options = { isolationLevel: 'Serializable' } as const
    const count = () => prisma.$transaction(async (inside) => inside.sample.count(), options)
    expect([await count(), await count()]).toEqual([2, 2])
    const failing = prisma.$transaction(async (inside) => {
      await inside.sample.create({ data: sample('c', {}) })
      throw new Error('no')
    }, options)
    await expect(failing).rejects.toThrow('no')
    await prisma.sample.create({ data: sample('d', {}) })
    expect(await count()).toBe(3)
    await prisma.$disconnect()
    await close()
  })

  test('wrapping a driver adapter changes neither the client nor its factory', async () => {
    const { url, close } = await opened()
    const factory = Object.freeze(new PrismaLibSql({ url }))
    const before = Object.getOwnPropertyNames(factory)
    const wrapped = literalLike(factory)
    expect([wrapped.provider, wrapped.adapterName]).toEqual(['sqlite', '@prisma/adapter-libsql'])
    const connections = [await wrapped.connect(), await factory.connect()]
    const like = { sql: `SELECT 'a' LIKE (? || '%')`, args: ['\u001Ba'], argTypes: [TEXT] }
    const rows = await Promise.all(connections.map(async (each) => (await each.queryRaw(like)).rows))
    expect([rows, Object.getOwnPropertyNames(factory)]).toEqual([[[[1]], [[0]]], before])
    for (const each of connections) await each.dispose()
    await close()
  })
})

/**
 * libSQL as a driver that, like better-sqlite3, runs transactions on its only connection and reports that a
 * transaction has ended after Prisma's own COMMIT or ROLLBACK.
 */
function endedByPrisma(url: string): SqlDriverAdapterFactory {
  const factory = new PrismaLibSql({ url, intMode: 'bigint' })
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const connection = await factory.connect()
      return Object.assign(Object.create(connection) as typeof connection, {
        async startTransaction() {
          await connection.executeRaw({ sql: 'BEGIN', args: [], argTypes: [] })
          return {
            provider: connection.provider,
            adapterName: connection.adapterName,
            options: { usePhantomQuery: false },
            queryRaw: (statement: SqlQuery) => connection.queryRaw(statement),
            executeRaw: (statement: SqlQuery) => connection.executeRaw(statement),
            commit: async () => {},
            rollback: async () => {},
          }
        },
      })
    },
  }
}

const TEXT = { scalarType: 'string', arity: 'scalar' } as const

const RESOURCE = {
  type: 'samples',
  model: 'Sample',
  primaryKey: ['id'],
  version: undefined,
  exact: new Set<string>(),
}
