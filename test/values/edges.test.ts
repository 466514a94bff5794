import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareDecimals } from '../../runtime/src/vocabulary/values/decimal.js'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { PROVIDERS } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { isIncomparable, nativeColumns, nativeResource, typeOf } from '../support/natives.js'
import { oneIn } from '../support/sample.js'
import { SAMPLE_TYPES, sample, samples } from '../support/samples.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import type { Answer } from '../write/support/send.js'

/** Values at the limits of each kind and just beyond them, in the form in which a body contains them. */
const EDGES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', ' ', 'a ', ' a', 'é', 'e\u0301', '🍕', 'Ā', '\u0000', '\ud800', '\udc00a', 'a\n', '\t', '\\', "'", '"', '%', '_', '\u001b', '\ufeff', '\u200b', 'ß', 'İ', 'null', 'true', 'NaN', '{{a}}', 'a,b', 'abcde', 'abcdef', '     ', 'x'.repeat(300)],
  integer: [0, -0, 1, -1, 127, 128, 255, 256, 32_767, 32_768, -32_768, -32_769, 65_535, 65_536, 8_388_607, 8_388_608, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 4_294_967_295, 4_294_967_296, 0.5, 1e21, '1', true, 1901, 2155, 2156, 99],
  bigint: ['0', '-0', '1', '9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '18446744073709551615', '18446744073709551616', '007', '+1', '1.0', '1e3', 9_007_199_254_740_991, 9_007_199_254_740_992, 1.5],
  float: [0, -0, 0.1, 0.1 + 0.2, 1 / 3, 5e-324, 4.9e-320, 2.2250738585072014e-308, Number.MAX_VALUE, -Number.MAX_VALUE, 1e15, 1e16, 123_456_789.123_456_79, 2 ** 53, 1e20, 1e21, 1e22, 1.234_567_890_123_456_8e21, 1.229_899_763_348_185_2e240, 1e-7, 1.259_497_679_660_167_6e-13, 1.793_837_278_939_695_5e-221, 16_777_217, 2 ** 128 - 2 ** 104, 3.5e38, 1e-45, 1e-46, 1.5, '1.5'],
  decimal: ['0', '-0', '0.0', '1.50', '-1.5', '0.1', '0.01', '0.001', '9999.99', '10000', '99999999.999', '1e10', '1e-10', '12345678901234567890.123456789012345678', '99999999999999999999.999999999999999999', '100000000000000000000', '0.000000000000000001', '0.0000000000000000001', '1e30', '1e38', '123456789012345678901234567890.123456789012345678', '1e308', '1e309', '9007199254740993', '0.30000000000000004', 0.1, 1e21, '.5', '5.', '+5', 'NaN', 'Infinity', '92233720368547758.07', '92233720368547758.08'],
  boolean: [true, false, 0, 1, 2, 'true'],
  date: ['0001-01-01', '0000-12-31', '0044-03-15', '0099-12-31', '0100-01-01', '0999-12-31', '1000-01-01', '1582-10-10', '1900-02-28', '1900-02-29', '1970-01-01', '2000-02-29', '2038-01-19', '9999-12-31', '10000-01-01', '+012024-01-01', '-000043-03-15', '2024-07-01T00:00:00Z', 'infinity'],
  datetime: ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '0050-06-01T00:00:00Z', '0100-01-01T00:00:00.001Z', '1000-01-01T00:00:00Z', '1582-10-10T12:00:00Z', '1883-11-18T12:00:00Z', '1901-12-13T20:45:51Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z', '1970-01-01T00:00:01Z', '1970-01-01T23:59:59.999Z', '2024-03-10T07:30:00Z', '2024-03-31T01:30:00.123Z', '2024-10-27T01:30:00.999Z', '2024-11-03T06:30:00Z', '2016-12-31T23:59:60Z', '2024-07-01T12:00:00.001Z', '2024-07-01T12:00:00.0005Z', '2024-07-01T12:00:00.999999Z', '2038-01-19T03:14:07Z', '2038-01-19T03:14:08Z', '2106-02-07T06:28:15Z', '2106-02-07T06:28:16Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999-01:00', '10000-01-01T00:00:00Z', '2024-07-01T24:00:00Z'],
  json: [null, 0, -0, 1e21, 5e-324, 9_007_199_254_740_992, 'a', '', '🍕', [], {}, [null], { a: { b: [1, 'x', null, true] } }, { b: 1, a: 2 }, '\u0000', '\ud800', 1.234_567_890_123_456_7e300, 0.1 + 0.2, 'x'.repeat(300), { '': 1 }, { 'a"b': '\\' }],
  bytes: ['', 'AA==', 'AAA=', 'AAAA', '/+8=', '_-8=', 'AB==', 'A', 'AAECAw==', 'AAECAwQFBgc=', 'not base64'],
  uuid: ['3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55', '3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '3d8c1f0e96a44f7e8b1f0a4f2f9a6c55', '{3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55}', ''],
  enum: ['red', 'blue', 'RED', 'red ', ''],
} // prettier-ignore

