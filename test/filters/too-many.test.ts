import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { idsOf } from '../support/read/answers.js'
import { serve, type Served } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const times = <Value>(count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe.each(databases)('filters/too-many: filters with many values on $name', ({ name, openTypes }) => {
  let served: Served
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openTypes()
    close = () => database.close()
    await database.prisma.sample.create({ data: sample('it', { booleanOrNull: true, json: { a: 1 } }) })
    await database.prisma.sample.create({ data: sample('null', {}) })
    served = serve({ samples: samples(prismaAdapter(database.prisma)) }, { limits: { url: 50_000 } })
  })
  afterAll(() => close())

  const find = async (filters: readonly string[]) => idsOf(await served.get(`/samples?${filters.join('&')}`))

  test.each([
    ['booleanOrNull', ['null'], ['null']],
    ['booleanOrNull', ['true', 'null'], ['it', 'null']],
    ['booleanOrNull', ['true'], ['it']],
    ['json', ['{{{{"a":1}}}}'], ['it']],
    ['json', ['a', '{{{"a"}}}'], []],
    ['bytes', ['AQ==', 'AA=='], ['it', 'null']],
    ['datetime', ['2026-11-20T15:04:05.678Z', '2026-11-20T16:04:05.678%2B01:00'], ['it', 'null']],
  ] as const)('a repeated value in a filter is sent once: %s (3.4)', async (attribute, values, found) => {
    const list = times(
      attribute === 'booleanOrNull' || attribute === 'json' ? 190 : 20,
      (index) => values[index % values.length],
    )
    const groups = times(8, (index) => `filter[or][${index}][${attribute}]=${list.join(',')}`)
    expect(await find(groups)).toEqual(found)
    expect(await find(groups.map((group) => group.replace('filter[or]', 'filter[and]')))).toEqual(found)
  })

  test('a filter with more values than the store accepts returns 400, never 500 (3.4)', async () => {
    const lists = times(8, (index) => {
      const values = times(120, (value) => (index * 120 + value).toString(36))
      return `filter[or][${index}][jsonOrNull]=null,${values.join(',')}`
    })
    const nulls = times(40, (index) => `filter[or][${index + 8}][booleanOrNull]=null`)
    const { status, body } = await served.get(`/samples?${[...lists, ...nulls].join('&')}&stats[total]=count`)
    expect(status).toBe(name === 'sqlite' ? 400 : 200)
    if (name !== 'sqlite') return
    expect(body).toMatchObject({ errors: [{ code: 'invalid_parameter', source: { parameter: 'filter' } }] })
  })
})
