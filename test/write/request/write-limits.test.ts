import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../support/databases.js'
import { shortErrors } from '../support/documents.js'
import { danglingPointers } from '../support/pointers.js'
import { serveWrites } from '../support/serve.js'
import { dumpTypes } from '../support/dump.js'
import { typesResources, writableTypes } from '../support/types.js'

/** A node with the given number of new children. */
const wide = (children: number) => ({
  data: {
    type: 'nodes',
    attributes: { name: 'root' },
    relationships: { children: { data: range(children).map((n) => ({ type: 'nodes', lid: `n${n}` })) } },
  },
  included: range(children).map((n) => ({ type: 'nodes', lid: `n${n}`, attributes: { name: `n${n}` } })),
})

/** A chain of nested nodes with the given depth. */
const deep = (depth: number) => ({
  data: { type: 'nodes', ...node(0, depth) },
  included: range(depth).map((n) => ({ type: 'nodes', lid: `n${n}`, ...node(n, depth) })),
})

const node = (n: number, depth: number) => ({
  attributes: { name: `n${n}` },
  ...(n < depth && { relationships: { children: { data: [{ type: 'nodes', lid: `n${n + 1}` }] } } }),
})

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1)

describe.each(anyDatabase)('write/limits: size limits for a write, on $name', (database) => {
  const types = writableTypes(database)
  const post = (body: unknown, limits = {}) =>
    serveWrites(typesResources(types.adapter), { limits }).send('POST', '/nodes', body)

  /**
   * The response to a body that exceeds a limit, the pointers in it that do not resolve, and whether the data
   * is unchanged.
   */
  async function refusal(body: unknown, limits: object = {}): Promise<readonly unknown[]> {
    const before = await dumpTypes(types.prisma)
    const answer = await post(body, limits)
    const isUnchanged = isDeepStrictEqual(await dumpTypes(types.prisma), before)
    return [answer.status, ...shortErrors(answer), ...danglingPointers(answer, body), isUnchanged]
  }

  test('a write of 200 records is accepted, and a write of 201 is rejected', async () => {
    expect((await post(wide(198))).status).toBe(201)
    expect((await post(wide(199))).status).toBe(201)
    expect(await refusal(wide(200), {})).toEqual([
      400,
      '400 /included/199 A request can write at most 200 records.',
      true,
    ])
  })

  test('the limit on written records can be changed', async () => {
    expect((await post(wide(4), { writeRecords: 5 })).status).toBe(201)
    expect(await refusal(wide(5), { writeRecords: 5 })).toEqual([
      400,
      '400 /included/4 A request can write at most 5 records.',
      true,
    ])
  })

  test('relationships that are nested 5 levels deep are accepted, and 6 levels are rejected', async () => {
    expect((await post(deep(4))).status).toBe(201)
    expect((await post(deep(5))).status).toBe(201)
    expect(await refusal(deep(6), {})).toEqual([
      400,
      '400 /included/4/relationships/children/data/0 A request can nest records at most 5 relationships deep.',
      true,
    ])
  })

  test('a relationship may list 500 records in a request but not 501', async () => {
    await types.prisma.node.createMany({ data: range(501).map((n) => ({ id: 10_000 + n, name: `m${n}` })) })
    const linked = (count: number) => ({
      data: {
        type: 'nodes',
        attributes: { name: 'root' },
        relationships: {
          children: { data: range(count).map((n) => ({ type: 'nodes', id: String(10_000 + n) })) },
        },
      },
    })
    expect((await post(linked(500))).status).toBe(201)
    expect(await refusal(linked(501), {})).toEqual([
      400,
      '400 /data/relationships/children/data A relationship can list at most 500 records at once.',
      true,
    ])
  })

  test('the limit on listed records applies to all relationships of a request in total', async () => {
    await types.prisma.node.createMany({ data: range(4).map((n) => ({ id: 20_000 + n, name: `l${n}` })) })
    const linked = (count: number) => ({
      data: {
        type: 'nodes',
        attributes: { name: 'root' },
        relationships: {
          parent: { data: { type: 'nodes', id: '20001' } },
          children: { data: range(count).map((n) => ({ type: 'nodes', id: String(20_001 + n) })) },
        },
      },
    })
    expect((await post(linked(2), { links: 3 })).status).toBe(201)
    expect(await refusal(linked(3), { links: 3 })).toEqual([
      400,
      '400 /data/relationships/children/data/2 A request can list at most 3 records in its relationships.',
      true,
    ])
  })

  test('a linked record counts towards the limit if the write also changes it (17.4)', async () => {
    await types.prisma.node.createMany({ data: range(3).map((n) => ({ id: 30_000 + n, name: `c${n}` })) })
    const children = range(3).map((n) => ({ type: 'nodes', id: String(30_000 + n) }))
    const changed = (count: number) => ({
      data: {
        type: 'nodes',
        attributes: { name: 'root' },
        relationships: { children: { data: children } },
      },
      included: children.slice(0, count).map((child) => ({ ...child, attributes: { name: 'changed' } })),
    })
    expect((await post(changed(2), { writeRecords: 3 })).status).toBe(201)
    expect(await refusal(changed(3), { writeRecords: 3 })).toEqual([
      400,
      '400 /included/2 A request can write at most 3 records.',
      true,
    ])
  })

  describe('members that a replaced set omits count towards the limit (17.4)', () => {
    const resources = () => typesResources(types.adapter)
    const parentOf = async (id: number, children: number): Promise<void> => {
      await types.prisma.node.create({ data: { id, name: 'parent' } })
      await types.prisma.node.createMany({
        data: range(children).map((n) => ({ id: id + n, name: `r${n}`, parentId: id })),
      })
    }
    const member = (id: number) => ({ type: 'nodes', id: String(id) })
    const answered = async (
      path: string,
      body: unknown,
      limits: object,
    ): Promise<readonly [number, readonly string[], boolean]> => {
      const before = await dumpTypes(types.prisma)
      const answer = await serveWrites(resources(), { limits }).send('PATCH', path, body)
      const isUnchanged = isDeepStrictEqual(await dumpTypes(types.prisma), before)
      return [answer.status, answer.status < 400 ? [] : shortErrors(answer), isUnchanged]
    }
    const over = (pointer: string, most: number): string =>
      `400 ${pointer} A request can write at most ${most} records. Records omitted from "children" also count: remove them in several requests.`

    test('in a PATCH of the record, omitted members of a set count together with the records in the body', async () => {
      await parentOf(40_000, 4)
      const patch = (...kept: readonly number[]) => ({
        data: {
          ...member(40_000),
          attributes: { name: 'emptied' },
          relationships: { children: { data: kept.map((n) => member(40_000 + n)) } },
        },
      })
      const at = '/data/relationships/children/data'
      expect(await answered('/nodes/40000', patch(), { writeRecords: 4 })).toEqual([400, [over(at, 4)], true])
      expect(await answered('/nodes/40000', patch(2), { writeRecords: 4 })).toEqual([200, [], false])
      expect(await answered('/nodes/40000', patch(), { writeRecords: 2 })).toEqual([200, [], false])
    })

    test("at the relationship's URL, omitted members of a set count together with all remaining members", async () => {
      await parentOf(50_000, 4)
      const path = '/nodes/50000/relationships/children'
      const kept = { data: [member(50_001), member(50_002)] }
      expect(await answered(path, kept, { writeRecords: 2 })).toEqual([400, [over('/data', 2)], true])
      expect(await answered(path, kept, { writeRecords: 3 })).toEqual([204, [], false])
    })

    test('a set with more members than a single read can return is rejected under the smaller limit', async () => {
      await parentOf(60_000, 9)
      const path = '/nodes/60000/relationships/children'
      const body = { data: [member(60_001)] }
      expect(await answered(path, body, { writeRecords: 3, records: 5 })).toEqual([
        400,
        [over('/data', 3)],
        true,
      ])
      const [status, [error]] = await answered(path, body, { writeRecords: 8, records: 5 })
      expect([status, error]).toEqual([
        400,
        '400 /data "children" has more than 5 records and cannot be replaced as a whole. Add and remove individual records instead.',
      ])
    })
  })
})