/** Whether a rendered value is equal to the sent value. */
function isSame(kind: string, sent: unknown, shown: unknown): boolean {
  switch (kind) {
    case 'decimal':
      return typeof shown === 'string' && compareDecimals(String(sent), shown) === 0
    case 'bigint':
      return typeof shown === 'string' && BigInt(shown) === BigInt(String(sent))
    case 'datetime':
      return typeof shown === 'string' && Date.parse(shown) === Date.parse(String(sent))
    case 'uuid':
      return shown === String(sent).toLowerCase()
    case 'bytes':
      return shown === String(sent).replaceAll('-', '+').replaceAll('_', '/')
    case 'float':
    case 'integer':
      return shown === sent
    default:
      return JSON.stringify(sorted(shown)) === JSON.stringify(sorted(sent))
  }
}

/** A JSON value with sorted members, because PostgreSQL changes their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}

/** The spelling of a rendered value in a filter. */
const asFilter = (shown: unknown): string =>
  encodeURIComponent(typeof shown === 'string' ? `{{{${JSON.stringify(shown)}}}}` : `{{${String(shown)}}}`)

interface Case {
  readonly type: string
  readonly column: string
  readonly kind: string
  readonly value: unknown
  readonly isComparable: boolean
}

const attributesOf = ({ body }: Answer): Readonly<Record<string, unknown>> =>
  (body as { data?: { attributes?: Readonly<Record<string, unknown>> } }).data?.attributes ?? {}

/** A value that was accepted, and its rendered form. */
interface Kept extends Case {
  readonly id: string
  readonly created: unknown
}

const nameOf = ({ type, column, value }: Case): string => `${type}.${column} ${JSON.stringify(value)}`

/** The faults for values of one column: each must be stored unchanged, or rejected with a pointer. */
async function faultsOf(
  cases: readonly Case[],
  required: object,
  { one, other }: { readonly one: Served; readonly other: Served },
): Promise<readonly string[]> {
  const faults: string[] = []
  const kept: Kept[] = []
  await atOnce(cases, async (each) => {
    const { type, column, kind, value } = each
    const answer = await one.send('POST', `/${type}`, {
      data: { type, attributes: { ...required, [column]: value } },
    })
    const created = attributesOf(answer)[column]
    if (answer.status === 422 || answer.status === 400) {
      const { errors } = answer.body as { errors: readonly { source?: { pointer?: string } }[] }
      const isPointed = errors.every(({ source }) =>
        source?.pointer?.startsWith(`/data/attributes/${column}`),
      )
      if (!isPointed) {
        faults.push(`${nameOf(each)}: ${answer.status} without a pointer: ${JSON.stringify(errors)}`)
      }
    } else if (answer.status !== 201) faults.push(`${nameOf(each)}: ${answer.status}`)
    else if (!isSame(kind, value, created)) {
      faults.push(`${nameOf(each)}: shown as ${JSON.stringify(created)}`)
    } else kept.push({ ...each, created, id: (answer.body as { data: { id: string } }).data.id })
  })
  const [first] = kept
  if (!first) return faults
  const ids = kept.map(({ id }) => id).join()
  const read = `/${first.type}?filter[id]=${ids}&page[size]=100&fields[${first.type}]=${first.column}`
  for (const [reader, served] of Object.entries({ one, other })) {
    const got = await served.send('GET', read)
    const rows = (got.body as { data?: readonly { id: string; attributes: Record<string, unknown> }[] }).data
    for (const each of kept) {
      const shown = rows?.find(({ id }) => id === each.id)?.attributes[each.column]
      if (!isSame(each.kind, each.value, shown)) {
        faults.push(`${nameOf(each)}: read by the ${reader} as ${got.status} ${JSON.stringify(shown)}`)
      }
    }
  }
  await atOnce(kept, async (each) => {
    const { type, column, created, id, isComparable } = each
    if (!isComparable || created === null) return
    const found = await one.send('GET', `/${type}?filter[${column}]=${asFilter(created)}&filter[id]=${id}`)
    const rows = (found.body as { data?: readonly unknown[] }).data ?? []
    if (rows.length !== 1) {
      faults.push(`${nameOf(each)}: not found by ${JSON.stringify(created)}: ${found.status}`)
    }
  })
  return faults
}

