import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { errorsOf, keyedApi, keyedTypes } from './support/keyed.js'
import { rowsIn } from '../support/rows.js'

const HEADER = { header: 'Idempotency-Key' }

describe.each(databases)('idempotency/actions (30.1, 14.19): custom actions on $name', (database) => {
  const types = keyedTypes(database)
  let count = 0
  const unique = (): string => `own${database.name}${++count}`

  /** Serves nodes with actions, and records the calls to their methods and hooks. */
  function served() {
    const seen: string[] = []
    const resources = types.resources()
    const { nodes } = resources
    if (!nodes) throw new Error('There are nodes.')
    const child = (parent: object, name: string) => {
      const { id } = parent as { readonly id: number }
      return rowsIn(types.adapter).create('Node', { name, parentId: id, position: 0 })
    }
    nodes.action('grow', { on: 'record', input: { name: 'string' } }, async (record, input) => {
      seen.push('grow')
      const { name } = input as { readonly name: string }
      const grown = await child(record as object, name)
      if (name === 'refused') throw new ValidationError({ attribute: 'name', message: 'does not grow' })
      return grown
    })
    nodes.afterCommit('grow' as never, () => void seen.push('committed'))
    nodes.action(
      'tell',
      { on: 'record', output: 'meta', input: { size: 'integer' } },
      async (record, input) => {
        const { size } = input as { readonly size: number }
        await child(record as object, 'told')
        return { text: 'x'.repeat(size) }
      },
    )
    nodes.action(
      'spread',
      { on: 'record', output: 'nodes[]', input: { name: 'string' } },
      async (record, input) => {
        const { id } = record as { readonly id: number }
        const { name } = input as { readonly name: string }
        const rows = rowsIn(types.adapter)
        await rows.createMany(
          'Node',
          Array.from({ length: 900 }, (_, position) => ({
            name: `${name}${position}`,
            position,
            parentId: id,
          })),
        )
        return (await rows.find('Node', { parentId: id })).toReversed()
      },
    )
    const update = async (record: object, values: object): Promise<object> => {
      const { id } = record as { readonly id: number }
      const grown = await child(record, 'before')
      await new nodes().update({ id, ...values }).catch(() => undefined)
      return grown
    }
    nodes.action('stumble', { on: 'record' }, (record) => update(record as object, { parentId: -1 }))
    nodes.action('miss', { on: 'record' }, (record) => update(record as object, { id: -1, name: 'n' }))
    nodes.action('nest', { on: 'record' }, async (record) => {
      const { id } = record as { readonly id: number }
      const nested = new nodes()
      await nested.transaction(() => nested.update({ id, parentId: -1 })).catch(() => undefined)
      return record as object
    })
    nodes.action('call', { on: 'record', transaction: false }, (record) => child(record as object, 'called'))
    return { ...keyedApi(resources), seen }
  }

  async function parent(): Promise<{ readonly path: string; readonly grown: () => Promise<number> }> {
    const { id } = await types.prisma.node.create({ data: { name: 'parent' } })
    return {
      path: `/nodes/${id}/-actions`,
      grown: () => types.prisma.node.count({ where: { parentId: id } }),
    }
  }

  test('a repeated action runs once and receives the first response, and its hooks run once', async () => {
    const { ask, seen } = served()
    const { path, grown } = await parent()
    const asked = { key: unique(), body: { meta: { name: 'leaf' } } }
    const first = await ask('POST', `${path}/grow?include=parent`, asked)
    const again = await ask('POST', `${path}/grow?include=parent`, asked)
    expect([first.status, await grown(), seen]).toEqual([200, 1, ['grow', 'committed']])
    expect([again.status, again.text]).toEqual([200, first.text])
    const other = await ask('POST', `${path}/grow`, { ...asked, body: { meta: { name: 'other' } } })
    expect(errorsOf(other)).toEqual([['422', 'idempotency_key_reused', HEADER]])
  })

  test('a rejected action leaves no row and writes nothing, so a corrected input may reuse its key (30.5)', async () => {
    const { ask, seen } = served()
    const { path, grown } = await parent()
    const key = unique()
    const refused = await ask('POST', `${path}/grow`, { key, body: { meta: { name: 'refused' } } })
    expect([errorsOf(refused), await grown(), seen]).toEqual([
      [['422', 'validation_error', { pointer: '/meta/name' }]],
      0,
      ['grow'],
    ])
    const malformed = await ask('POST', `${path}/grow`, { key, body: { meta: {} } })
    expect(malformed.status).toBe(422)
    const corrected = await ask('POST', `${path}/grow`, { key, body: { meta: { name: 'leaf' } } })
    expect([corrected.status, await grown()]).toEqual([200, 1])
  })

  test('an action that catches the failure of a nested transaction is rejected in the same way with and without an idempotency key (11.7)', async () => {
    const { ask } = served()
    const { path } = await parent()
    const [plain, keyed] = [
      await ask('POST', `${path}/nest`, { body: { meta: {} } }),
      await ask('POST', `${path}/nest`, { key: unique(), body: { meta: {} } }),
    ]
    expect([keyed.status, errorsOf(keyed)]).toEqual([plain.status, errorsOf(plain)])
    expect(plain.status).toBeGreaterThanOrEqual(400)
    // PostgreSQL has ended the transaction, and then the application is at fault.
    expect(plain.status >= 500).toBe(database.name === 'postgresql')
  })

  test('after a caught store error, PostgreSQL rejects the request, and other databases commit the remaining writes (30.5)', async () => {
    const { ask } = served()
    const { path, grown } = await parent()
    const asked = { key: unique(), body: { meta: {} } }
    const answer = await ask('POST', `${path}/stumble`, asked)
    const isRefused = database.name === 'postgresql'
    expect([answer.status, await grown()]).toEqual(isRefused ? [500, 0] : [200, 1])
    const missing = await ask('POST', `${path}/miss`, { ...asked, key: unique() })
    expect([missing.status, await grown()]).toEqual([200, isRefused ? 1 : 2])
  })

  test('a response with only meta is stored completely, even if it is long (30.7)', async () => {
    const { ask } = served()
    const { path, grown } = await parent()
    const asked = { key: unique(), body: { meta: { size: 300_000 } } }
    const [first, again] = [
      await ask('POST', `${path}/tell`, asked),
      await ask('POST', `${path}/tell`, asked),
    ]
    expect([first.status, first.text.length > 300_000, await grown()]).toEqual([200, true, 1])
    expect(again.text).toBe(first.text)
  })

  test('only the identifiers of a long list are stored, and its records are read again in the same order, with their includes (30.7)', async () => {
    const { ask } = served()
    const { path, grown } = await parent()
    const asked = { key: unique(), body: { meta: { name: 'x'.repeat(180) } } }
    const first = await ask('POST', `${path}/spread?include=parent`, asked)
    expect([first.status, first.text.length > 262_144]).toEqual([200, true])
    const again = await ask('POST', `${path}/spread?include=parent`, asked)
    const { meta: _, ...shown } = JSON.parse(first.text) as Record<string, unknown>
    const { meta: __, ...shownAgain } = JSON.parse(again.text) as Record<string, unknown>
    expect([shownAgain, await grown()]).toEqual([shown, 900])
  })

  test('an action without a transaction rejects an idempotency key and does not run (30.6)', async () => {
    const { ask } = served()
    const { path, grown } = await parent()
    const refused = await ask('POST', `${path}/call`, { key: unique(), body: { meta: {} } })
    expect([errorsOf(refused), await grown()]).toEqual([[['400', 'invalid_parameter', HEADER]], 0])
    expect((await ask('POST', `${path}/call`, { body: { meta: {} } })).status).toBe(200)
  })
})
