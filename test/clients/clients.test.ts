import { createServer } from 'node:http'
import { toExpress } from '@jsonapi-gen/runtime/express'
import type { RecordOperation } from '@orbit/records'
import express from 'express'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { sqlite } from '../support/databases.js'
import { isSoak } from '../support/sample.js'
import { writableBlog } from '../write/support/blog.js'
import { kitsu } from './support/kitsu.js'
import { orbitSource } from './support/orbit.js'
import { warpDrive } from './support/warp-drive.js'

const CURSORS =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"'

describe('clients/clients (16.4, 16.6, 16.7)', () => {
  const blog = writableBlog(sqlite)
  let server: Listening
  beforeAll(async () => {
    server = await listening(createServer(express().use(toExpress(api))))
  })
  afterAll(() => server.close())

  /** The ids of all posts in the order that the walks request. */
  const sorted = async (): Promise<readonly string[]> =>
    (await blog.prisma.post.findMany({ orderBy: [{ views: 'desc' }, { id: 'desc' }] })).map(({ id }) =>
      String(id),
    )

  const tagsOf = async (id: number): Promise<readonly string[]> =>
    (await blog.prisma.tag.findMany({ where: { posts: { some: { id } } }, orderBy: { name: 'asc' } })).map(
      ({ name }) => name,
    )

  describe.each(isSoak ? ['WarpDrive'] : [])('the client %s', () => {
    test(
      'WarpDrive walks through pages by number and by cursor, and creates, updates and deletes records',
      { timeout: 300_000 },
      async () => {
        const names = (await blog.prisma.tag.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name)
        expect(await warpDrive(server.url, CURSORS)).toEqual({
          walks: [names, names.toReversed()],
          made: expect.stringMatching(/^\d+$/),
          updated: 'driven',
          left: 404,
        })
      },
    )
  })

  describe('the client Kitsu', () => {
    test('Kitsu follows links.next through cursor-based pages', async () => {
      const client = kitsu(server.url, { Accept: CURSORS })
      const met: string[] = []
      let page = await client.get('posts', { params: { sort: '-views', page: { size: 30 } } })
      for (;;) {
        met.push(...page.data.map(({ id }: { id: string }) => id))
        if (page.links.next === null) break
        page = await client.request({ url: page.links.next, method: 'GET', type: 'posts' })
      }
      expect(met).toEqual(await sorted())
    })

    test('Kitsu creates, updates and deletes records, with relationships', async () => {
      const client = kitsu(server.url)
      const made = await client.create(
        'posts',
        {
          title: 'By Kitsu',
          body: 'b',
          author: { data: { type: 'authors', id: '1' } },
          tags: { data: [{ type: 'tags', id: '2' }] },
        },
        { params: { include: 'author,tags' } },
      )
      expect([made.status, made.data.title, made.data.author.data.name, made.data.tags.data[0].id]).toEqual([
        201,
        'By Kitsu',
        'Ada Brontë',
        '2',
      ])
      const { id } = made.data
      await client.update('posts', { id, title: 'Changed', author: { data: { type: 'authors', id: '3' } } })
      expect(await blog.prisma.post.findUnique({ where: { id: Number(id) } })).toMatchObject({
        title: 'Changed',
        authorId: 3,
      })
      await client.update(`posts/${id}/relationships/tags`, [{ type: 'tags', id: '1' }])
      expect(await tagsOf(Number(id))).toEqual(['travel'])
      await client.remove('posts', id)
      expect(await blog.prisma.post.findUnique({ where: { id: Number(id) } })).toBeNull()
    })

    test('Kitsu receives the errors for an invalid write', async () => {
      const refused = kitsu(server.url).create('authors', { name: '', email: 'none' })
      await expect(refused).rejects.toMatchObject({
        errors: [
          { status: '422', source: { pointer: '/data/attributes/name' } },
          { status: '422', source: { pointer: '/data/attributes/email' } },
        ],
      })
    })
  })

  describe('the client Orbit', () => {
    let client: ReturnType<typeof orbitSource>
    beforeEach(() => {
      client = orbitSource(server.url)
    })

    test('Orbit follows links.next through cursor-based pages', async () => {
      const { source, idOf } = orbitSource(server.url, { Accept: CURSORS })
      const met: (string | undefined)[] = []
      let url: unknown = `${server.url}/posts?sort=-views&page[size]=30`
      while (typeof url === 'string') {
        const { data, details } = await source.query((of) => of.findRecords('posts'), {
          fullResponse: true,
          url,
        })
        met.push(...(data as { type: string; id: string }[]).map(idOf))
        url = [details].flat()[0]?.document?.links?.['next']
      }
      expect(met).toEqual(await sorted())
    })

    test('Orbit creates, updates and deletes records, with relationships', async () => {
      const { source, record, idOf } = client
      const made = await source.update<{ type: string; id: string }>((to) =>
        to.addRecord({
          type: 'posts',
          attributes: { title: 'By Orbit', body: 'b' },
          relationships: {
            author: { data: record('authors', '1') },
            tags: { data: [record('tags', '2')] },
          },
        }),
      )
      const id = Number(idOf(made))
      expect(await blog.prisma.post.findUnique({ where: { id } })).toMatchObject({
        title: 'By Orbit',
        authorId: 1,
      })
      await source.update((to) => to.replaceAttribute(made, 'title', 'Changed'))
      await source.update((to) => to.replaceRelatedRecord(made, 'author', record('authors', '3')))
      await source.update((to) => to.addToRelatedRecords(made, 'tags', record('tags', '1')))
      await source.update((to) => to.removeFromRelatedRecords(made, 'tags', record('tags', '2')))
      expect(await blog.prisma.post.findUnique({ where: { id } })).toMatchObject({
        title: 'Changed',
        authorId: 3,
      })
      expect(await tagsOf(id)).toEqual(['travel'])
      await source.update((to) => to.removeRecord(made))
      expect(await blog.prisma.post.findUnique({ where: { id } })).toBeNull()
    })

    test('Orbit sends atomic operations that update, replace and remove', async () => {
      const { record, operate } = orbitSource(server.url)
      const post = record('posts', '1')
      await operate([
        { op: 'updateRecord', record: { ...record('tags', '3'), attributes: { name: 'by operations' } } },
        {
          op: 'replaceRelatedRecord',
          record: post,
          relationship: 'author',
          relatedRecord: record('authors', '3'),
        },
        {
          op: 'replaceRelatedRecords',
          record: post,
          relationship: 'tags',
          relatedRecords: [record('tags', '1'), record('tags', '3')],
        },
        { op: 'removeRecord', record: record('tags', '20') },
      ])
      expect(await tagsOf(1)).toEqual(['by operations', 'travel'])
      expect(await blog.prisma.post.findUnique({ where: { id: 1 } })).toMatchObject({ authorId: 3 })
      expect(await blog.prisma.tag.count({ where: { id: 20 } })).toBe(0)
    })

    test('the API rejects Orbit\'s "add" operations for a set or a type, whose form is from an early draft', async () => {
      const { record, operate } = client
      const refused = (operation: RecordOperation): Promise<unknown> =>
        operate([operation]).then(
          () => undefined,
          ({ data }: { data: { errors: readonly { status: string; source: object }[] } }) =>
            data.errors.map(({ status, source }) => ({ status, source })),
        )
      const [post, tag] = [record('posts', '2'), record('tags', '3')]
      expect([
        await refused({ op: 'addRecord', record: { type: 'tags', id: 'new', attributes: { name: 'n' } } }),
        await refused({ op: 'addToRelatedRecords', record: post, relationship: 'tags', relatedRecord: tag }),
        await refused({
          op: 'removeFromRelatedRecords',
          record: post,
          relationship: 'tags',
          relatedRecord: tag,
        }),
      ]).toEqual([
        [
          { status: '400', source: { pointer: '/atomic:operations/0/ref' } },
          { status: '400', source: { pointer: '/atomic:operations/0/ref' } },
        ],
        [{ status: '400', source: { pointer: '/atomic:operations/0/data' } }],
        [{ status: '400', source: { pointer: '/atomic:operations/0/data' } }],
      ])
    })
  })
})
