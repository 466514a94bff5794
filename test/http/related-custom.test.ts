import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { ids, included, linkage } from '../sideload/support.js'

interface NodeRow {
  readonly id: number
  readonly position: number
  readonly parentId: number | null
  below?: NodeRow[]
  boss?: NodeRow | null
}

/**
 * The nodes 2, 3 and 4 are below node 1, and 6 is below 5, through an `assign` that the scope does not
 * reflect. Nodes with even ids have a boss.
 */
describe.each(databases)(
  'http/related-custom (9.1): the URL of a custom relationship on $name',
  (database) => {
    const people = seededPeople(database)
    const nodes = () => people.adapter.all(adapterResource('nodes', 'Node'))
    const seen: (readonly number[])[] = []

    beforeEach(() => {
      seen.splice(0)
      const resource = people.resources.nodes
      resource.allowStat({ total: ['count'], position: ['sum', 'maximum'] })
      resource.allowSideload('below', {
        resource: 'nodes',
        scope: () => nodes(),
        assign: (parents: NodeRow[], children: readonly NodeRow[]) => {
          seen.push(children.map(({ id }) => id))
          for (const parent of parents) {
            const last = parent.id === 1 ? 4 : 6
            parent.below = children.filter(({ id }) => id > parent.id && id <= last)
          }
        },
      })
      resource.allowSideload('boss', {
        resource: 'nodes',
        many: false,
        scope: () => nodes(),
        assign: (parents: NodeRow[], children: readonly NodeRow[]) => {
          for (const parent of parents) {
            parent.boss =
              parent.id % 2 === 0 ? (children.find(({ id }) => id === parent.parentId) ?? null) : null
          }
        },
      })
    })

    test('the URL of a custom relationship returns the records that `assign` selects, as an include does', async () => {
      for (const id of [1, 5, 6]) {
        const { body } = await people.api.get(`/nodes/${id}?include=below,boss`)
        const [below, boss] = [linkage(body, 'below', 'nodes')[id], linkage(body, 'boss', 'nodes')[id]]
        expect(ids((await people.api.get(`/nodes/${id}/below`)).body)).toEqual(below)
        const linked = await people.api.get(`/nodes/${id}/relationships/below`)
        expect(ids(linked.body)).toEqual(below)
        for (const path of [`/nodes/${id}/boss`, `/nodes/${id}/relationships/boss`]) {
          expect((await people.api.get(path)).body).toMatchObject({
            data: boss === null ? null : { type: 'nodes', id: String(boss) },
          })
        }
      }
    })

    test('filters and the sort apply before `assign`, whose order is kept afterwards', async () => {
      const filtered = await people.api.get('/nodes/1/below?filter[id]=3,4,5&sort=-id')
      expect(ids(filtered.body)).toEqual([4, 3])
      expect(seen).toEqual([[5, 4, 3]])
      people.resources.nodes.allowSideload('below', {
        resource: 'nodes',
        scope: () => nodes(),
        assign: ([parent]: NodeRow[], children: readonly NodeRow[]) => {
          if (parent) parent.below = [...children, ...children].toReversed()
        },
      })
      // A record that is assigned twice occurs only once, because it is a single resource object.
      const reversed = await serve(people.resources.all).get('/nodes/1/below?filter[id]=3,4,5')
      expect(ids(reversed.body)).toEqual([5, 4, 3])
    })

    test('at the URL of a custom relationship, an empty filter returns no records and runs no query', async () => {
      const { body } = await people.api.get('/nodes/1/below?filter[id]=&stats[total]=count')
      expect(body).toMatchObject({ data: [], meta: { stats: { total: { count: 0 } } } })
      expect(people.operations).toEqual(['Node.findMany'])
    })

    test('at the URL of a custom relationship, a page and its links include only assigned records', async () => {
      const page = async (query: string) => {
        const { body } = await people.api.get(`/nodes/1/below?${query}`)
        const { links } = body as { links: Readonly<Record<string, string | null>> }
        const numbers = Object.entries(links).map(([name, link]) => [
          name,
          link === null ? null : new URL(link).searchParams.get('page[number]'),
        ])
        return { ids: ids(body), ...Object.fromEntries(numbers) }
      }
      expect(await page('page[size]=2')).toEqual({
        ids: [2, 3],
        self: null,
        first: '1',
        prev: null,
        next: '2',
      })
      expect(await page('page[size]=2&page[number]=2&stats[total]=count')).toEqual({
        ids: [4],
        self: '2',
        first: '1',
        prev: '1',
        next: null,
        last: '2',
      })
      expect(await page('page[size]=3')).toMatchObject({ ids: [2, 3, 4], next: null })
    })

    test('at the URL of a custom relationship, stats cover all assigned records, even if the response contains only one page', async () => {
      const stats = 'stats[total]=count&stats[position]=sum,maximum'
      const { body } = await people.api.get(`/nodes/1/below?page[size]=1&${stats}`)
      expect(body).toMatchObject({
        data: [{ id: '2' }],
        meta: { stats: { total: { count: 3 }, position: { sum: 8 + 7 + 6, maximum: 8 } } },
      })
      const nobody = await people.api.get(`/nodes/6/below?${stats}`)
      expect(nobody.body).toMatchObject({
        data: [],
        meta: { stats: { total: { count: 0 }, position: { sum: 0, maximum: null } } },
      })
    })

    test('at the URL of a custom relationship, a page of size 0 reads no records, unless stats need them (5.2)', async () => {
      const empty = await people.api.get('/nodes/1/below?page[size]=0&include=parent')
      expect(empty.body).toMatchObject({ data: [], included: [] })
      expect(people.operations).toEqual(['Node.findMany'])
      const counted = await people.api.get('/nodes/1/below?page[size]=0&include=parent&stats[total]=count')
      expect(counted.body).toMatchObject({
        data: [],
        included: [],
        meta: { stats: { total: { count: 3 } } },
        links: { first: null, prev: null, next: null },
      })
      expect(people.operations.slice(1)).toEqual(['Node.findMany', 'Node.findMany', 'Node.aggregate'])
    })

    test('at the URL of a custom relationship, includes are loaded only for records on the page', async () => {
      const { body } = await people.api.get('/nodes/1/below?include=children&page[size]=1')
      expect(included(body)).toEqual(['nodes 4'])
      expect(people.operations).toHaveLength(3)
      const linked = await people.api.get('/nodes/1/relationships/below?include=below.children&page[size]=1')
      expect(included(linked.body)).toEqual(['nodes 2', 'nodes 4'])
    })

    test("the application's functions receive the parent record as an instance of its class, and the record is not changed", async () => {
      class Row {
        readonly id: number
        friends?: unknown
        constructor(id: number) {
          this.id = id
        }
        knows({ id }: Row): boolean {
          return id !== this.id
        }
      }
      const rows = [new Row(1), new Row(2), new Row(3)]
      const api = serve([friendly(rows)])
      expect(ids((await api.get('/rows/2/friends')).body)).toEqual([1, 3])
      const page = await api.get('/rows/2/friends?page[size]=1&stats[total]=count')
      expect({ ids: ids(page.body), body: page.body }).toMatchObject({
        ids: [1],
        body: { meta: { stats: { total: { count: 2 } } } },
      })
      expect(rows.map(({ friends }) => friends)).toEqual([undefined, undefined, undefined])
    })
  },
)

interface Knowing {
  readonly id: number
  friends?: unknown
  knows(other: Knowing): boolean
}

/** A resource without a store, whose scopes are lists. */
function friendly(rows: readonly Knowing[]): ResourceClass {
  return class extends Resource {
    static {
      this.type('rows')
      this.id('integer')
      this.useAdapter(NullAdapter)
      this.sort((scope) => scope)
      this.allowFilter('id', { type: 'integer', list: true }, (scope, value) =>
        (scope as readonly Knowing[]).filter(({ id }) => value.includes(id)),
      )
      this.allowStat('total', { count: (scope: unknown) => (scope as readonly unknown[]).length })
      this.allowSideload('friends', {
        resource: 'rows',
        scope: () => rows,
        assign: (parents: Knowing[], children: readonly Knowing[]) => {
          for (const parent of parents) parent.friends = children.filter((child) => parent.knows(child))
        },
      })
    }
    override baseScope(): unknown {
      return rows
    }
    override async resolve(scope: unknown): Promise<object[]> {
      return [...(scope as object[])]
    }
  }
}
