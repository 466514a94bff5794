import { KyselyAdapter, type KyselyAdapterOptions } from '@jsonapi-gen/kysely'
import type { AdapterResource } from '@jsonapi-gen/runtime/adapter'
import fc from 'fast-check'
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { chance } from '../support/chance.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { factsOf } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

/**
 * The ids of the PostgreSQL types for which an application may have parsers: all but text and varchar, for
 * which the adapter prints a warning.
 */
const PARSED = [16, 17, 20, 21, 23, 114, 700, 701, 1042, 1082, 1114, 1184, 1700, 2950, 3802]

const samples: AdapterResource = adapterResource('samples', 'Sample')

const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((given) => !given.includes('\0') && given.isWellFormed())
const moment = fc.date({
  min: new Date('1970-01-02T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const day = moment.map((date) => new Date(`${date.toISOString().slice(0, 10)}T00:00:00.000Z`))
const decimal = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((whole) => {
  const value = whole / 1000
  return String(value)
})
const json = fc.record({
  of: fc.array(fc.oneof(fc.integer(), fc.boolean(), text, fc.constant(null))),
  in: fc.dictionary(fc.constantFrom('a', 'b', 'c'), text),
})
const orNull = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: null })

const sample = fc.record({
  string: text,
  stringOrNull: orNull(text),
  integer: fc.integer(),
  integerOrNull: orNull(fc.integer()),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  bigintOrNull: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  float: fc.integer().map((whole) => whole / 64),
  floatOrNull: orNull(fc.integer().map((whole) => whole / 8)),
  decimal,
  decimalOrNull: orNull(decimal),
  boolean: fc.boolean(),
  booleanOrNull: orNull(fc.boolean()),
  date: day,
  dateOrNull: orNull(day),
  datetime: moment,
  datetimeOrNull: orNull(moment),
  json,
  bytes: fc.uint8Array({ maxLength: 12 }),
  bytesOrNull: orNull(fc.uint8Array({ maxLength: 12 })),
  color: fc.constantFrom('red', 'green', 'blue'),
  colorOrNull: orNull(fc.constantFrom('red', 'green', 'blue')),
  uuid: fc.uuid(),
  uuidOrNull: orNull(fc.uuid()),
})

/**
 * A record in a form that is the same on both engines: a decimal is an object on Prisma, and a string on
 * Kysely.
 */
const plain = (record: object): unknown =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name.startsWith('decimal') && value !== null
        ? Number(value)
        : value instanceof Uint8Array
          ? [...value]
          : value,
    ]),
  )

const readOf = async ({ adapter }: ReturnType<typeof kyselyAdapter>, id: string): Promise<unknown> => {
  const key = { kind: 'among', name: 'id', through: [], columns: ['id'], types: [], keys: [[id]] } as const
  const [record] = await adapter.read(adapter.narrow(adapter.all(samples), key, samples), 'all', samples)
  return plain(record ?? {})
}

const written = async ({ adapter }: ReturnType<typeof kyselyAdapter>, values: object): Promise<object> => {
  const [result] = await adapter.write([{ kind: 'insert', resource: samples, rows: [{ ...values }] }])
  const [record] = result?.kind === 'records' ? result.records : []
  return record ?? {}
}

type ConnectionPool = NonNullable<KyselyAdapterOptions['pool']>

/** A column, as mysql2's typeCast receives it. */
interface Field {
  readonly type: string
  readonly length: number
  readonly string: () => string | null
}

type Parser = (text: string) => unknown

/** Ways in which applications convert text. */
const CHANGING: Readonly<Record<string, Parser>> = {
  'none of them changes': (text) => text,
  'without the spaces around them': (text) => text.trim(),
  JSON: (text) => JSON.parse(text),
  'null if they are empty': (text) => text || null,
  dates: (text) => (/^\d{4}-\d\d-/.test(text) ? new Date(text) : text),
}

/** All statistics for all number columns, and the number of rows. */
const statsOf = ({ adapter }: ReturnType<typeof kyselyAdapter>): Promise<unknown[]> =>
  adapter.stats(
    adapter.all(samples),
    [
      { column: 'total', calculation: 'count' },
      ...['integer', 'bigint', 'float', 'decimal'].flatMap((column) =>
        (['count', 'sum', 'average', 'minimum', 'maximum'] as const).map((calculation) => ({
          column,
          calculation,
        })),
      ),
      ...(['minimum', 'maximum'] as const).flatMap((calculation) =>
        ['datetime', 'date', 'string'].map((column) => ({ column, calculation })),
      ),
    ],
    samples,
  )

