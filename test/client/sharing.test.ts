import { createClient } from '@jsonapi-gen/client'
import { structuralSharing } from '@jsonapi-gen/client/tanstack'
import { describe, expect, test } from 'vitest'
import { dice, SEED } from '../support/dice.js'

interface Linked {
  readonly id: string
  readonly name: string
  readonly at: Date
  readonly price: string
  readonly nodes: readonly Linked[]
}

interface Made {
  readonly name: string
  readonly links: readonly number[]
}

/** Reads nodes from a server with the given names and links. */
async function read(nodes: readonly Made[]): Promise<{ readonly data: readonly Linked[] }> {
  const api = createClient({
    baseUrl: 'https://example.com',
    schema: {
      version: 1,
      types: {
        nodes: {
          attributes: { name: 'string', at: 'datetime', price: 'decimal' },
          relationships: { nodes: { types: ['nodes'], many: true } },
        },
      },
    } as const,
    fetch: async () =>
      Response.json({
        data: nodes.map(({ name, links }, id) => ({
          type: 'nodes',
          id: `${id}`,
          attributes: { name, at: '2030-01-31T00:00:00.000Z', price: '12345678901234567890.10' },
          relationships: { nodes: { data: links.map((other) => ({ type: 'nodes', id: `${other}` })) } },
        })),
      }),
  }) as unknown as { nodes: { list(query: object): Promise<{ data: readonly Linked[] }> } }
  return api.nodes.list({ include: 'nodes' })
}

/** The positions of all records that lead to one of the given records. */
function leadingTo(nodes: readonly Made[], changed: readonly number[]): ReadonlySet<number> {
  const found = new Set(changed)
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const [index, { links }] of nodes.entries()) {
      if (links.some((one) => found.has(one))) found.add(index)
    }
  }
  return found
}

describe('client/sharing (27.15): a new result reuses the unchanged parts of the earlier result', () => {
  test('records that lead to a changed record are new objects, and all other records are reused', async () => {
    const { below } = dice(SEED)
    for (let round = 0; round < 60; round++) {
      const size = 1 + below(30)
      const first: readonly Made[] = Array.from({ length: size }, () => ({
        name: 'first',
        links: Array.from({ length: below(4) }, () => below(size)),
      }))
      const changed = Array.from({ length: below(3) }, () => below(size))
      const second = first.map((node, index) =>
        changed.includes(index) ? { ...node, name: 'second' } : node,
      )
      const [before, after] = [await read(first), await read(second)]
      const shared = structuralSharing(before, after) as typeof after
      const told = `seed ${SEED}, round ${round}`
      expect(shared, told).toEqual(after)
      const isNew = leadingTo(first, changed)
      expect(shared === before, told).toBe(changed.length === 0)
      expect(
        shared.data.map((record, index) => record === before.data[index]),
        told,
      ).toEqual(first.map((_, index) => !isNew.has(index)))
      // Each record is still one object, wherever it is.
      expect(
        shared.data.every(({ nodes }) => nodes.every((one) => one === shared.data[Number(one.id)])),
        told,
      ).toBe(true)
      expect(shared.data.every((record) => Object.isFrozen(record) && Object.isFrozen(record.nodes))).toBe(
        true,
      )
      expect(Object.getPrototypeOf(shared.data[0])).toSatisfy((prototype) =>
        [before, after].some(({ data }) => Object.getPrototypeOf(data[0]) === prototype),
      )
    }
  })

  test('records are matched by type and id, so they are reused even if their order changes', async () => {
    const before = await read([
      { name: 'a', links: [1] },
      { name: 'b', links: [0] },
      { name: 'c', links: [] },
    ])
    const after = {
      ...(await read([
        { name: 'a', links: [1] },
        { name: 'b', links: [0] },
        { name: 'c', links: [] },
      ])),
    }
    const turned = { ...after, data: [...after.data].toReversed() }
    const shared = structuralSharing(before, turned) as typeof after
    expect(shared.data.map((record) => before.data.indexOf(record))).toEqual([2, 1, 0])
  })

  test('values other than records are shared if they are equal', () => {
    const moment = { at: new Date(0), list: [1, { deep: null }] }
    const amount = new (class Amount {
      readonly cents = 1
    })()
    expect(structuralSharing(moment, { at: new Date(0), list: [1, { deep: null }] })).toBe(moment)
    expect(structuralSharing(moment, { at: new Date(1), list: [1, { deep: null }] })).toEqual({
      ...moment,
      at: new Date(1),
    })
    expect(structuralSharing({ amount }, { amount })).toEqual({ amount })
    expect(structuralSharing({ a: undefined }, { b: undefined })).toEqual({ b: undefined })
    expect([
      structuralSharing(undefined, moment),
      structuralSharing(moment, null),
      structuralSharing(1, 2),
    ]).toEqual([moment, null, 2])
    const named: unknown = JSON.parse('{"json":{"__proto__":{"x":1}},"y":1}')
    const other: unknown = JSON.parse('{"json":{"__proto__":{"x":2}},"y":1}')
    expect(JSON.stringify(structuralSharing(named, other))).toBe('{"json":{"__proto__":{"x":2}},"y":1}')
  })

  test('each record in a cycle is read a limited number of times, so the time depends only on the number of records', () => {
    const readsOf = (count: number): number => {
      let reads = 0
      const { below } = dice(SEED)
      const links = Array.from({ length: count }, () => Array.from({ length: 5 }, () => below(count)))
      const graph = (changed: number): readonly object[] => {
        const nodes = links.map((_, index) => ({
          type: 'nodes',
          id: `${index}`,
          get name(): string {
            reads++
            return index === changed ? 'y' : 'x'
          },
          nodes: [] as object[],
        }))
        for (const [index, node] of nodes.entries()) {
          for (const link of links[index] ?? []) node.nodes.push(nodes[link] ?? node)
        }
        return nodes
      }
      const before = graph(-1)
      // A failed `toBe` would compare the graphs along every path.
      const isKept = [
        structuralSharing(before, graph(-1)) === before,
        structuralSharing(before, graph(0)) === before,
      ]
      expect(isKept).toEqual([true, false])
      return reads / count
    }
    const [some, most] = [readsOf(100), readsOf(1000)]
    expect([some > 1, most <= some * 1.1]).toEqual([true, true])
  })
})