/** Runs a function for each member of a list, four at a time. */
async function atOnce<Member>(
  members: readonly Member[],
  run: (member: Member) => Promise<void>,
): Promise<void> {
  const left = [...members]
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next)
    }),
  )
}

describe.each(databases)(
  'values/edges (18.10, 19.1): values at the edges of every type on $name',
  (database) => {
    let types: OpenDatabase<TypesClient>
    let columns: OpenDatabase<ColumnsClient>
    let closes: readonly (() => Promise<void>)[]
    let engines: Readonly<Record<'prisma' | 'kysely', Served>>
    let cases: readonly Case[]
    let required: object
    beforeAll(async () => {
      types = await database.openTypes()
      columns = await database.openColumns()
      const text = await datamodelText('columns', PROVIDERS[database.name])
      const loaded = await loadDatamodel([{ path: 'columns.prisma', text }])
      if (!loaded.ok) throw new Error('The datamodel is faulty.')
      const { datamodel } = loaded
      const natives = nativeColumns(datamodel).filter(({ isList }) => !isList)
      const onKysely = [kyselyAdapter(types), kyselyAdapter(columns)] as const
      closes = onKysely.map(({ close }) => close)
      const served = (ofTypes: Adapter, ofColumns: Adapter): Served =>
        serveWrites({
          samples: samples(ofTypes),
          ...(natives.length > 0 && {
            natives: class extends nativeResource(columns.prisma, datamodel, ofColumns) {
              static {
                this.allowFilter('id')
              }
            },
          }),
        })
      const prismaOver = (client: ColumnsClient | TypesClient): Adapter =>
        informed(new PrismaAdapter(client as TypesClient, ofStore(client)))
      engines = {
        prisma: served(prismaOver(types.prisma), prismaOver(columns.prisma)),
        kysely: served(onKysely[0].adapter, onKysely[1].adapter),
      }
      const { id: _id, bytes: _bytes, ...others } = sample('')
      required = { ...others, bytes: 'AQ==', bigint: '0', date: '2026-11-20' }
      const doubles = fc.sample(fc.double({ noNaN: true, noDefaultInfinity: true }), { numRuns: 40, seed: 7 })
      cases = [
        ...[...SAMPLE_TYPES, 'enum'].flatMap((kind) =>
          [...(EDGES[kind] ?? []), ...(kind === 'float' ? doubles : [])].map((value) => ({
            type: 'samples',
            column: kind === 'enum' ? 'colorOrNull' : `${kind}OrNull`,
            kind,
            value,
            isComparable: kind !== 'json',
          })),
        ),
        ...natives.flatMap((field) => {
          const kind = typeOf(field, datamodel).replace('?', '')
          return (EDGES[kind] ?? []).map((value) => ({
            type: 'natives',
            column: field.name,
            kind,
            value,
            isComparable: kind !== 'json' && !isIncomparable(field),
          }))
        }),
      ]
    })
    afterAll(async () => {
      for (const close of closes) await close()
      await types.close()
      await columns.close()
    })

    test.each(['prisma', 'kysely'] as const)(
      '%s either stores a value exactly or rejects it',
      async (engine) => {
        const other = engine === 'prisma' ? 'kysely' : 'prisma'
        const ofColumns = new Map<string, Case[]>()
        for (const each of oneIn(Number(process.env['ONE_IN'] ?? 8), cases)) {
          const name = `${each.type}.${each.column}`
          ofColumns.set(name, [...(ofColumns.get(name) ?? []), each])
        }
        const faults: string[] = []
        for (const [name, each] of ofColumns) {
          const needed = name.startsWith('samples.') ? required : {}
          const sides = { one: engines[engine], other: engines[other] }
          faults.push(...(await faultsOf(each, needed, sides)))
        }
        expect(faults).toEqual([])
      },
      600_000,
    )
  },
)
