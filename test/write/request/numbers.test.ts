import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type ConstraintsClient, type OpenDatabase } from '../../support/databases.js'
import { constraintsResources } from '../support/constraints.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'

const MORE = 'has more digits than its column can store.'

describe.each(databases)('write/numbers (18.10): numbers that $name would change', (database) => {
  let opened: OpenDatabase<ConstraintsClient>
  let served: Served
  beforeAll(async () => {
    opened = await database.openConstraints()
    served = serveWrites(constraintsResources(opened.prisma))
    await opened.prisma.organisation.create({ data: { name: 'one' } })
  })
  afterAll(() => opened.close())

  let count = 0
  const create = (attributes: object) =>
    served.send('POST', '/tickets', {
      data: {
        type: 'tickets',
        attributes: { number: ++count, code: String(count), ...attributes },
        relationships: { organisation: { data: { type: 'organisations', id: '1' } } },
      },
    })

  test.each(['0.001', '1.005', '-0.0000001', '1e-3', '12.340001'])(
    'a decimal with too many decimal places for its column, %s, is rejected, and no data is written',
    async (price) => {
      const before = await opened.prisma.ticket.count()
      const answer = await create({ price })
      // SQLite has no scale and stores a double, which can represent each of these values.
      if (database.name === 'sqlite') {
        expect(written(answer).data.attributes?.['price']).toBe(
          String(Number(price)).replace('1e-7', '0.0000001'),
        )
      } else {
        expect([answer.status, shortErrors(answer)]).toEqual([
          422,
          [`422 /data/attributes/price price ${MORE}`],
        ])
        expect(await opened.prisma.ticket.count()).toBe(before)
      }
    },
  )

  test.each(['0.12', '1.500000', '99999999.99', '-0.1', '0.000', '120e-2', '1e3'])(
    'a decimal that fits its column, %s, is stored exactly',
    async (price) => {
      const { price: kept } = written(await create({ price })).data.attributes ?? {}
      expect(Number(kept)).toBe(Number(price))
    },
  )

  test.each(['100000000', '-999999999.99', '1e9'])(
    'a decimal with too many digits before the point, %s, is rejected',
    async (price) => {
      const answer = await create({ price })
      // Columns have no bounds on SQLite.
      if (database.name === 'sqlite') expect(answer.status).toBe(201)
      else expect(shortErrors(answer)).toEqual(['422 /data/attributes/price price is out of range.'])
    },
  )

  test('a decimal with more digits than any store supports is rejected in an update', async () => {
    const { data } = written(await create({ weight: '0.5' }))
    const patch = (weight: string) =>
      served.send('PATCH', `/tickets/${data.id}`, {
        data: { type: 'tickets', id: data.id, attributes: { weight } },
      })
    for (const weight of [`0.${'1'.repeat(31)}`, `1.${'0'.repeat(40)}1`]) {
      expect(shortErrors(await patch(weight))).toEqual([`422 /data/attributes/weight weight ${MORE}`])
    }
    expect(
      (await opened.prisma.ticket.findUnique({ where: { id: Number(data.id) } }))?.weight?.toString(),
    ).toBe('0.5')
  })

  test('accepted numbers are read back exactly, however many digits they have', async () => {
    for (let n = 0; n < 40; n++) {
      const digits = Array.from({ length: 1 + (n % 25) }, (_, at) => ((n * 7 + at * 3) % 9) + 1).join('')
      const weight = `${digits.slice(0, n % 7)}.`.replace(/^\./, '0.') + (digits.slice(n % 7) || '0')
      const answer = await create({ weight })
      if (answer.status === 201) {
        const { weight: kept } = written(answer).data.attributes ?? {}
        expect(String(kept).replace(/\.0+$/, '')).toBe(weight.replace(/\.0+$/, ''))
      } else {
        expect([database.name, shortErrors(answer)]).toEqual([
          'sqlite',
          [`422 /data/attributes/weight weight ${MORE}`],
        ])
      }
    }
  })

  test.each([
    ['an integer beyond 2^53', '"number":9007199254740993', '/data/attributes/number', '9007199254740993'],
    [
      'a double beyond the range of the type',
      '"amounts":18014398509481984',
      '/data/attributes/amounts',
      '18014398509481984',
    ],
    ['a number that overflows', '"amounts":1e400', '/data/attributes/amounts', '1e400'],
    ['a number that becomes zero', '"amounts":-1e-400', '/data/attributes/amounts', '-1e-400'],
    [
      'a number with more than 17 digits',
      '"weight":0.123456789012345678',
      '/data/attributes/weight',
      '0.123456789012345678',
    ],
  ])('%s in a body is rejected with a pointer', async (_, member, pointer, number) => {
    const body = `{"data":{"type":"tickets","attributes":{${member}}}}`
    const answer = await served.send('POST', '/tickets', body)
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        `400 ${pointer} JSON numbers cannot represent ${number} exactly: send it as a string, if its type allows that, or with fewer digits.`,
      ],
    ])
  })

  test('a decimal that is sent as a string is stored exactly if the store supports its digits', async () => {
    const answer = await create({ weight: '0.123456789012345678' })
    if (database.name === 'sqlite') {
      expect(shortErrors(answer)).toEqual([`422 /data/attributes/weight weight ${MORE}`])
    } else expect(written(answer).data.attributes?.['weight']).toBe('0.123456789012345678')
  })
})
