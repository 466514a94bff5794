import { setTimeout as wait } from 'node:timers/promises'
import { ServiceUnavailable } from '@jsonapi-gen/runtime'
import { isInTransaction } from '@jsonapi-gen/runtime/adapter'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, sqlite, type TypesClient } from '../../support/databases.js'
import { adapterResource } from '../../support/people.js'
import type { SqliteAdapter, SqliteOptions } from './adapter.js'
import { openThird } from './open.js'

const resource = adapterResource('nodes', 'Node')

let database: OpenDatabase<TypesClient>
let adapters: SqliteAdapter[]
beforeEach(async () => {
  database = await sqlite.openTypes()
  adapters = []
})
afterEach(async () => {
  for (const adapter of adapters) adapter.close()
  await database.close()
})

const open = (options?: SqliteOptions): SqliteAdapter => {
  const adapter = openThird(database, options)
  adapters.push(adapter)
  return adapter
}
const insert = (adapter: SqliteAdapter, id: number, more: object = {}) =>
  adapter.write([
    { kind: 'insert', resource, rows: [{ id, name: `n${id}`, position: 1, parentId: null, ...more }] },
  ])
const ids = async () => (await database.prisma.node.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

test('a nested transaction joins the outer one, and both are rolled back together', async () => {
  const adapter = open()
  const failed = adapter.transaction(async () => {
    await adapter.transaction(() => insert(adapter, 1))
    expect(isInTransaction(adapter)).toBe(true)
    throw new Error('after the inner one')
  })
  await expect(failed).rejects.toThrow('after the inner one')
  expect(await ids()).toEqual([])
})

test('transactions run one at a time, and a rejected write that is caught does not undo the rest', async () => {
  const adapter = open()
  const three = [1, 2, 3].map((id) =>
    adapter.transaction(async () => {
      await insert(adapter, id)
      await wait(5)
      await insert(adapter, id).catch(() => {})
    }),
  )
  await Promise.all(three)
  expect(await ids()).toEqual([1, 2, 3])
})

test('at the deadline, the caller gets an error, nothing is written, and later statements are rejected', async () => {
  const adapter = open({ timeout: 50 })
  let late: Promise<unknown> | undefined
  const slow = adapter.transaction(async () => {
    await insert(adapter, 1)
    await wait(150)
    late = insert(adapter, 2)
    await late
  })
  await expect(slow).rejects.toBeInstanceOf(ServiceUnavailable)
  await insert(adapter, 3)
  await wait(150)
  await expect(late).rejects.toThrow('The transaction has already ended.')
  expect(await ids()).toEqual([3])
})

test('a write waits up to the lock timeout for a lock that another process holds', async () => {
  const other = new Libsql(database.url.replace(/^file:/, ''))
  other.exec('BEGIN IMMEDIATE')
  const refused = await insert(open({ lockTimeout: 60 }), 1).catch((error: unknown) => error)
  expect(open().faultOf(refused, resource)).toEqual({ kind: 'busy' })
  const waiting = insert(open(), 2)
  await wait(30)
  other.exec('COMMIT')
  await waiting
  other.close()
  expect(await ids()).toEqual([2])
})

test('an error names the columns at fault, and a record with a different version is not found', async () => {
  const adapter = open()
  await insert(adapter, 1)
  const versioned = { ...resource, version: 'position' }
  const update = (position: number) =>
    adapter.write([{ kind: 'update', resource: versioned, keys: [[1]], values: { name: 'new', position } }])
  const faults = []
  for (const write of [
    () => insert(adapter, 1),
    () => insert(adapter, 2, { name: null }),
    () => insert(adapter, 2, { parentId: 9 }),
    () => update(7),
  ]) {
    faults.push(adapter.faultOf(await write().catch((error: unknown) => error), versioned))
  }
  expect(faults).toEqual([
    { kind: 'unique', columns: ['id'] },
    { kind: 'notNull', columns: ['name'] },
    { kind: 'foreignKey', columns: [] },
    { kind: 'notFound' },
  ])
  const [result] = await update(1)
  expect(result).toEqual({ kind: 'records', records: [{ id: 1, name: 'new', position: 2, parentId: null }] })
})
