import { Query, Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from './support.js'

/** Owners that do not come from the database. Each test determines their rows, which may have keys of any type. */
function owners(rows: () => readonly object[]) {
  return class Owner extends Resource {
    static {
      this.type('owners')
      this.useAdapter(NullAdapter)
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
      this.hasMany('children', { resource: 'nodes', foreignKey: 'parentId' })
      this.belongsTo('node', { resource: 'nodes', foreignKey: 'nodeId' })
      this.hasAndBelongsToMany('teams', { resource: 'teams', foreignKey: { memberships: 'userId' } })
    }
    override baseScope(): unknown {
      return rows()
    }
    override async resolve(): Promise<object[]> {
      return rows().map((row) => ({ ...row }))
    }
  }
}

describe.each(databases)('sideload/keys (9.3): keys on $name', (database) => {
  const people = seededPeople(database)
  let rows: readonly object[]
  let api: Served
  beforeEach(() => {
    api = serve([...people.resources.all, owners(() => rows)])
  })

  test('a sideload without parents runs no query, at any depth', async () => {
    const { body } = await api.get('/nodes?filter[id]=99&include=children.children,parent')
    expect(body).toMatchObject({ data: [], included: [] })
    expect(people.operations).toEqual(['Node.findMany'])
  })

  test('a sideload runs no query if all keys are null', async () => {
    const { body } = await api.get('/nodes?filter[id]=1,5&include=parent')
    expect(linkage(body, 'parent')).toEqual({ 1: null, 5: null })
    expect(people.operations).toEqual(['Node.findMany'])
  })

  test.each([
    ['strings', ['1', '5', '3']],
    ['numbers', [1, 5, 3]],
    ['bigints', [1n, 5n, 3n]],
    ['both', ['1', 5n, 3]],
  ])('keys are compared by value, so %s match integers', async (_, [one, five, three]) => {
    rows = [
      { id: one, nodeId: five },
      { id: five, nodeId: null },
      { id: three, nodeId: '99' },
    ]
    const { status, body } = await api.get('/owners?include=children,node,teams')
    expect(status).toBe(200)
    expect(linkage(body, 'children')).toEqual({ 1: [2, 3], 3: [], 5: [6] })
    expect(linkage(body, 'node')).toEqual({ 1: 5, 3: null, 5: null })
    expect(linkage(body, 'teams')).toEqual({ 1: [1, 2], 3: [], 5: [] })
    expect(included(body)).toEqual(['nodes 2', 'nodes 3', 'nodes 5', 'nodes 6', 'teams 1', 'teams 2'])
  })

  test("a key that cannot be converted to the other side's type matches no records and runs no query", async () => {
    rows = [{ id: 'one', nodeId: '01x' }]
    const { status, body } = await api.get('/owners?include=children,node')
    expect({ status, children: linkage(body, 'children'), node: linkage(body, 'node') }).toEqual({
      status: 200,
      children: { one: [] },
      node: { one: null },
    })
    expect(people.operations).toEqual([])
  })

  test('a key that several parents share is queried once', async () => {
    rows = [
      { id: 'a', nodeId: 2 },
      { id: 'b', nodeId: '2' },
      { id: 'c', nodeId: 2n },
    ]
    const { body } = await api.get('/owners?include=node')
    expect(included(body)).toEqual(['nodes 2'])
    expect(people.operations).toEqual(['Node.findMany'])
  })
})

test('keys are compared by value, so dates are equal if their milliseconds are equal (9.3)', async () => {
  const at = (millisecond: number) => new Date(Date.UTC(2024, 1, 29, 10, 0, 0, millisecond))
  class Unfiltered extends NullAdapter {
    override narrow(scope: unknown): unknown {
      return scope
    }
  }
  class Row extends Resource {
    static {
      this.type('rows')
      this.useAdapter(Unfiltered)
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
      this.hasMany('same', { resource: () => Row, foreignKey: 'at', primaryKey: 'at' })
    }
    override baseScope(): unknown {
      return []
    }
    override async resolve(): Promise<object[]> {
      return [1, 2, 1].map((millisecond, index) => ({ id: index + 1, at: at(millisecond) }))
    }
  }
  const { body } = await serve([Row]).get('/rows?include=same')
  expect(linkage(body, 'same')).toEqual({ 1: [1, 3], 2: [2], 3: [1, 3] })
})

/** An adapter that counts how often a key is read. */
class Reads extends NullAdapter {
  static count = 0
  override narrow(scope: unknown): unknown {
    return scope
  }
}

function watched(count: number): readonly object[] {
  return Array.from({ length: count }, (_, id) => ({
    get id() {
      Reads.count++
      return id
    },
    get parentId() {
      Reads.count++
      return id % 7
    },
  }))
}

test('assigning children takes time proportional to the number of parents plus the number of children (9.3)', async () => {
  const reads = async (count: number): Promise<number> => {
    const rows = watched(count)
    class Row extends Resource {
      static {
        this.type('rows')
        this.useAdapter(Reads)
        this.sort((scope) => scope)
        this.paginate((scope) => scope)
        this.hasMany('children', { resource: () => Row, foreignKey: 'parentId' })
        this.belongsTo('parent', { resource: () => Row, foreignKey: 'parentId' })
      }
      override baseScope(): unknown {
        return rows
      }
      override async resolve(): Promise<object[]> {
        return rows.map((row) => Object.create(row) as object)
      }
    }
    const shape = { type: 'rows', hasFilter: () => false, isMany: () => undefined }
    const query = Query.ofSearch(shape, 'include=children,parent')
    const scope = await new Row().buildScope(rows, query)
    Reads.count = 0
    await scope.resolve()
    return Reads.count
  }
  const small = await reads(200)
  expect(small).toBeGreaterThan(400)
  expect((await reads(2000)) / small).toBeLessThan(11)
})
