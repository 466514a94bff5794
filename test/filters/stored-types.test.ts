import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import { OPERATORS } from '../../runtime/src/vocabulary/operators.js'
import { type Datamodel, isColumn, type ScalarField } from '../../src/prisma/datamodel.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { chance } from '../support/chance.js'
import { PROVIDERS } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase } from '../support/databases.js'
import { isOtherEngine } from '../support/engine.js'
import { isIncomparable, nativeColumns, nativeResource, typeOf } from '../support/natives.js'
import { shortErrors, written } from '../write/support/documents.js'
import type { Answer } from '../write/support/send.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { prismaAdapter } from '../support/facts.js'

const servers = databases.filter(({ name }) => name !== 'sqlite')

/** For each column, a value that the store returns unchanged. */
const KEPT: Readonly<Record<string, unknown>> = {
  inet: '10.0.0.0/8', bit: '1010', varbit: '101', xml: '<a>1</a>', uuid: '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55', char: 'apple',
  varchar: 'apple', small: -32_768, oid: 4_294_967_295, real: 1.5, money: '1.5', decimal: '1.5', moment: '2026-01-01T10:00:00.123Z',
  time: '1970-01-01T10:00:00.000Z', timetz: '1970-01-01T10:00:00.000Z', json: { a: 1 }, inets: ['::1'], bits: ['1010', '0000'],
  xmls: ['<a/>'], smalls: [1, 2], reals: [0.5], moneys: ['1.5'], tiny: -128, tinyUnsigned: 255, smallUnsigned: 65_535,
  medium: 8_388_607, unsigned: 2_147_483_647, year: 2026, bigUnsigned: '9223372036854775807', float: 1.5, text: 'apple',
  bit8: 'AQ==', bitFlag: true, binary: 'AAECAw==', blob: 'AAEC', integer: -2_147_483_648, big: '-9223372036854775808', double: 0.1,
  flag: false, second: '2026-01-01T10:00:00.000Z', timestamp: '2026-01-01T10:00:00.123Z', date: '2026-01-01', binaryJson: { a: 1 },
  bytes: 'AAEC', varchars: ['apple'], chars: ['apple'], varbits: ['101'], oids: [4_294_967_295], times: ['1970-01-01T10:00:00.000Z'],
  moments: ['2026-01-01T10:00:00.123Z'], plainJsons: [{ a: 1 }], mediumUnsigned: 16_777_215, plainText: 'apple', mediumText: 'apple',
  longText: 'apple', varbinary: 'AAEC', plainBlob: 'AAEC', mediumBlob: 'AAEC', longBlob: 'AAEC', datetime: '2026-01-01T10:00:00.123Z',
  finerTime: '1970-01-01T10:00:00.123Z', tinyFlag: true,
} // prettier-ignore

/** Strings that are valid for some types and invalid for others. */
const HOSTILE = [
  'nowhere', "'", '"', '\\', '%', '_', '101', '00000', '1010101010', 'x1F', '10.0.0.1', '10.0.0.1/33', '10.1', '::1', '::1/129',
  '::ffff:1.2.3.4', '1:2:3:4:5:6:7::', '1::2::3', 'fe80::1%eth0', '<a/>', '<a', '<!DOCTYPE a>', 'ÿ', '😀', 'x'.repeat(300), 'null',
  'true', '-1', '0', '128', '300', '40000', '70000', '-40000', '9000000', '2147483647', '-2147483648', '4294967295', '4294967296', '1900', '2200',
  '9223372036854775807', '1e308', '3.5e38', '-3.5e38', '1e-320', '1e-46', '0.001', '92233720368547758.08', '1e300', '-0',
  '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2040-01-01T00:00:00Z', '1970-01-01T10:00:00Z', 'AA==', 'AAECAwQFBgc=', 'AAECAw==',
  'zz', '3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '{{{{"a":1}}}}', '{{{null}}}', '', 'infinity', 'NaN', '$1.5',
] // prettier-ignore

