import { execFile } from 'node:child_process'
import { inspect, promisify } from 'node:util'
import { createClient } from '@jsonapi-gen/client'
import { plain } from '@jsonapi-gen/client/plain'
import { QueryClient, QueryObserver, replaceEqualDeep } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { dice, SEED } from '../support/dice.js'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

/** Reads of records with cycles, keyed by a description of the value that the query function returns. */
const READS: Readonly<Record<string, () => Promise<object>>> = {
  'a result': () => blog.api.authors.find('1', { include: 'posts.author' }),
  'the record of a result': async () => (await blog.api.authors.find('1', { include: 'posts.author' })).data,
  'a list': () => blog.api.posts.related('11', 'comments', { include: 'post.comments' }),
  'the selected part of a result': async () => {
    const { data } = await blog.api.posts.related('11', 'comments', { include: 'post.comments' })
    return data.map((comment) => ({ ...comment, first: comment.post.comments[0] }))
  },
}

/** A server with nodes that are linked as specified. */
const linkedAs = (links: readonly (readonly number[])[]) =>
  createClient({
    baseUrl: 'https://example.com',
    schema: {
      version: 1,
      types: {
        nodes: {
          attributes: { at: 'datetime' },
          relationships: { nodes: { types: ['nodes'], many: true } },
        },
      },
    } as const,
    fetch: async () =>
      Response.json({
        data: links.map((to, id) => ({
          type: 'nodes',
          id: `${id}`,
          attributes: { at: '2030-01-31T00:00:00.000Z' },
          relationships: { nodes: { data: to.map((other) => ({ type: 'nodes', id: `${other}` })) } },
        })),
      }),
  }) as unknown as { nodes: { list(query: object): Promise<{ data: readonly Linked[] }> } }

interface Linked {
  readonly id: string
  readonly nodes: readonly Linked[]
}

describe('client/circles (27.2): records that refer to each other', () => {
  test.each(Object.entries(READS))(
    'TanStack Query refetches %s with its default options',
    async (_, read) => {
      const observer = new QueryObserver(new QueryClient(), {
        queryKey: ['read'],
        queryFn: read,
        retry: false,
      })
      const stop = observer.subscribe(() => {})
      const { data: first } = await observer.refetch({ throwOnError: true })
      const { data: second } = await observer.refetch({ throwOnError: true })
      stop()
      expect(second).toEqual(first)
      expect(second).not.toBe(first)
    },
  )

  test('a new result replaces a structured clone of an earlier result', async () => {
    const read = async () => (await blog.api.authors.find('1', { include: 'posts.author' })).data
    const [before, after] = [structuredClone(await read()), await read()]
    expect(replaceEqualDeep(before, after)).toBe(after)
  })

  test('records that form a cycle disable structural sharing, and the new result keeps its cycles', async () => {
    const { below } = dice(SEED)
    for (let round = 0; round < 30; round++) {
      const size = 1 + below(40)
      const links = Array.from({ length: size }, () => Array.from({ length: below(6) }, () => below(size)))
      const api = linkedAs(links)
      const [before, after] = [
        await api.nodes.list({ include: 'nodes' }),
        await api.nodes.list({ include: 'nodes' }),
      ]
      const shared = replaceEqualDeep(before, after)
      const all = shared.data
      expect(
        all.map(({ nodes }) => nodes.map(({ id }) => Number(id))),
        `seed ${SEED}, round ${round}`,
      ).toEqual(links)
      const isCircular = all.some((node) => Object.getPrototypeOf(node) !== Object.prototype)
      const isClosed = all.every((node) => node.nodes.every((one) => one === all[Number(one.id)]))
      expect(isCircular ? isClosed : shared === before, `seed ${SEED}, round ${round}`).toBe(true)
    }
  })

  test('a list of 10,000 records, each referring to the next, can be read', async () => {
    const { data } = await linkedAs(
      Array.from({ length: 10_000 }, (_, id) => [(id + 1) % 10_000]),
    ).nodes.list({
      include: 'nodes',
    })
    expect(data[0]?.nodes[0]).toBe(data[1])
  })

  test('records without cycles are plain objects, and equal objects are shared', async () => {
    const read = () =>
      blog.api.comments.list({
        include: 'post.author',
        // Each result contains its own Date objects.
        fields: { comments: ['body'], posts: ['title'], authors: ['name'] },
      })
    const before = await read()
    expect(Object.getPrototypeOf(before.data[0])).toBe(Object.prototype)
    expect(replaceEqualDeep(before, await read())).toBe(before)
  })

  test('React Server Components transfer records with their cycles, dates and decimals, without a warning', async () => {
    const script = ['--conditions', 'react-server', at('test/client/support/flight.js'), blog.url]
    const { stdout } = await promisify(execFile)(process.execPath, script)
    const { sent, ...told } = JSON.parse(stdout) as { readonly sent: readonly string[] }
    expect(told).toEqual({ closed: [true, true], dates: [true, true], decimals: sent, warnings: [] })
    expect(sent.some((rating) => /^\d\.\d+$/.test(rating))).toBe(true)
  })

  test('records of the client can be printed, copied and compared like plain objects', async () => {
    const { data } = await blog.api.authors.find('1', { include: 'posts.author' })
    expect(structuredClone(data)).toEqual(data)
    expect([inspect(data).slice(0, 9), `${data}`, { ...data }.name, 'name' in data]).toEqual([
      '<ref *1> ',
      '[object Object]',
      data.name,
      true,
    ])
    expect(Object.hasOwn(data, 'posts') && Object.prototype.hasOwnProperty.call(data, 'posts')).toBe(true)
    const api = createClient({ baseUrl: blog.url, schema, use: [plain] })
    const answer = await api.authors.find('1', { include: 'posts.author', plain: true })
    expect(Object.getPrototypeOf(answer.data)).toBe(Object.prototype)
    expect(
      replaceEqualDeep(answer, await api.authors.find('1', { include: 'posts.author', plain: true })),
    ).toBe(answer)
  })
})
