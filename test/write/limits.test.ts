import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { shortErrors } from './support/documents.js'
import { danglingPointers } from './support/pointers.js'
import { serveWrites } from './support/serve.js'
import { dumpTypes } from './support/dump.js'
import { typesResources, writableTypes } from './support/types.js'

/** A node with so many children, all new. */
const wide = (children: number) => ({
  data: {
    type: 'nodes',
    attributes: { name: 'root' },
    relationships: { children: { data: range(children).map((n) => ({ type: 'nodes', lid: `n${n}` })) } },
  },
  included: range(children).map((n) => ({ type: 'nodes', lid: `n${n}`, attributes: { name: `n${n}` } })),
})

/** A node with a child with a child, so many relationships deep. */
const deep = (depth: number) => ({
  data: { type: 'nodes', ...node(0, depth) },
  included: range(depth).map((n) => ({ type: 'nodes', lid: `n${n}`, ...node(n, depth) })),
})

const node = (n: number, depth: number) => ({
  attributes: { name: `n${n}` },
  ...(n < depth && { relationships: { children: { data: [{ type: 'nodes', lid: `n${n + 1}` }] } } }),
})

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1)

describe.each(databases)('write/limits: limits of a write on $name', (database) => {
  const types = writableTypes(database)
  const post = (body: unknown, limits = {}) =>
    serveWrites(typesResources(types.adapter), { limits }).send('POST', '/nodes', body)

  /** What a body that is over a limit is answered; nothing of it is written, and its pointers resolve. */
  async function refusal(body: unknown, limits: object = {}): Promise<readonly unknown[]> {
    const before = await dumpTypes(types.prisma)
    const answer = await post(body, limits)
    const isUnchanged = isDeepStrictEqual(await dumpTypes(types.prisma), before)
    return [answer.status, ...shortErrors(answer), ...danglingPointers(answer, body), isUnchanged]
  }

  test('200 records are written, 201 are not', async () => {
    expect((await post(wide(198))).status).toBe(201)
    expect((await post(wide(199))).status).toBe(201)
    expect(await refusal(wide(200), {})).toEqual([
      400,
      '400 /included/199 A request writes at most 200 records.',
      true,
    ])
  })

  test('the number of records can be set', async () => {
    expect((await post(wide(4), { writeRecords: 5 })).status).toBe(201)
    expect(await refusal(wide(5), { writeRecords: 5 })).toEqual([
      400,
      '400 /included/4 A request writes at most 5 records.',
      true,
    ])
  })

  test('5 relationships deep is written, 6 is not', async () => {
    expect((await post(deep(4))).status).toBe(201)
    expect((await post(deep(5))).status).toBe(201)
    expect(await refusal(deep(6), {})).toEqual([
      400,
      '400 /included/4/relationships/children/data/0 A request goes at most 5 relationships deep.',
      true,
    ])
  })

  test('a relationship names 500 records at once, 501 it does not', async () => {
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
      '400 /data/relationships/children/data A relationship names at most 500 records at once.',
      true,
    ])
  })

  test('all relationships together name as many records as is set, and no more', async () => {
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
      '400 /data/relationships/children/data/2 A request names at most 3 records in its relationships.',
      true,
    ])
  })

  test('a record that is linked counts where it is changed too (17.4)', async () => {
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
      '400 /included/2 A request writes at most 3 records.',
      true,
    ])
  })
})