describe.each(servers)(
  "filters/stored-types (23.12): columns of $name's native types, with every value",
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let served: Served
    let datamodel: Datamodel
    let columns: readonly ScalarField[]
    let kept: { readonly attributes: object; readonly answer: Answer }
    beforeAll(async () => {
      opened = await database.openColumns()
      const text = await datamodelText('columns', PROVIDERS[database.name])
      const loaded = await loadDatamodel([{ path: 'columns.prisma', text }])
      if (!loaded.ok) throw new Error('The datamodel is faulty.')
      datamodel = loaded.datamodel
      columns = nativeColumns(datamodel)
      served = serveWrites({ natives: nativeResource(opened.prisma, datamodel) })
      const attributes = Object.fromEntries(columns.map((each) => [each.name, keptOf(each)]))
      const answer = await served.send('POST', '/natives', { data: { type: 'natives', attributes } })
      kept = { attributes, answer }
    })
    afterAll(() => opened.close())

    const keptOf = ({ name, type }: ScalarField): unknown =>
      name === 'bit' && type === 'Bytes' ? KEPT['bit8'] : KEPT[name]

    test('a stored value is returned unchanged, and a filter by that value finds its record', async () => {
      expect(written(kept.answer).data.attributes).toEqual(kept.attributes)
      const lost: string[] = []
      for (const column of columns.filter((each) => !isIncomparable(each) && each.type !== 'Json')) {
        const [value] = [keptOf(column)].flat()
        const { status, body } = await served.send(
          'GET',
          `/natives?filter[${column.name}]=${encodeURIComponent(`{{${String(value)}}}`)}`,
        )
        const isFound = status === 200 && JSON.stringify(body).includes('"id":"1"')
        if (!isFound) lost.push(`${column.name} ${status}`)
      }
      expect(lost).toEqual([])
    })

    test('every combination of column, operator and value returns a page, or a 400 that names the parameter', async () => {
      const asked = fc.record({
        column: fc.constantFrom(...columns),
        operator: fc.constantFrom(...OPERATORS),
        values: fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { minLength: 1, maxLength: 3 }),
      })
      await fc.assert(
        fc.asyncProperty(asked, async ({ column, operator, values }) => {
          const parameter = `filter[${column.name}][${operator}]`
          const { status, body } = await served.send(
            'GET',
            `/natives?${parameter}=${values.map((each) => encodeURIComponent(each)).join(',')}`,
          )
          const { errors = [] } = body as {
            errors?: readonly { readonly source?: object; readonly code: string }[]
          }
          const isRefused =
            status === 400 &&
            errors.every(
              ({ code, source }) => /filter/.test(code) && JSON.stringify(source).includes(column.name),
            )
          expect({
            status,
            isAnswered: status === 200 || isRefused,
            body: status === 200 ? '' : body,
          }).toMatchObject({
            isAnswered: true,
          })
        }),
        chance(400),
      )
    }, 120_000)

    test('every sort and every stat either returns a response or is rejected', async () => {
      const refused: string[] = []
      for (const { name } of columns) {
        const asked = ['count', 'sum', 'average', 'maximum', 'minimum'].map(
          (each) => `stats[${name}]=${each}`,
        )
        for (const query of [`sort=${name}`, `sort=-${name}&page[size]=1`, ...asked]) {
          const { status } = await served.send('GET', `/natives?${query}`)
          if (status !== 200 && status !== 400) refused.push(`${query} ${status}`)
        }
      }
      expect(refused).toEqual([])
    })

    test('every value in a body is stored unchanged or returns a 422 that points to it', async () => {
      const given = fc.record({
        column: fc.constantFrom(...columns),
        value: fc.oneof(
          fc.constantFrom(...HOSTILE),
          fc.string(),
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
        ),
        isUpdate: fc.boolean(),
      })
      await fc.assert(
        fc.asyncProperty(given, async ({ column, value, isUpdate }) => {
          // The schema checks the length of text against the length in the datamodel.
          fc.pre(!/^(?:char|varchar|text|blob)$/.test(column.name))
          const one = typeOf(column, datamodel).startsWith('string') ? String(value) : value
          const attributes = { [column.name]: column.isList ? [one] : one }
          const data = { type: 'natives', attributes, ...(isUpdate && { id: '1' }) }
          const answer = await served.send(
            isUpdate ? 'PATCH' : 'POST',
            isUpdate ? '/natives/1' : '/natives',
            { data },
          )
          const points = new RegExp(`^4(?:00|22) /data/attributes/${column.name}\\b`)
          const isRefused =
            [400, 422].includes(answer.status) && shortErrors(answer).every((each) => points.test(each))
          expect({
            answer,
            isAnswered: isRefused || answer.status === 201 || answer.status === 200,
          }).toMatchObject({
            isAnswered: true,
          })
          const { status } = await served.send('GET', '/natives?page[size]=1000')
          expect(status).toBe(200)
        }),
        chance(250),
      )
    }, 120_000)

    test('if one of several values is not valid XML, the error points to the record', async () => {
      const fields = columns.filter(({ nativeType }) => nativeType?.[0] === 'Xml')
      if (fields.length < 2) return
      const attributes = Object.fromEntries(
        fields.map(({ name, isList }) => [name, isList ? ['<a/>'] : '<a']),
      )
      const answer = await served.send('POST', '/natives', { data: { type: 'natives', attributes } })
      expect([answer.status, shortErrors(answer)]).toEqual([
        422,
        ['422 /data A value does not fit its column.'],
      ])
    })

    test('createApi rejects a filter on a column that the store cannot compare', () => {
      const field = columns.find(isIncomparable)
      if (!field) throw new Error('There is one on each server.')
      class Compared extends nativeResource(opened.prisma, datamodel) {
        static {
          this.allowFilter(field?.name ?? '')
        }
      }
      expect(() => serveWrites({ natives: Compared })).toThrow(
        `allowFilter('${field.name}') compares "${field.name}" in a way that ${isOtherEngine() ? 'KyselyAdapter' : 'PrismaAdapter'} does not support`,
      )
    })
  },
)

