import type { PrismaAdapter, PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from './support.js'
import { narrowed } from '../support/scopes.js'

interface NodeRow {
  readonly id: number
  readonly position: number
  readonly parentId: number | null
  siblings?: NodeRow[]
  nearest?: NodeRow | null
}

describe.each(databases)('sideload/custom (9.1): a custom sideload on $name', (database) => {
  const people = seededPeople(database)
  const seen: unknown[] = []
  beforeEach(() => {
    seen.splice(0)
    people.resources.nodes.allowSideload('siblings', {
      resource: 'nodes',
      scope: (parents: readonly NodeRow[]) => {
        seen.push(parents.map(({ id }) => id))
        return narrowed(nodes(people.adapter), {
          parentId: { in: parents.flatMap(({ parentId }) => parentId ?? []) },
        })
      },
      assign: (parents: NodeRow[], children: readonly NodeRow[]) => {
        seen.push(children.map(({ id }) => id))
        for (const parent of parents) {
          if (parent.parentId === null) continue
          parent.siblings = children.filter(
            (child) => child.parentId === parent.parentId && child.id !== parent.id,
          )
        }
      },
    })
    people.resources.nodes.allowSideload('nearest', {
      resource: 'nodes',
      many: false,
      scope: () => nodes(people.adapter),
      assign: (parents: NodeRow[], children: readonly NodeRow[]) => {
        for (const parent of parents) {
          const found = children.find(({ position }) => position === parent.position - 1)
          if (found) parent.nearest = found
        }
      },
    })
  })

  test('in a custom sideload, `scope` receives the parents, `assign` receives parents and children, and a single query runs', async () => {
    const { body } = await people.api.get('/nodes?include=siblings&filter[id]=2,3,4')
    expect(linkage(body, 'siblings', 'nodes')).toEqual({ 2: [3], 3: [2], 4: [] })
    expect(seen).toEqual([
      [2, 3, 4],
      [2, 3, 4],
    ])
    expect(people.operations).toEqual(['Node.findMany', 'Node.findMany'])
  })

  test('a parent that `assign` omits receives an empty array or null', async () => {
    const { body } = await people.api.get('/nodes?include=siblings,nearest&filter[id]=1,6')
    expect(linkage(body, 'siblings', 'nodes')).toMatchObject({ 1: [], 6: [] })
    expect(linkage(body, 'nearest', 'nodes')).toMatchObject({ 1: 2, 6: null })
  })

  test('the scope of a custom sideload can be chained with a filter, a sort, and a page for a single parent', async () => {
    const filtered = await people.api.get('/nodes?include=siblings&filter[id]=2,3&filter[siblings][id]=3')
    expect(linkage(filtered.body, 'siblings', 'nodes')).toEqual({ 2: [3], 3: [] })
    const sorted = await people.api.get(
      '/nodes?include=siblings&filter[id]=4&sort=id,siblings.-id&page[siblings][size]=1',
    )
    expect(sorted.status).toBe(200)
    expect(seen.slice(-2)).toEqual([[4], [4]])
  })

  test('a page of a custom sideload for several parents returns 400, because their children cannot be told apart', async () => {
    const answer = await people.api.get('/nodes?include=siblings&page[siblings][size]=1')
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_page', source: { parameter: 'page[siblings][size]' } }] },
    })
  })

  test('nested includes of a custom sideload use only assigned children', async () => {
    const { body } = await people.api.get('/nodes/2?include=siblings.parent,nearest.parent')
    expect(included(body)).toEqual(['nodes 1', 'nodes 3'])
    expect(people.operations).toHaveLength(5)
  })

  test('without parents, neither `scope` nor `assign` of a custom sideload runs', async () => {
    await people.api.get('/nodes?include=siblings&filter[id]=99')
    expect({ seen, operations: people.operations }).toEqual({ seen: [], operations: ['Node.findMany'] })
  })

  test('named methods of a custom sideload run with the resource as `this`, and overrides replace them', async () => {
    class Walk extends people.resources.nodes {
      static {
        this.allowSideload('siblings', { resource: 'nodes', scope: 'siblingScope', assign: 'assignSiblings' })
      }
      siblingScope(parents: readonly NodeRow[]): PrismaScope {
        return narrowed(nodes(people.adapter), { id: { in: parents.map(({ id }) => id + 1) } })
      }
      assignSiblings(parents: NodeRow[], children: readonly NodeRow[]): void {
        for (const parent of parents) {
          parent.siblings = children.filter(({ id }) => id === parent.id + 1)
        }
      }
    }
    const walking = serve([Walk])
    const { body } = await walking.get('/nodes?include=siblings&filter[id]=1,3')
    expect(linkage(body, 'siblings', 'nodes')).toEqual({ 1: [2], 3: [4] })
  })

  test('with an empty `assign`, a child that parents share is rendered once', async () => {
    const { body } = await people.api.get('/nodes?include=nearest&filter[id]=1,2,3')
    expect(linkage(body, 'nearest')).toEqual({ 1: 2, 2: 3, 3: 4 })
    expect(included(body)).toEqual(['nodes 4'])
  })
})

const nodes = (adapter: PrismaAdapter): PrismaScope => adapter.all(adapterResource('nodes', 'Node'))
