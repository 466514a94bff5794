import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { sample } from '../support/samples.js'
import { prismaAdapter } from '../support/facts.js'

const COUNT = 45_000
const AT_ONCE = 20_000
const HUGE = 2n ** 62n

describe.each(databases)('stats/many-values (6.1): stats that $name cannot compute', (database) => {
  let opened: OpenDatabase<TypesClient>
  let prisma: PrismaClientLike
  /** The number of rows that each query has read. */
  const read: number[] = []
  beforeAll(async () => {
    opened = await database.openTypes()
    for (let from = 0; from < COUNT; from += 5000) {
      const data = Array.from({ length: 5000 }, (_, index) => ({
        name: `node ${from + index}`,
        position: (from + index) % 3,
      }))
      await opened.prisma.node.createMany({ data })
    }
    prisma = opened.prisma.$extends({
      query: {
        async $allOperations({ model, args, query }) {
          const result: unknown = await query(args)
          if (model && Array.isArray(result)) read.push(result.length)
          return result
        },
      },
    }) as unknown as PrismaClientLike
  }, 120_000)
  afterAll(() => opened.close())

  test('a count of distinct values is exact, although only a limited number of values is kept in memory', async () => {
    const adapter = prismaAdapter(prisma)
    const resource = adapterResource('nodes', 'Node')
    const scope = adapter.all(resource)
    read.splice(0)
    const stats = await adapter.stats(
      scope,
      [
        { column: 'name', calculation: 'count' },
        { column: 'position', calculation: 'count' },
        { column: 'parentId', calculation: 'count' },
      ],
      resource,
    )
    expect([stats, read]).toEqual([
      [COUNT, 3, 0],
      [AT_ONCE, AT_ONCE, COUNT - 2 * AT_ONCE, 3, 1],
    ])
  }, 60_000)

  if (database.name !== 'sqlite') return
  test('a sum that is too large for SQLite is exact, although only a limited number of rows is kept in memory', async () => {
    const adapter = prismaAdapter(prisma)
    const resource = { ...adapterResource('samples', 'Sample'), exact: new Set(['bigint']) }
    const samples = await doubled(opened.prisma, AT_ONCE)
    read.splice(0)
    const requests = [{ column: 'bigint', calculation: 'sum' }] as const
    expect(await adapter.stats(adapter.all(resource), requests, resource)).toEqual([HUGE * BigInt(samples)])
    expect(read).toEqual([AT_ONCE, samples - AT_ONCE])
  }, 60_000)
})

/** Fills the table with copies of one row until it has more than the given number of rows, and returns that number. */
async function doubled(prisma: TypesClient, count: number): Promise<number> {
  await prisma.sample.create({ data: sample('s', { bigint: HUGE }) })
  const columns = await prisma.$queryRawUnsafe<readonly { name: string }[]>('PRAGMA table_info("Sample")')
  const others = columns.flatMap(({ name }) => (name === 'id' ? [] : `"${name}"`)).join(', ')
  let rows = 1
  for (; rows <= count; rows *= 2) {
    await prisma.$executeRawUnsafe(
      `INSERT INTO "Sample" (id, ${others}) SELECT id || '-${rows}', ${others} FROM "Sample"`,
    )
  }
  return rows
}
