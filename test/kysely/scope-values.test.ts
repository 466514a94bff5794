import { KyselyScope } from '@jsonapi-gen/kysely'
import { type AdapterResource, ScopeFault } from '@jsonapi-gen/runtime/adapter'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

type Builder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>

const samples: AdapterResource = adapterResource('samples', 'Sample')

/** A scope whose conditions are not type-checked, as in JavaScript. */
const scopeOf = (): { where(given: unknown): KyselyScope } => new KyselyScope('Sample') as never

class Filter {
  readonly string = 'a'
}

const FAULTS: readonly (readonly [name: string, value: unknown])[] = [
  ['an object', { string: 'a' }],
  ['an empty object', {}],
  ['an object that looks like a node', { kind: 'RawNode', sqlFragments: ['1 = 1'], parameters: [] }],
  ['an object that renders itself as SQL', { toSqlString: () => '1 or 1 = 1' }],
  ['an object with toPostgres', { toPostgres: () => '1' }],
  ['an instance of a class', new Filter()],
  ['a map', new Map([['string', 'a']])],
  ['a promise', Promise.resolve('a')],
  ['a symbol', Symbol('a')],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['an invalid Date', new Date('no date')],
  ['a string with a null character', 'a\0b'],
]

describe('kysely/scope-values (18.4): values that a scope accepts', () => {
  test.each(FAULTS)('%s throws a ScopeFault as a value, in a list and in an expression', (_name, value) => {
    const all: readonly unknown[] = [
      { string: value },
      { integer: 1, string: value },
      { string: ['a', value] },
      (builder: Builder) => builder('string', '=', value as never),
      (builder: Builder) => builder('string', 'in', ['a', value] as never),
      (builder: Builder) => builder.not(builder.or([builder('string', '=', value as never)])),
      (builder: Builder) => builder.between('string', 'a', value as never),
      () => sql`string = ${value}`,
    ]
    for (const given of all) expect(() => scopeOf().where(given), String(given)).toThrow(ScopeFault)
  })

  test('a nested list or a function as a value throws a ScopeFault', () => {
    for (const string of [[['a']], ['a', ['b']], () => 'a', [() => 'a']]) {
      expect(() => scopeOf().where({ string })).toThrow(ScopeFault)
    }
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'id = 1'],
    ['undefined', {}],
    ['a list', [{ id: 1 }]],
    ['an instance of a class', new Filter()],
    ['a Date', new Date()],
    ['an expression without a function', sql`1 = 1`],
    ['a function without a result', () => {}],
    ['a function that returns a condition of strings', () => 'id = 1'],
    ['a function that returns a promise', async () => sql`1 = 1`],
    ['a function that returns values', () => ({ id: 1 })],
  ])('where() rejects %s', (_name, given) => {
    expect(() => scopeOf().where(given)).toThrow(ScopeFault)
  })

  test("a ScopeFault's message names the column but does not show the value", () => {
    expect(() => scopeOf().where({ string: { token: 'secret' } })).toThrow(
      new ScopeFault(
        'where({ string }) compares the column with an object, but accepts only a string, a finite number, a bigint, a boolean, a Date, bytes, null, or a list of these.',
      ),
    )
    expect(() => scopeOf().where((builder: Builder) => builder('string', '=', ['a', undefined]))).toThrow(
      new ScopeFault(
        'An expression in where(…) compares with undefined, but accepts only a string, a finite number, a bigint, a boolean, a Date, bytes, null, or a list of these.',
      ),
    )
  })
})

const DATES = ['2026-01-01', '2026-03-01', '2026-06-01'].map((day) => new Date(`${day}T00:00:00.000Z`))

