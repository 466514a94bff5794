import { PrismaLibSql } from '@prisma/adapter-libsql'
import { describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { sqlite } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { serve } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

/** Tables with two samples, and their URL. */
async function opened() {
  const { prisma, url, close } = await sqlite.openTypes()
  await prisma.sample.create({ data: sample('a', { string: '100%', bigint: 2n ** 60n }) })
  await prisma.sample.create({ data: sample('b', { string: '1000', bigint: -(2n ** 60n) }) })
  return { url, close }
}

const idsOf = (body: unknown): readonly string[] =>
  (body as { data: readonly { id: string }[] }).data.map(({ id }) => id)

describe('an ordinary client on SQLite (23.4)', () => {
  test('finds literally, and reads integers beyond 2^53, by itself', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', new PrismaLibSql({ url }))
    const { get } = serve([samples(prismaAdapter(prisma))])
    expect(idsOf((await get('/samples?filter[string][prefix]=100%25')).body)).toEqual(['a'])
    expect((await get('/samples?stats[bigint]=sum,maximum&page[size]=0')).body).toMatchObject({
      meta: { stats: { bigint: { sum: '0', maximum: String(2n ** 60n) } } },
    })
    await prisma.$disconnect()
    await close()
  })

  test('of which several adapters are made is amended once', async () => {
    const { url, close } = await opened()
    const factory = new PrismaLibSql({ url })
    const queries: string[] = []
    const prisma = await createClient('types', 'sqlite', factory, (sql) => queries.push(sql))
    const adapters = [prismaAdapter(prisma), prismaAdapter(prisma)]
    for (const adapter of adapters) {
      const { get } = serve([samples(adapter)])
      expect(idsOf((await get('/samples?filter[string][contains]=0%25')).body)).toEqual(['a'])
    }
    await prisma.$disconnect()
    // A client that connects again is as it was.
    const { get } = serve([samples(adapters[0] ?? prismaAdapter(prisma))])
    expect(idsOf((await get('/samples?filter[string][contains]=0%25')).body)).toEqual(['a'])
    await prisma.$disconnect()
    await close()
  })

  test('that had connected before is refused, with the line to write', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', new PrismaLibSql({ url }))
    await prisma.sample.count()
    const errors: unknown[] = []
    const { get } = serve([samples(prismaAdapter(prisma))], {
      onError: (error) => void errors.push(error),
    })
    expect((await get('/samples?filter[string][prefix]=100%25')).status).toBe(500)
    expect(String(errors[0])).toBe(
      'Error: This client for SQLite had connected before PrismaAdapter was made of it. Make the adapter first, or the client so: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url })) })',
    )
    await prisma.$disconnect()
    await close()
  })

  test('whose driver adapter is frozen is refused when the adapter is made, with the line to write', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', Object.freeze(new PrismaLibSql({ url })))
    expect(() => prismaAdapter(prisma)).toThrow(
      "PrismaAdapter can't amend the driver adapter of this client. Make it so: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url })) })",
    )
    await close()
  })

  test('that says itself that it reads integers as numbers is refused, with the line to write', async () => {
    const { url, close } = await opened()
    const prisma = await createClient('types', 'sqlite', new PrismaLibSql({ url, intMode: 'number' }))
    const adapter = prismaAdapter(prisma)
    await expect(adapter.resolve(adapter.baseScope({ ...RESOURCE, model: 'Sample' }))).rejects.toThrow(
      "The datamodel has a BigInt, which a number is not: new PrismaLibSql({ url, intMode: 'bigint' })",
    )
    await close()
  })
})

const RESOURCE = {
  type: 'samples',
  model: 'Sample',
  primaryKey: ['id'],
  version: undefined,
  exact: new Set<string>(),
}