describe.each(servers.filter(({ name }) => name === 'postgresql'))(
  'filters/stored-types (23.12): an oid, which is unsigned, on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let served: Served
    beforeAll(async () => {
      opened = await database.openColumns()
      const text = await datamodelText('columns', PROVIDERS[database.name])
      const loaded = await loadDatamodel([{ path: 'columns.prisma', text }])
      if (!loaded.ok) throw new Error('The datamodel is faulty.')
      class Natives extends nativeResource(opened.prisma, loaded.datamodel) {
        static {
          this.attribute('number', { type: 'integer', column: 'id', writable: false, maximum: 9_000_000_000 })
          this.allowFilter('number')
        }
      }
      served = serveWrites({ natives: Natives })
    })
    afterAll(() => opened.close())

    test('an oid is written and found up to its maximum', async () => {
      const told = []
      for (const oid of [0, 2_147_483_648, 4_294_967_295, 4_294_967_296, -1]) {
        const sent = { data: { type: 'natives', attributes: { oid } } }
        const answer = await served.send('POST', '/natives', sent)
        const found = await served.send('GET', `/natives?filter[oid]=${oid}`)
        const { data } = found.body as { readonly data?: readonly object[] }
        told.push([
          oid,
          answer.status,
          data?.length ?? found.status,
          ...(answer.status === 422 ? shortErrors(answer) : []),
        ])
      }
      expect(told).toEqual([
        [0, 201, 1],
        [2_147_483_648, 201, 1],
        [4_294_967_295, 201, 1],
        [4_294_967_296, 422, 400, '422 /data/attributes/oid oid is out of range.'],
        [-1, 422, 400, '422 /data/attributes/oid oid is less than 0.'],
      ])
    })

    test('a declared maximum of an oid does not widen the range of other columns', async () => {
      const { status } = await served.send('GET', '/natives?filter[number]=4294967295')
      expect(status).toBe(400)
    })
  },
)

describe.each(servers)(
  'filters/stored-types (18.3): an id that its column cannot store, on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    beforeAll(async () => {
      opened = await database.openColumns()
    })
    afterAll(() => opened.close())

    test('an id that its column cannot store returns 404 in a path and 400 in a filter', async () => {
      const text = await datamodelText('columns', PROVIDERS[database.name])
      const loaded = await loadDatamodel([{ path: 'columns.prisma', text }])
      if (!loaded.ok) throw new Error('The datamodel is faulty.')
      const of: readonly (readonly [model: string, id: string, none: readonly string[]])[] = [
        ['Small', '7', ['40000', '-40000', 'x']],
        ['Host', '10.0.0.1', ['nowhere', '10.0.0.1/33', '10.0.0']],
        ['Mask', '1010', ['2', '10101', '101']],
      ]
      for (const [model, id, none] of of) {
        const fields = [...(loaded.datamodel.models.get(model)?.fields.values() ?? [])].filter(isColumn)
        const [key] = fields
        if (!key) continue
        const { Resource } = await import('@jsonapi-gen/runtime')
        class Keyed extends Resource {
          static {
            this.type('keyed')
            this.model(model)
            this.id(model === 'Small' ? 'integer' : 'string', {
              column: key?.name ?? '',
              clientIds: 'required',
            })
            this.useAdapter(prismaAdapter(opened.prisma))
            this.attribute('note', 'string')
            this.allowFilter('id')
          }
        }
        const served = serveWrites({ keyed: Keyed })
        written(
          await served.send('POST', '/keyed', { data: { type: 'keyed', id, attributes: { note: 'x' } } }),
        )
        expect((await served.send('GET', `/keyed/${encodeURIComponent(id)}`)).status).toBe(200)
        for (const each of none) {
          const shown = await served.send('GET', `/keyed/${encodeURIComponent(each)}`)
          const filtered = await served.send('GET', `/keyed?filter[id]=${encodeURIComponent(each)}`)
          const created = await served.send('POST', '/keyed', {
            data: { type: 'keyed', id: each, attributes: { note: 'x' } },
          })
          // MariaDB can compare a small integer with an integer of any size.
          const isCompared = database.name === 'mariadb' && each !== 'x'
          expect([model, each, shown.status, filtered.status, created.status]).toEqual([
            model,
            each,
            404,
            isCompared ? 200 : 400,
            422,
          ])
        }
      }
    })
  },
)
