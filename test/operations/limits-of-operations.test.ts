import { createApi, type Limits } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { shortErrors } from '../write/support/documents.js'
import { operate } from './support/operate.js'

const rename = (id: number): unknown => ({
  op: 'update',
  data: { type: 'tags', id: String(id), attributes: { name: `tag ${id}` } },
})
const link = (...ids: readonly number[]): unknown => ({
  op: 'add',
  ref: { type: 'posts', id: '1', relationship: 'tags' },
  data: ids.map((id) => ({ type: 'tags', id: String(id) })),
})

describe('operations/limits (17.1)', () => {
  writableBlog(sqlite)

  const errors = async (
    limits: Partial<Limits>,
    ...operations: readonly unknown[]
  ): Promise<readonly string[]> =>
    shortErrors(await operate(createApi({ registry, controllers, operations: true, limits }), operations))

  test('the number of operations in a request is limited: n - 1, n and n + 1', async () => {
    expect(await errors({ operations: 3 }, rename(1), rename(2))).toEqual([])
    expect(await errors({ operations: 3 }, rename(1), rename(2), rename(3))).toEqual([])
    expect(await errors({ operations: 3 }, rename(1), rename(2), rename(3), rename(4))).toEqual([
      '400 /atomic:operations A request can have at most 3 operations.',
    ])
  })

  test('the number of records written by all operations of a request is limited', async () => {
    const remove = { op: 'remove', ref: { type: 'comments', id: '1' } }
    expect(await errors({ writeRecords: 3 }, rename(1), link(1))).toEqual([])
    expect(await errors({ writeRecords: 3 }, rename(1), rename(2), link(1))).toEqual([])
    expect(await errors({ writeRecords: 3 }, rename(1), rename(2), rename(3), remove)).toEqual([
      '400 /atomic:operations/3 A request can write at most 3 records.',
    ])
  })

  test('the number of links in a relationship and in a whole request is limited', async () => {
    expect(await errors({ linkage: 2 }, link(1, 2), link(3, 4))).toEqual([])
    expect(await errors({ linkage: 2 }, link(1, 2, 3))).toEqual([
      '400 /atomic:operations/0/data A relationship can list at most 2 records at once.',
    ])
    expect(await errors({ links: 4 }, link(1, 2), link(3))).toEqual([])
    expect(await errors({ links: 4 }, link(1, 2), link(3, 4))).toEqual([])
    expect(await errors({ links: 4 }, link(1, 2), link(3, 4), link(5))).toEqual([
      '400 /atomic:operations/2 A request can list at most 4 records in its relationships.',
    ])
  })

  test('the nesting depth of relationships in a write is limited', async () => {
    expect(await errors({ writeDepth: 1 }, link(1))).toEqual([])
    expect(await errors({ writeDepth: 0 }, link(1))).toEqual([
      '400 /atomic:operations/0/data/0 A request can nest records at most 0 relationships deep.',
    ])
  })

  test('a response has at most a hundred errors', async () => {
    const wrong = Array.from({ length: 100 }, () => ({
      op: 'add',
      data: { type: 'tags', attributes: { a: 1, b: 2 } },
    }))
    expect((await errors({}, ...wrong)).length).toBe(100)
  })
})
