import { Resource } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { MemoryAdapter } from '../adapter/memory/adapter.js'
import { MemoryStore } from '../adapter/memory/store.js'
import { serve } from '../support/serve.js'

/** More records than a function can have arguments. */
const MANY = 130_000

test('a record on two paths links to all records that either path has loaded, however many there are (12.1)', async () => {
  const rows = Array.from({ length: MANY }, (_, index) => ({ id: index + 1, ownId: index + 1, parentId: 1 }))
  class Rows extends Resource {
    static {
      this.type('rows')
      this.model('Row')
      this.id('integer')
      this.useAdapter(new MemoryAdapter(new MemoryStore({ Row: rows })))
      this.allowFilter('id')
      this.belongsTo('itself', { resource: 'rows', foreignKey: 'ownId' })
      this.hasMany('below', { resource: 'rows', foreignKey: 'parentId' })
    }
  }
  const { status, body } = await serve([Rows], { limits: { records: MANY * 2, linkages: MANY * 2 } }).get(
    '/rows/1?include=below,itself.below&page[below][size]=1&fields[rows]=below',
  )
  const { data } = body as { data: { relationships: { below: { data: readonly { id: string }[] } } } }
  expect([status, new Set(data.relationships.below.data.map(({ id }) => id)).size]).toEqual([200, MANY])
})
