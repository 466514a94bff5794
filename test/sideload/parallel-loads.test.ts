import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'

const SIBLINGS = ['one', 'two', 'three', 'four', 'five', 'six'] as const

/** Resources whose queries record how many of them run concurrently, and in which order they started. */
function observed(adapter: Adapter, together: number) {
  const seen = { running: 0, most: 0, order: [] as string[], release: (): void => {} }
  const gate = new Promise<void>((resolve) => {
    seen.release = resolve
  })
  const child = (name: string): ResourceClass =>
    class extends Resource {
      static {
        this.type(name)
        this.model('Node')
        this.id('integer')
        this.useAdapter(adapter)
        this.attribute('name', 'string')
      }
      override async resolve(scope: unknown): Promise<object[]> {
        seen.order.push(name)
        seen.running++
        seen.most = Math.max(seen.most, seen.running)
        if (seen.running >= together) seen.release()
        await gate
        const records = await super.resolve(scope)
        seen.running--
        return records as object[]
      }
    }
  const children = SIBLINGS.map((name) => child(name))
  class TreeResource extends Resource {
    static {
      this.type('trees')
      this.model('Node')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      for (const name of SIBLINGS) this.hasMany(name, { resource: name, foreignKey: 'parentId' })
    }
  }
  return { resources: [TreeResource, ...children], trees: TreeResource, seen }
}

describe.each(databases)('sideload/concurrency (9.4): concurrent includes on $name', (database) => {
  const people = seededPeople(database)

  test('sibling includes run concurrently outside a transaction, four at a time by default', async () => {
    const { resources, seen } = observed(people.adapter, 4)
    const { status } = await serve(resources).get(`/trees?include=${SIBLINGS.join(',')}`)
    expect({ status, most: seen.most, queries: seen.order.length }).toEqual({
      status: 200,
      most: 4,
      queries: 6,
    })
  })

  test("the API's limit on concurrency applies to sibling includes", async () => {
    const { resources, seen } = observed(people.adapter, 2)
    const { status } = await serve(resources, { limits: { concurrency: 2 } }).get(
      `/trees?include=${SIBLINGS.join(',')}`,
    )
    expect({ status, most: seen.most }).toEqual({ status: 200, most: 2 })
  })

  test("inside a transaction, includes run in the request's order, on the transaction's client", async () => {
    const { adapter } = people
    const { resources, trees, seen } = observed(adapter, 1)
    serve(resources)
    const undone = new Error('roll back')
    let read: unknown
    const transaction = adapter.transaction(async () => {
      const row = { id: 100, name: 'not committed', parentId: 6 }
      await adapter.write([{ kind: 'insert', resource: adapterResource('nodes', 'Node'), rows: [row] }])
      read = await trees.find('6', { include: [...SIBLINGS].toReversed() as never })
      throw undone
    })
    await expect(transaction).rejects.toBe(undone)
    const child = (type: string) => [{ id: 100, type, name: 'not committed' }]
    expect(read).toEqual({
      data: {
        id: 6,
        type: 'trees',
        name: 'Node 6',
        ...Object.fromEntries(SIBLINGS.map((name) => [name, child(name)])),
      },
      meta: {},
    })
    expect({ order: seen.order, most: seen.most }).toEqual({ order: [...SIBLINGS].toReversed(), most: 1 })
    expect(await people.prisma.node.count({ where: { id: 100 } })).toBe(0)
  })

  test('inside a transaction, includes run one after another even if the parents use a different adapter', async () => {
    const { adapter } = people
    const { resources, seen } = observed(adapter, 1)
    class Owner extends Resource {
      static {
        this.type('owners')
        this.useAdapter(NullAdapter)
        this.sort((scope) => scope)
        this.paginate((scope) => scope)
        for (const name of SIBLINGS) this.hasMany(name, { resource: name, foreignKey: 'parentId' })
      }
      override baseScope(): unknown {
        return []
      }
      override async resolve(): Promise<object[]> {
        return [{ id: 1 }]
      }
    }
    serve([Owner, ...resources])
    await adapter.transaction(() => Owner.all({ include: [...SIBLINGS] as never }))
    expect({ order: seen.order, most: seen.most }).toEqual({ order: SIBLINGS, most: 1 })
  })
})
