import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareDecimals } from '../../runtime/src/vocabulary/values/decimal.js'
import { boundedDecimal } from '../../runtime/src/sql/compared-decimals.js'
import { comparedDecimal } from '../../runtime/src/sql/values/mysql.js'
import { statementOf } from '../../kysely/src/store/statement.js'
import { kyselyOf } from '../kysely/support/kysely-of.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { chance } from '../support/chance.js'
import { databases } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { idsOf } from '../support/read/answers.js'
import { serve, type Served } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const ROWS = [
  ['great', '1234567890123456789.123456789'],
  ['less', '1234567890123456789.123456788'],
  ['negative', '-3'],
  ['tenth', '0.1'],
] as const
const ALL = ROWS.map(([id]) => id)

/**
 * Values within and beyond the range of the stores, each with the rows that have a smaller value and those that have a
 * greater one.
 */
const BOUNDS: readonly (readonly [value: string, less: readonly string[], greater: readonly string[]])[] = [
  ...['1e30', '1e64', '1e65', '9'.repeat(66), '1e80', '1e81', '1e308'].flatMap(
    (value) =>
      [
        [value, ALL, []],
        [`-${value}`, [], ALL],
      ] as const,
  ),
  ...['0', '1e-30', '-1e-30', '1e-81', '-1e-300', '0e99', '-0.0'].map(
    (value) => [value, ['negative'], ['great', 'less', 'tenth']] as const,
  ),
]

const engines = databases.flatMap(({ name, openTypes }) =>
  (['prisma', 'kysely'] as const).map((engine) => ({ name, openTypes, engine })),
)

describe.each(engines)(
  'filters/decimals: decimals in filters, on $engine and $name',
  ({ name, openTypes, engine }) => {
    let served: Served
    let close: () => Promise<void>
    beforeAll(async () => {
      const database = await openTypes()
      const kysely = kyselyAdapter(database)
      close = async () => {
        await kysely.close()
        await database.close()
      }
      for (const [id, decimal] of ROWS) await database.prisma.sample.create({ data: sample(id, { decimal }) })
      served = serve({
        samples: samples(engine === 'kysely' ? kysely.adapter : prismaAdapter(database.prisma)),
      })
    })
    afterAll(() => close())

    const find = async (filter: string, value: string) =>
      idsOf(await served.get(`/samples?filter${filter}=${encodeURIComponent(value)}`))

    test('a decimal with more digits than a double is compared exactly (3.4)', async () => {
      const [above, below] = ['-2.9999999999999999999999', '-3.0000000000000000000001']
      const greater = ALL.filter((id) => id !== 'negative')
      for (const [operator, ofAbove, ofBelow] of [
        ['', [], []],
        ['[not_eq]', ALL, ALL],
        ['[gt]', greater, ALL],
        ['[gte]', greater, ALL],
        ['[not_gte]', ['negative'], []],
        ['[lt]', ['negative'], []],
        ['[lte]', ['negative'], []],
        ['[not_lt]', greater, ALL],
      ] as const) {
        expect(await find(`[decimal]${operator}`, above), operator).toEqual(ofAbove)
        expect(await find(`[decimal]${operator}`, below), operator).toEqual(ofBelow)
      }
    })

    test('each decimal in a list is compared exactly, like a single value (3.4)', async () => {
      // SQLite stores decimals as doubles, which never have that many digits.
      const found = name === 'sqlite' ? [] : ['less']
      const others = ALL.filter((id) => !found.includes(id))
      for (const value of ['1234567890123456789.123456788', '1234567890123456789.123456788,5']) {
        expect(await find('[decimal]', value)).toEqual(found)
        expect(await find('[decimal][not_eq]', value)).toEqual(others)
        expect(await find('[not][decimal]', value)).toEqual(others)
        expect(await find('[decimalOrNull]', value)).toEqual([])
        expect(await find('[decimalOrNull]', `${value},null`)).toEqual(ALL)
      }
    })

    test.each(BOUNDS)(
      "a decimal outside the store's range is compared correctly: %s (3.5)",
      async (value, less, greater) => {
        expect({
          gt: await find('[decimal][gt]', value),
          gte: await find('[decimal][gte]', value),
          lt: await find('[decimal][lt]', value),
          lte: await find('[decimal][lte]', value),
          not_gt: await find('[decimal][not_gt]', value),
          eq: await find('[decimal]', value),
          not_eq: await find('[decimal][not_eq]', value),
        }).toEqual({ gt: greater, gte: greater, lt: less, lte: less, not_gt: less, eq: [], not_eq: ALL })
      },
    )

    test.each(['0.1000000000000000000000000000000000001', `0.1${'0'.repeat(60)}1`, `0.1${'0'.repeat(300)}1`])(
      'a decimal with more digits than the store supports matches nothing: %s (3.4)',
      async (value) => {
        expect(await find('[decimal]', value)).toEqual([])
        expect(await find('[decimal][gte]', value)).toEqual(['great', 'less'])
        expect(await find('[decimal][lt]', `-${value}`)).toEqual(['negative'])
      },
    )
  },
)

