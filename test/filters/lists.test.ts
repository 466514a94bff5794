import { MemoryAdapter } from '../adapter/memory/adapter.js'
import { MemoryStore } from '../adapter/memory/store.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Resource } from '@jsonapi-gen/runtime'
import { databases } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { RecordedResource } from '../support/read/recorded-resource.js'
import { serve, type Served } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const LISTS = {
  strings: ['string[]', ['a', 'b,c'], 'a', '{{b,c}}', 'z'],
  integers: ['integer[]', [1, 2], '1', '2', '9'],
  bigints: ['bigint[]', [1n, 2n ** 62n], '1', String(2n ** 62n), '9'],
  floats: ['float[]', [0.5, 1], '0.5', '1', '9'],
  decimals: ['decimal[]', ['0.25', '1'], '0.25', '1', '9'],
  booleans: ['boolean[]', [true, true], 'true', 'true', 'false'],
  datetimes: [
    'datetime[]',
    [new Date(0), new Date(1000)],
    '1970-01-01',
    '1970-01-01T00:00:01Z',
    '2000-01-01',
  ],
  uuids: [
    'uuid[]',
    ['3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55', '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'],
    '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11',
    '00000000-0000-0000-0000-000000000000',
  ],
  dates: [
    'date[]',
    [new Date('0001-01-01'), new Date('2024-02-29')],
    '0001-01-01',
    '2024-02-29',
    '2024-03-01',
  ],
  colors: [{ enum: ['red', 'green', 'blue'], list: true }, ['red', 'blue'], 'red', 'blue', 'green'],
  bytes: ['bytes[]', [new Uint8Array([0]), new Uint8Array([254, 255])], 'AA==', '_v8=', 'AQ=='],
  jsons: [
    'json[]',
    [{ a: 1, b: [] }, [1], 'text', true, 2, null],
    '{{{{"b":[],"a":1}}}}',
    '{{{[1]}}}',
    '{{{{"json":{"a":1,"b":[]}}}}}',
  ],
} as const

interface ListClient {
  readonly listSample: { create(parameters: { data: object }): Promise<object> }
}

describe('filters/lists (3.5): a list is compared as a whole, whatever operators its members support', () => {
  class Rows extends RecordedResource {
    static {
      this.type('rows')
      this.useAdapter(new MemoryAdapter(new MemoryStore({})))
      for (const [name, [type]] of Object.entries(LISTS)) {
        this.attribute(name, type)
        this.allowFilter(name)
      }
    }
  }
  const api = serve({ rows: Rows })

  test.each(Object.keys(LISTS))('%s supports only eq and not_eq', async (name) => {
    for (const operator of ['gt', 'not_lte', 'prefix', 'contains']) {
      const detail = `The filter "${name}" does not support the operator "${operator}". It supports eq, not_eq.`
      const parameter = `filter[${name}][${operator}]`
      expect(await api.get(`/rows?${parameter}=1`)).toEqual(refusal(KINDS.badFilter, parameter, detail))
    }
  })
})

// In Prisma, only PostgreSQL has list columns.
describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'filters/lists: filters on lists, on $name',
  ({ openTypes }) => {
    class Lists extends Resource {
      static {
        this.type('lists')
        this.model('ListSample')
        for (const [name, [type]] of Object.entries(LISTS)) {
          this.attribute(name, type)
          this.allowFilter(name)
        }
      }
    }
    let served: Served
    let close: () => Promise<void>

    beforeAll(async () => {
      const database = await openTypes()
      close = () => database.close()
      const { listSample } = database.prisma as unknown as ListClient
      const full = Object.entries(LISTS).map(([name, [, values]]) => [name, [...values]])
      const half = Object.entries(LISTS).map(([name, [, [first]]]) => [name, [first]])
      await listSample.create({ data: { id: '1', ...Object.fromEntries(full) } })
      await listSample.create({ data: { id: '2', ...Object.fromEntries(half) } })
      await listSample.create({ data: { id: '3' } })
      const none = Object.entries(LISTS).map(([name]) => [name, []])
      await listSample.create({ data: { id: '4', ...Object.fromEntries(none) } })
      Lists.useAdapter(prismaAdapter(database.prisma))
      served = serve({ lists: Lists })
    })
    afterAll(() => close())

    const find = async (filter: string, value: string) =>
      idsOf(await served.get(`/lists?filter${filter}=${encodeURIComponent(value)}`))

    test.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
      'a single value finds lists of %s that contain it, and several values find lists that contain at least one of them (3.4)',
      async (name) => {
        const [, , first, second, none] = LISTS[name]
        const withSecond = first === second ? [1, 2] : [1]
        expect(await find(`[${name}]`, first)).toEqual([1, 2])
        expect(await find(`[${name}]`, second)).toEqual(withSecond)
        expect(await find(`[${name}]`, none)).toEqual([])
        expect(await find(`[${name}]`, `${second},${none}`)).toEqual(withSecond)
        expect(await find(`[${name}][not_eq]`, first)).toEqual([3, 4])
        expect(await find(`[${name}][not_eq]`, `${second},${none}`)).toEqual(
          [1, 2, 3, 4].filter((id) => !withSecond.includes(id)),
        )
        expect(await find(`[not][${name}]`, none)).toEqual([1, 2, 3, 4])
      },
    )

    test.each((Object.keys(LISTS) as (keyof typeof LISTS)[]).filter((name) => name !== 'jsons'))(
      '{{{[]}}} finds lists of %s that are empty or were never set, and an empty value finds nothing (3.4)',
      async (name) => {
        expect(await find(`[${name}]`, '{{{[]}}}')).toEqual([3, 4])
        expect(await find(`[${name}][not_eq]`, '{{{[]}}}')).toEqual([1, 2])
        expect(await find(`[not][${name}]`, '{{{[]}}}')).toEqual([1, 2])
        expect(await find(`[${name}]`, '')).toEqual([])
        expect(await find(`[${name}][not_eq]`, LISTS[name][2])).toEqual([3, 4])
      },
    )

    test.each(['text', '{{{"text"}}}', 'true', '{{{2}}}', '{{{null}}}'])(
      'any JSON value is found in a list: %s (3.3)',
      async (value) => {
        expect(await find('[jsons]', value)).toEqual([1])
        expect(await find('[jsons]', `${value},{{{"none"}}}`)).toEqual([1])
        expect(await find('[jsons][not_eq]', value)).toEqual([2, 3, 4])
      },
    )
  },
)