describe.each(databases)(
  'kysely/values (23.12): values that both engines read and write, on $name',
  (database) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    beforeAll(async () => {
      opened = await database.openTypes()
      kysely = kyselyAdapter(opened)
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    test('both engines read a record in the same way, whichever engine wrote it', async () => {
      await fc.assert(
        fc.asyncProperty(sample, async (values) => {
          const returned = await written(kysely, values)
          const id = String(Object(returned).id)
          const byPrisma = await opened.prisma.sample.findUniqueOrThrow({ where: { id } })
          const expected = plain({ id, jsonOrNull: null, ...values })
          expect(plain(returned)).toEqual(expected)
          expect(await readOf(kysely, id)).toEqual(expected)
          expect(plain(byPrisma)).toEqual(expected)
          const other = await opened.prisma.sample.create({ data: { ...values, json: values.json } as never })
          expect(await readOf(kysely, other.id)).toEqual({ ...Object(expected), id: other.id })
        }),
        chance(25),
      )
    }, 600_000)

    test("the process's time zone and the application's type parsers do not change values", async () => {
      const parsers = PARSED.map((type) => [type, pg.types.getTypeParser(type, 'text')] as const)
      const zone = process.env['TZ']
      process.env['TZ'] = 'Asia/Kathmandu'
      for (const type of PARSED) pg.types.setTypeParser(type, () => 'parsed by the application')
      const other = kyselyAdapter(opened)
      try {
        await fc.assert(
          fc.asyncProperty(sample, async (values) => {
            const returned = await written(other, values)
            const expected = plain({ id: Object(returned).id, jsonOrNull: null, ...values })
            expect(plain(returned)).toEqual(expected)
            expect(await readOf(other, String(Object(returned).id))).toEqual(expected)
          }),
          chance(15),
        )
        expect(await statsOf(other)).toEqual(await statsOf(kysely))
      } finally {
        if (zone === undefined) delete process.env['TZ']
        else process.env['TZ'] = zone
        for (const [type, parser] of parsers) pg.types.setTypeParser(type, parser)
        await other.close()
      }
    }, 600_000)

    test.runIf(database.name === 'mariadb').each([
      ['false', false],
      [
        'a function for all types except text and bytes',
        (field: Field, next: () => unknown) =>
          /^VAR_STRING$|BLOB$/.test(field.type) ? next() : 'parsed by the application',
      ],
      [
        'a function for booleans',
        (field: Field, next: () => unknown) =>
          field.type === 'TINY' && field.length === 1 ? String(field.string() === '1') : next(),
      ],
    ] as const)(
      'the mysql2 option typeCast does not change values if it is %s (23.16)',
      async (_title, typeCast) => {
        const pool = createPool({
          uri: opened.url.replace(/^mariadb:/, 'mysql:'),
          typeCast: typeCast as never,
        })
        const other = adapterOver(new MysqlDialect({ pool }), pool, opened.prisma)
        try {
          await fc.assert(
            fc.asyncProperty(sample, async (values) => {
              const returned = await written(other, values)
              const expected = plain({ id: Object(returned).id, jsonOrNull: null, ...values })
              expect(plain(returned)).toEqual(expected)
              expect(await readOf(other, String(Object(returned).id))).toEqual(expected)
            }),
            chance(15),
          )
          expect(await statsOf(other)).toEqual(await statsOf(kysely))
        } finally {
          await other.close()
        }
      },
      600_000,
    )

    test.runIf(database.name === 'mariadb').each([
      ['utf8mb4', undefined],
      ['UTF8MB4_BIN', undefined],
      ['UTF8_GENERAL_CI', 'cesu8'],
      ['LATIN1_SWEDISH_CI', 'latin1'],
    ])(
      'the mysql2 option charset causes a single warning unless it is utf8mb4: %s (23.16)',
      async (charset, encoding) => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const pool = createPool({ uri: opened.url.replace(/^mariadb:/, 'mysql:'), charset })
        const other = adapterOver(new MysqlDialect({ pool }), pool, opened.prisma)
        const read = () => readOf(other, 'missing')
        try {
          await Promise.all([read(), read()])
          await read()
        } finally {
          await other.close()
        }
        const warning = `mysql2's charset is not utf8mb4, so the driver sends text as ${encoding}: characters such as emoji are stored as other characters, and filters do not find them. Remove the option charset of the pool.`
        expect(warn.mock.calls).toEqual(encoding === undefined ? [] : [[warning]])
      },
    )

    const texts = Object.entries(CHANGING).flatMap(([title, parse]) => [
      [title, parse, 25] as const,
      ...(database.name === 'postgresql' ? [[title, parse, 1043] as const] : []),
    ])
    test.runIf(database.name !== 'sqlite').each(texts)(
      "a parser for a type's text causes a single warning that names it: %s (23.16)",
      async (title, parse, type) => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const isPostgres = database.name === 'postgresql'
        const { pool, dialect } = isPostgres ? parsing(opened.url, parse, type) : casting(opened.url, parse)
        const other = adapterOver(dialect, pool, opened.prisma)
        const read = () => readOf(other, 'missing')
        try {
          await Promise.all([read(), read(), read()])
          await read()
        } finally {
          await other.close()
        }
        const parser = isPostgres
          ? `pg's parser for the type ${type === 25 ? 'text (25)' : 'varchar (1043)'}`
          : "mysql2's typeCast for texts"
        const warning = `${parser} changes what KyselyAdapter reads: responses show values that differ from the stored ones. Remove the parser, or parse the values in your own queries.`
        expect(warn.mock.calls).toEqual(title === 'none of them changes' ? [] : [[warning]])
      },
    )
  },
)

/** A pg pool with its own parser for text. */
function parsing(connectionString: string, parse: Parser, changed: number) {
  const types = {
    getTypeParser: (type: number, format: 'text') =>
      type === changed ? (text: string) => parse(text) : pg.types.getTypeParser(type, format),
  }
  const pool = new pg.Pool({ connectionString, types: types as never })
  return { pool, dialect: new PostgresDialect({ pool }) }
}

/** A mysql2 pool with its own typeCast. */
function casting(url: string, parse: Parser) {
  const typeCast = (_field: Field, next: () => unknown): unknown => {
    const value = next()
    return typeof value === 'string' ? parse(value) : value
  }
  const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), typeCast: typeCast as never })
  return { pool, dialect: new MysqlDialect({ pool }) }
}

function adapterOver(dialect: Dialect, pool: ConnectionPool, prisma: TypesClient) {
  const db = new Kysely<object>({ dialect })
  const adapter = new KyselyAdapter(db, { pool })
  declareFacts(adapter, factsOf(prisma))
  return { adapter, db, close: () => db.destroy() }
}
