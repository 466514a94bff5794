import type { Api, ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import type { ScalarField } from '../../src/prisma/datamodel.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { PROVIDERS } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase } from '../support/databases.js'
import { isIncomparable, nativeColumns, nativeResource } from '../support/natives.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

/** Column values as SQL, as any program may have written them, each in its own row. */
const STORED: Readonly<Record<'postgresql' | 'mariadb', Readonly<Record<string, readonly string[]>>>> = {
  postgresql: {
    inet: [
      "'10.0.0.1'",
      "'10.0.0.1/32'",
      "'10.1.2.3/24'",
      "'0.0.0.0/0'",
      "'::1'",
      "'fe80::1/64'",
      "'::ffff:1.2.3.4'",
    ],
    bit: ["B'1010'", "B'0000'"],
    varbit: ["B'1'", "B''", "B'101010'"],
    xml: ["'<a>1</a>'", '\'<a b="c"/>\'', "'text'"],
    uuid: ["'3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55'"],
    char: ["'ab'", "'apple'"],
    varchar: ["'ab '", "''"],
    small: ['-32768', '32767'],
    oid: ['0', '4294967295'],
    real: ['1.5', '0.1', '3.4028235e38', '1e-45', '16777217'],
    money: ["'1.50'", "'-92233720368547758.08'", "'1234567.89'"],
    decimal: ['1.5', '-9999.99', '0.10'],
    moment: ["'2026-01-01 10:00:00.123+02'", "'0001-01-01 00:00:00+00'"],
    time: ["'10:00:00'", "'23:59:59.999'", "'00:00:00'"],
    timetz: ["'10:00:00+00'", "'23:59:59.5+00'"],
    json: [`'{"b": 1, "a": [null, 1.50]}'`, "'null'", '\'"text"\''],
    text: ["'a '", "''"],
    integer: ['-2147483648', '2147483647'],
    big: ['-9223372036854775808', '9223372036854775807'],
    double: ['1.5', '0.1', '1e308', '5e-324'],
    flag: ['true', 'false'],
    second: ["'2026-01-01 10:00:00'"],
    timestamp: ["'2026-01-01 10:00:00.123'", "'0001-01-01 00:00:00'"],
    date: ["'2026-01-01'", "'0001-01-01'", "'9999-12-31'"],
    binaryJson: [`'{"b": 1, "a": [null, 1.50]}'`, "'null'", '\'"text"\''],
    bytes: [String.raw`'\x00ff'`, "''"],
    varchars: ['\'{ab,"ab "}\'', "'{}'"],
    chars: ["'{ab,apple}'"],
    varbits: ["'{1,101010}'"],
    oids: ["'{0,4294967295}'"],
    times: ["'{10:00:00,23:59:59.999}'"],
    moments: ['\'{"2026-01-01 10:00:00.123+02"}\''],
    plainJsons: [`array['{"b": 1, "a": [null, 1.50]}', 'null']::json[]`],
    inets: ["'{::1,10.0.0.1,10.0.0.0/8}'", "'{}'"],
    bits: ["'{1010,0000}'"],
    xmls: ["array['<a/>', '<b>&amp;</b>']::xml[]"],
    smalls: ["'{1,-2}'"],
    reals: ["'{0.5,0.1}'"],
    moneys: ["'{1.50,-2}'"],
  },
  mariadb: {
    tiny: ['-128', '127'],
    tinyUnsigned: ['255'],
    small: ['-32768'],
    smallUnsigned: ['65535'],
    medium: ['-8388608', '8388607'],
    mediumUnsigned: ['0', '16777215'],
    integer: ['-2147483648', '2147483647'],
    big: ['-9223372036854775808', '9223372036854775807'],
    double: ['1.5', '0.1', '1e308', '5e-324'],
    varchar: ["'ab '", "''"],
    plainText: ["'ab '", "''"],
    mediumText: ["'ab '", "''"],
    longText: ["'ab '", "''"],
    varbinary: ["x''", "x'00ff'"],
    plainBlob: ["x''", "x'00ff'"],
    mediumBlob: ["x''", "x'00ff'"],
    longBlob: ["x''", "x'00ff'"],
    json: [`'{"b": 1, "a": [null, 1.50]}'`, "'null'", '\'"text"\''],
    date: ["'2026-01-01'", "'1000-01-01'", "'9999-12-31'"],
    second: ["'2026-01-01 10:00:00'"],
    datetime: ["'2026-01-01 10:00:00.123'", "'1000-01-01 00:00:00'"],
    finerTime: ["'10:00:00.123'", "'23:59:59.999'"],
    tinyFlag: ['0', '1'],
    unsigned: ['0', '2147483647'],
    year: ['2026', '1901', '2155'],
    bigUnsigned: ['0', '9223372036854775807'],
    float: ['1.5', '0.1', '3.40282e38', '-1e-37'],
    text: ["'ab '", "''"],
    char: ["'ab'", "'apple'"],
    bit: ["b'1'", "b'11111111'", "b'0'"],
    bitFlag: ["b'1'", "b'0'"],
    binary: ["x'01'", "x'01020304'"],
    blob: ["x''", "x'00ff'"],
    decimal: ['1.5', '-9999.99', '0.10'],
    moment: ["'2026-01-01 10:00:00.123'", "'1970-01-02 00:00:00'"],
    time: ["'10:00:00'", "'23:59:59'", "'00:00:00'"],
  },
}

/** Values of columns whose types Prisma does not support: `Unsupported(...)` in the schema. */
const UNSUPPORTED: Readonly<Record<'postgresql' | 'mariadb', Readonly<Record<string, string>>>> = {
  postgresql: {
    cidr: "'10.0.0.0/8'",
    macaddr: "'08:00:2b:01:02:03'",
    interval: "'1 day 02:00'",
    range: "'[1,5)'",
    ranges: "'{[2026-01-01,2026-02-01)}'",
    vector: "to_tsvector('a cat')",
    point: "'(1,2)'",
    networks: "'{10.0.0.0/8}'",
  },
  mariadb: {
    uuid: "'3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'",
    inet6: "'::1'",
    members: "'a,b'",
    point: 'point(1, 2)',
    shape: "st_geomfromtext('LINESTRING(0 0,1 1)')",
  },
}

interface Document {
  readonly data: readonly { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }[]
}

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'kysely/natives (23.13): on $name, Kysely reads, writes and filters native column types as Prisma does',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    let columns: readonly ScalarField[]
    let apis: readonly Api<undefined>[]
    beforeAll(async () => {
      opened = await database.openColumns()
      kysely = kyselyAdapter(opened)
      const text = await datamodelText('columns', PROVIDERS[database.name])
      const loaded = await loadDatamodel([{ path: 'columns.prisma', text }])
      if (!loaded.ok) throw new Error('The datamodel is faulty.')
      columns = nativeColumns(loaded.datamodel)
      const onPrisma = nativeResource(opened.prisma, loaded.datamodel)
      const onKysely = class extends nativeResource(opened.prisma, loaded.datamodel) {
        static {
          this.useAdapter(kysely.adapter)
        }
      }
      const apiWith = (resource: ResourceClass) => {
        resource.maxPageSize(1000)
        return apiOf(class extends ActionsController {}, [resource])
      }
      apis = [onPrisma, onKysely].map(apiWith)
      const quote = (name: string): string => (database.name === 'mariadb' ? `\`${name}\`` : `"${name}"`)
      for (const [column, values] of Object.entries(STORED[database.name as 'postgresql' | 'mariadb'])) {
        for (const value of values) {
          const into = `${quote('Native')} (${quote(column)}) values (${value})`
          await opened.prisma.$executeRawUnsafe(`insert into ${into}`)
        }
      }
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    /** The responses of both engines. */
    const both = async (method: string, path: string, body?: object): Promise<readonly unknown[]> => {
      const answers: unknown[] = []
      for (const api of apis) {
        const init = body && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/vnd.api+json' },
        }
        const answer = await api.fetch(new Request(`http://x.test${path}`, { method, ...init }), undefined)
        answers.push({ status: answer.status, document: await answer.json() })
      }
      return answers
    }
    const shownOf = async (name: string): Promise<readonly unknown[]> =>
      both('GET', `/natives?sort=id&page[size]=1000&fields[natives]=${name}`)
    /**
     * All records, after checking that both engines display them identically. They are compared column by
     * column, so that a failure names the column.
     */
    const all = async (): Promise<Document['data']> => {
      const differing: unknown[] = []
      for (const { name } of columns) {
        const [prisma, kysely] = await shownOf(name)
        if (JSON.stringify(kysely) !== JSON.stringify(prisma)) differing.push({ name, prisma, kysely })
      }
      expect(differing).toEqual([])
      const [prisma, kysely] = await both('GET', '/natives?sort=id&page[size]=1000')
      expect(kysely).toEqual(prisma)
      return (prisma as { readonly document: Document }).document.data
    }

    test('every native column type has test values', () => {
      expect(Object.keys(STORED[database.name as 'postgresql' | 'mariadb']).toSorted()).toEqual(
        columns.map(({ name }) => name).toSorted(),
      )
    })

    test('both engines read a value in the same way, whichever program stored it', async () => {
      expect((await all()).length).toBeGreaterThan(columns.length)
    })

    test('a filter by a displayed value of a native type finds the same records with both engines', async () => {
      const lost: (readonly [name: string, value: string])[] = []
      for (const { id, attributes } of await all()) {
        for (const column of columns) {
          const { name } = column
          const [value] = [attributes[name]].flat()
          // An empty filter is not a filter for an empty string, and JSON can only be compared as text.
          if (value === null || value === undefined || value === '' || isIncomparable(column)) continue
          if (column.type === 'Json') continue
          const text = String(value)
          const path = `/natives?fields[natives]=${name}&sort=id&page[size]=1000&filter[${name}]=${encodeURIComponent(`{{${text}}}`)}`
          const [prisma, kysely] = await both('GET', path)
          expect({ path, ...(kysely as object) }).toEqual({ path, ...(prisma as object) })
          const { document } = prisma as { readonly document: Partial<Document> }
          if (!document.data?.some((one) => one.id === id)) lost.push([name, text])
        }
      }
      // A four-byte float is displayed with fewer digits than it has in the store, and the Prisma Client
      // compares it with a double.
      expect(lost.filter(([name]) => !/^(?:float|real)/.test(name))).toEqual([])
    })

    test('each engine can write a displayed value back unchanged', async () => {
      for (const { attributes } of await all()) {
        const given = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null))
        const answers = await both('POST', '/natives', { data: { type: 'natives', attributes: given } })
        const written = answers.map((answer) => {
          const { status, document } = answer as {
            readonly status: number
            readonly document: { readonly data?: { readonly attributes: object }; readonly errors?: unknown }
          }
          return status === 201 ? { status, attributes: document.data?.attributes } : { status, given }
        })
        expect(written[1]).toEqual(written[0])
      }
      await all()
    })

    test('a column without a Prisma type is not an attribute, and keeps its value during writes', async () => {
      const values = UNSUPPORTED[database.name as 'postgresql' | 'mariadb']
      const quote = (name: string): string => (database.name === 'mariadb' ? `\`${name}\`` : `"${name}"`)
      const names = Object.keys(values).map(quote)
      await opened.prisma.$executeRawUnsafe(
        `insert into ${quote('Native')} (${names.join()}) values (${Object.values(values).join()})`,
      )
      const text = database.name === 'mariadb' ? 'hex(%)' : '%::text'
      const stored = (): Promise<readonly object[]> =>
        opened.prisma.$queryRawUnsafe(
          `select id, small, ${names.map((name) => text.replace('%', name)).join()} from ${quote('Native')} where ${names[0]} is not null`,
        )
      const [before] = await stored()
      const id = String((before as { readonly id: number }).id)
      for (const [index, api] of apis.entries()) {
        const { status } = await api.fetch(
          new Request(`http://x.test/natives/${id}`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/vnd.api+json' },
            body: JSON.stringify({ data: { type: 'natives', id, attributes: { small: index } } }),
          }),
          undefined,
        )
        expect([status, await stored()]).toEqual([200, [{ ...before, small: index }]])
      }
      const [shown] = await both('GET', `/natives/${id}`)
      const { data } = (shown as { readonly document: { readonly data: Document['data'][number] } }).document
      expect(Object.keys(data.attributes).filter((name) => name in values)).toEqual([])
    })
  },
)
