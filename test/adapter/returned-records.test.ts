import type { StoreStep } from '@jsonapi-gen/runtime/adapter'
import { describe, expect, test } from 'vitest'
import { compile } from '../../runtime/src/resource/compile.js'
import { parseType } from '../../runtime/src/vocabulary/values/type.js'
import { databases } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { sample } from '../support/samples.js'
import { typesResources } from '../write/support/types.js'

/** Values that a store may return in a different form. */
const ODD = {
  string: 'spaces  ',
  bigint: 9223372036854775807n,
  float: 0.1 + 0.2,
  decimal: '123456.125',
  datetime: new Date('1999-12-31T23:59:59.999Z'),
  json: { b: [1.5, null, 1e21], a: '\u0001 ü' },
  bytes: new Uint8Array([0, 255]),
}

const ID_TYPE = parseType('string')

const ID = (number: number): string => `0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a${number}`

describe.each(databases)('adapter/returned-records (11.9) on $name', (database) => {
  test('an INSERT and an UPDATE return the same record as a later read', async () => {
    const opened = await database.openTypes()
    const adapter = prismaAdapter(opened.prisma)
    const samples = typesResources(adapter)['samples']
    if (!samples) throw new Error('There are samples.')
    const resource = compile(samples)
    const rows = [10, 11, 12].map((number) => ({ ...sample(ID(number)), ...ODD }))
    const steps: readonly StoreStep[] = [
      { kind: 'insert', resource, rows: rows.slice(0, 1) },
      { kind: 'insert', resource, rows: rows.slice(1) },
      {
        kind: 'update',
        resource,
        keys: [[ID(10)]],
        values: { decimal: '0.10000', float: 1e-7, jsonOrNull: [{}], datetimeOrNull: new Date(0) },
      },
    ]
    for (const step of steps) {
      const [result] = await adapter.write([step])
      const records = result?.kind === 'records' ? result.records : []
      const keys = records.map((record) => [String(Reflect.get(record, 'id'))])
      const among = {
        kind: 'among',
        name: 'id',
        through: [],
        columns: ['id'],
        types: [ID_TYPE],
        keys,
      } as const
      const scope = adapter.narrow(adapter.all(resource), among, resource)
      const byId = { through: [], column: 'id', direction: 'asc', nullable: false } as const
      const read = await adapter.read(adapter.arrange(scope, { kind: 'order', by: [byId] }), 'all', resource)
      expect(records.length).toBe(step.kind === 'insert' ? step.rows.length : 1)
      expect(records).toEqual(read)
      expect(records.map((record) => Object.entries(record).map(String))).toEqual(
        read.map((record) => Object.entries(record).map(String)),
      )
    }
    expect(adapter.facts(resource).can.returnRecords).toBe(true)
    await opened.close()
  })

  test('with an extended client, the adapter does not rely on the records that statements return', async () => {
    const opened = await database.openTypes()
    const extended = opened.prisma.$extends({ name: 'nothing' })
    const adapter = prismaAdapter(extended)
    const samples = typesResources(adapter)['samples']
    if (!samples) throw new Error('There are samples.')
    expect(adapter.facts(compile(samples)).can.returnRecords).toBe(false)
    await opened.close()
  })
})