describe.each(databases)('kysely/scope-values (18.4): values in scopes on $name', (database) => {
  let store: OpenDatabase<TypesClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  beforeAll(async () => {
    store = await database.openTypes()
    kysely = kyselyAdapter(store)
    await store.prisma.sample.createMany({
      data: DATES.map((date, index) => ({
        id: String(index),
        string: ['0', 'one', '1 or more'][index] ?? '',
        stringOrNull: index === 0 ? null : `b\\'${index}?`,
        integer: index,
        bigint: 2n ** 60n + BigInt(index),
        float: index + 0.5,
        decimal: `${index}.10`,
        boolean: index > 0,
        date,
        datetime: new Date(date.getTime() + 1),
        datetimeOrNull: index === 0 ? null : date,
        json: {},
        bytes: new Uint8Array([index]),
        color: 'red',
        uuid: '00000000-0000-4000-8000-000000000000',
      })),
    })
  })
  afterAll(async () => {
    await kysely.close()
    await store.close()
  })
  const found = async (...conditions: readonly unknown[]): Promise<string> => {
    let scope = scopeOf()
    for (const condition of conditions) scope = scope.where(condition) as never
    const records = await kysely.adapter.read(scope as never, ['id'], samples)
    return records
      .map((record) => String(Object(record).id))
      .toSorted()
      .join('')
  }
  const [first, second, third] = DATES as [Date, Date, Date]
  const soon = new Date(second.getTime() + 1)

  test('records are found by the column values in a scope', async () => {
    expect([
      await found({ boolean: true }),
      await found({ boolean: false }),
      await found({ datetime: soon }),
      await found({ date: second }),
      await found({ boolean: true, datetime: [soon, third, new Date(0)] }),
      await found({ date: [first, third] }),
      await found({ boolean: [true, false] }),
      await found({ datetimeOrNull: null }),
      await found({ datetimeOrNull: [null, third] }),
      await found({ stringOrNull: [null] }),
      await found({ string: [] }),
      await found({ stringOrNull: "b\\'1?" }),
      await found({ stringOrNull: ["b\\'2?", '\\'] }),
      await found({ integer: 1 }),
      await found({ integer: [0, 2n] }),
      await found({ bigint: 2n ** 60n + 1n }),
      await found({ bigint: [2n ** 60n, 2n ** 60n + 2n] }),
      await found({ float: 1.5 }),
      await found({ decimal: 1.1 }),
      await found({ bytes: new Uint8Array([2]) }),
      await found({ color: 'red', integer: 2 }),
    ]).toEqual([
      '12',
      '0',
      '1',
      '1',
      '1',
      '02',
      '012',
      '0',
      '02',
      '0',
      '',
      '1',
      '2',
      '1',
      '02',
      '1',
      '02',
      '1',
      '1',
      '2',
      '2',
    ])
  })

  test('a number that a scope compares with a text column is compared as text', async () => {
    expect([
      await found({ string: 0 }),
      await found({ string: [0, 1] }),
      await found({ string: false }),
    ]).toEqual(['0', '0', ''])
    if (database.name === 'mariadb') {
      await expect(found({ integer: '1 or more' })).rejects.toThrow(ScopeFault)
      await expect(found((of: Builder) => of('integer', '<', '1 or more'))).rejects.toThrow(ScopeFault)
    }
  })

  test('a scope accepts expressions of any form', async () => {
    // A text parameter has the collation of the connection, regardless of its characters.
    const around = (text: string): Expression<string> =>
      database.name === 'mariadb' ? sql`concat('%', ${text}, '%')` : sql`('%' || ${text} || '%')`
    const by = (expression: (of: Builder) => Expression<SqlBool>): Promise<string> => found(expression)
    expect([
      await by((of) => of('datetime', '>', second)),
      await by((of) => of('datetime', '>', soon)),
      await by((of) => of('datetime', '=', soon)),
      await by((of) => of('Sample.datetime', '!=', soon)),
      await by((of) => of('datetime', 'in', [soon, first])),
      await by((of) => of('datetime', 'not in', [soon, first])),
      await by((of) => of.between('datetime', first, soon)),
      await by((of) => of(of.val<unknown>(second), '<=', of.ref('date'))),
      await by((of) => of(of.fn.coalesce('datetimeOrNull', 'date'), '<', of.val(second))),
      await by((of) => of('boolean', '=', true)),
      await by((of) => of('boolean', 'in', [false])),
      await by((of) => of('booleanOrNull', 'is', null)),
      await by((of) => of.not(of('boolean', '=', false))),
      await by((of) => of.and({ boolean: true, date: third })),
      await by((of) => of.or([of('date', '=', first), of('datetime', '>=', third)])),
      await by((of) =>
        of(of.refTuple('boolean', 'date'), 'in', [of.tuple(true, second), of.tuple(true, first)]),
      ),
      await by((of) => of('bytes', '=', new Uint8Array([1]))),
      await by((of) => of('bigint', '>', 2n ** 60n)),
      await by((of) => of('stringOrNull', '=', "b\\'1?")),
      await by((of) => of('string', 'like', '%or%')),
      await by(() => sql`${sql.ref('datetime')} > ${second}`),
      await by(() => sql`${sql.ref('stringOrNull')} = ${"b\\'2?"} or ${sql.lit('?\\')} = ${'x'}`),
      await by(() => sql`${sql.ref('stringOrNull')} like ${around("\\'")} escape ${'!'}`),
      await by((of) =>
        of.exists(
          of
            .selectFrom('Sample as other')
            .select('other.id')
            .whereRef('other.integer', '<', 'Sample.integer')
            .where('other.datetime', '>', second),
        ),
      ),
    ]).toEqual([
      '12',
      '2',
      '1',
      '02',
      '1',
      '02',
      '01',
      '12',
      '0',
      '12',
      '0',
      '012',
      '12',
      '2',
      '02',
      '1',
      '1',
      '12',
      '1',
      '2',
      '12',
      '2',
      '12',
      '2',
    ])
  })

  test('in a scope, a column after a dot in SQL keeps the table name before the dot', async () => {
    const table = sql.table('Sample')
    const column = sql.ref('integer')
    expect([
      await found(() => sql`exists (select 1 from ${table} as p where p.${column} > ${sql.ref('integer')})`),
      await found(() => sql`${table}.${column} in (select max(p . ${column}) from ${table} as p)`),
      await found(() => sql`${sql.id('Sample')}.${sql.ref('datetime')} > ${second}`),
    ]).toEqual(['01', '2', '12'])
  })

  test('a list in a scope is sent as a single parameter only on PostgreSQL', async () => {
    const listed = found(() => sql<SqlBool>`${sql.ref('integer')} = any(${[1, 2]})`)
    if (database.name === 'postgresql') expect(await listed).toBe('12')
    else await expect(listed).rejects.toThrow(ScopeFault)
  })
})