test.each([
  ['1e65', '9'.repeat(65), -1],
  [`${'9'.repeat(65)}.5`, '9'.repeat(65), -1],
  ['-1e65', `-${'9'.repeat(65)}`, 1],
  ['9'.repeat(65), '9'.repeat(65), 0],
] as const)('a bounded decimal keeps its order relative to 65 nines: %s (3.5)', (value, held, side) => {
  expect(compareDecimals(held, boundedDecimal(value))).toBe(side)
})

const mariadb = databases.filter(({ name }) => name === 'mariadb')
describe.each(mariadb)('filters/decimals: decimals with 65 nines, on $name', ({ name, openTypes }) => {
  test('filters on a decimal column distinguish 65 nines from larger values (3.5)', async () => {
    const { prisma, url, close } = await openTypes()
    const nines = '9'.repeat(65)
    await prisma.$executeRawUnsafe('CREATE TABLE wide (value DECIMAL(65, 0))')
    await prisma.$executeRawUnsafe(`INSERT INTO wide VALUES (${nines}), (-${nines})`)
    const byPrisma = async (operator: string, value: string): Promise<number> => {
      const text = `SELECT value FROM wide WHERE value ${operator} ?`
      return (await prisma.$queryRawUnsafe<object[]>(text, boundedDecimal(value))).length
    }
    const db = kyselyOf({ name, url })
    const byKysely = async (operator: string, value: string): Promise<number> => {
      const statement = sql`SELECT value FROM wide WHERE value ${sql.raw(operator)} ${statementOf(comparedDecimal(value))}`
      return (await statement.execute(db)).rows.length
    }
    for (const count of [byPrisma, byKysely]) {
      expect([
        await count('<', '1e65'),
        await count('<=', '1e65'),
        await count('=', '1e65'),
        await count('>', '-1e65'),
        await count('=', '-1e65'),
        await count('=', nines),
        await count('<', nines),
        await count('>', '1e36'),
        await count('>', `-${nines}.00000000000000000000000000000000000001`),
      ]).toEqual([2, 2, 0, 2, 0, 1, 1, 1, 2])
    }
    await db.destroy()
    await close()
  })
})

test("a bounded decimal sorts among a column's values like the original decimal (3.5)", () => {
  const column = fc
    .tuple(fc.bigInt({ min: -(10n ** 65n) + 1n, max: 10n ** 65n - 1n }), fc.integer({ min: 0, max: 30 }))
    .map(([digits, scale]) => `${digits}e-${scale}`)
  const digits = fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n })
  const given = fc.tuple(digits, fc.integer({ min: -20, max: 120 })).map(([all, scale]) => `${all}e${-scale}`)
  // Values slightly below and slightly above a value of the column.
  const near = fc
    .tuple(column, fc.constantFrom('1', '-1', '0'), fc.integer({ min: 20, max: 120 }))
    .map(([value, by, scale]) => added(value, BigInt(by), scale))
  fc.assert(
    fc.property(column, fc.oneof(given, near), (held, value) => {
      const bounded = boundedDecimal(value)
      expect(bounded.replace(/[-.]/g, '').length).toBeLessThanOrEqual(67)
      expect(Math.sign(compareDecimals(held, bounded) ?? 2)).toBe(compareDecimals(held, value))
    }),
    chance(500),
  )
})

/** A column's value, slightly increased or decreased, in decimal notation. */
function added(value: string, by: bigint, scale: number): string {
  const [digits = '0', places = '0'] = value.split('e-')
  return `${BigInt(digits) * 10n ** BigInt(scale) + by * 10n ** BigInt(places)}e-${Number(places) + scale}`
}
