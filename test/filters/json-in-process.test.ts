import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { prismaAdapter } from '../support/facts.js'

interface Readable {
  all(query: object): Promise<{ readonly data: readonly object[] }>
}

describe.each(databases)('filters/json-in-process (3.3): JSON values on $name', (database) => {
  let opened: OpenDatabase<TypesClient>
  beforeAll(async () => {
    opened = await database.openTypes()
    const values = [{ a: 1 }, { eq: 1 }, { a: { b: [1, { c: null }] } }, 1, [1, 2], 'text']
    for (const [index, json] of values.entries()) {
      await opened.prisma.sample.create({ data: sample(`s${index}`, { json }) })
    }
  })
  afterAll(() => opened.close())

  const found = async (json: unknown): Promise<unknown> => {
    const Samples = samples(prismaAdapter(opened.prisma)) as unknown as Readable
    const { data } = await Samples.all({ filter: { json }, sort: 'id' })
    return data.map((record: object) => Reflect.get(record, 'id'))
  }

  test.each([
    [{ eq: { a: 1 } }, ['s0']],
    [{ eq: { eq: 1 } }, ['s1']],
    [{ eq: { a: { b: [1, { c: null }] } } }, ['s2']],
    [{ not_eq: { a: 1 } }, ['s1', 's2', 's3', 's4', 's5']],
    [{ eq: [1, 2] }, ['s4']],
    [[1, 2], ['s4']],
    [1, ['s3']],
    [{ eq: 1 }, ['s3']],
    ['text', ['s5']],
  ])('an in-process filter finds the matching records: %j', async (filter, ids) => {
    expect(await found(filter)).toEqual(ids)
  })

  test('an in-process filter by an object without an operator is always rejected', async () => {
    await expect(found({ a: 1 })).rejects.toThrow(
      'The filter "json" does not support the operator "a". It supports eq, not_eq.',
    )
    await expect(found({ gt: 1 })).rejects.toThrow(
      'The filter "json" does not support the operator "gt". It supports eq, not_eq.',
    )
  })
})
