import { readdirSync, readFileSync } from 'node:fs'
import { Controller } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chance } from '../../support/chance.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { type Served, serveWrites } from '../../write/support/serve.js'
import { blogOn, blogRows, type BlogRows, blogStore } from '../differential/blog.js'
import { requests } from '../differential/requests.js'
import { MemoryAdapter } from '../memory/adapter.js'
import type { SqliteAdapter } from './adapter.js'
import { openThird } from './open.js'

const FOLDER = new URL('.', import.meta.url)

test('an adapter for another SQL driver needs at most 300 lines', () => {
  const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.test.ts'))
  const lines = files.flatMap((name) => readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n'))
  expect(files).toEqual(['adapter.ts', 'open.ts'])
  expect(lines.length).toBeLessThanOrEqual(300)
})

class EditorController extends Controller {
  isEditor(): boolean {
    return true
  }
}

const served = (adapter: Adapter): Served =>
  serveWrites(Object.fromEntries(blogOn(adapter).map((resource) => [resource.config.type, resource])), {
    controller: EditorController,
    operations: true,
  })

const READS: readonly string[] = [
  '/posts?filter[title][prefix]=a&filter[views][gte]=10&sort=-views,title',
  '/posts?filter[or][0][status]=draft&filter[or][1][views][gt]=200&sort=-publishedAt,id',
  '/posts?filter[not][publishedAt]=null&filter[not][tags.name]=typescript&sort=publishedAt',
  '/posts?filter[publishedAt]=null',
  '/posts?filter[title][contains]=%25&filter[author.name][prefix]=A',
  '/posts?filter[comments.body][contains]=e&filter[popular]=true&filter[draft]=false',
  '/posts?sort=author.name,-rating,id&page[size]=3&page[number]=2',
  '/posts?stats[total]=count&stats[views]=sum,average,minimum,maximum&stats[rating]=average&page[size]=0',
  '/posts?include=author.profile,comments.replies,tags,attachments&extra_fields[posts]=readingTime',
  '/posts?include=comments,tags&page[comments][size]=1&sort=-comments.createdAt&fields[comments]=body',
  '/attachments?include=subject.author',
  '/tags?include=posts.tags&page[posts][size]=2',
  '/tags/1/posts?sort=-views&stats[total]=count',
  '/authors/1/relationships/posts',
  '/comments?filter[approved]=false,true&include=parent.parent&sort=-createdAt',
  '/posts/999',
  '/posts?filter[unknown]=1',
]

describe('the blog on an adapter for libsql', () => {
  let opened: readonly OpenDatabase<BlogClient>[]
  let rows: BlogRows
  let third: SqliteAdapter
  let onPrisma: Served
  let onThird: Served
  beforeAll(async () => {
    const [one, other] = await Promise.all([sqlite.open({ seed: true }), sqlite.open({ seed: true })])
    opened = [one, other]
    rows = await blogRows(one.prisma)
    onPrisma = served(prismaAdapter(one.prisma))
    third = openThird(other)
    onThird = served(third)
  })
  afterAll(async () => {
    third.close()
    await Promise.all(opened.map((database) => database.close()))
  })

  /** Sends a request to both, expects the same response from both, and returns its status. */
  async function same(method: string, path: string, body?: object, headers = {}): Promise<number> {
    const [one, other] = [
      await onPrisma.send(method, path, body, headers),
      await onThird.send(method, path, body, headers),
    ]
    expect({ path, ...withoutNow(other) }).toEqual({ path, ...withoutNow(one) })
    return one.status
  }

  test.each(READS)('the response is the same as on Prisma: GET %s', async (path) => {
    expect([200, 400, 404]).toContain(await same('GET', path))
  })

  test('pages by cursor are the same as on Prisma', async () => {
    const profile = {
      accept:
        'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
    }
    let path: string | null = '/posts?sort=-rating,publishedAt&page[size]=9'
    let pages = 0
    for (; path !== null && pages < 20; pages++) {
      await same('GET', path, undefined, profile)
      const { body } = await onThird.send('GET', path, undefined, profile)
      const { next } = (body as { links: { next: string | null } }).links
      path = next && next.slice(new URL(next).origin.length)
    }
    expect(path).toBeNull()
    expect(pages).toBeGreaterThan(3)
  })

  test('responses to random valid requests are the same as on Prisma', async () => {
    const resources = blogOn(new MemoryAdapter(blogStore(rows)))
    await fc.assert(
      fc.asyncProperty(requests(resources, rows), async (path) => {
        expect([200, 404]).toContain(await same('GET', path))
      }),
      chance(150),
    )
  }, 3_600_000)

  const author = { type: 'authors', id: '1' }
  const post = { type: 'posts', attributes: { title: 'New', body: 'one two', rating: '4.10', views: 3 } }
  const tag = (id: string, more = {}) => ({ type: 'tags', id, ...more })
  const temporary = (type: string, name: string) => ({ type, 'temp-id': name, method: 'create' })

  test.each([
    [
      'creates a record with children, joins and a polymorphic child',
      201,
      'POST',
      '/posts?include=comments.replies,tags,attachments,author',
      {
        data: {
          ...post,
          relationships: {
            author: { data: author },
            tags: { data: [temporary('tags', 't')] },
            comments: { data: [temporary('comments', 'a'), temporary('comments', 'b')] },
            attachments: { data: [temporary('attachments', 'f')] },
          },
        },
        included: [
          { type: 'tags', 'temp-id': 't', attributes: { name: 'third' } },
          {
            type: 'comments',
            'temp-id': 'a',
            attributes: { body: 'first', approved: true },
            relationships: { replies: { data: [temporary('comments', 'b')] } },
          },
          { type: 'comments', 'temp-id': 'b', attributes: { body: 'second', approved: true } },
          {
            type: 'attachments',
            'temp-id': 'f',
            attributes: { url: 'https://x.test/f', byteSize: '9007199254740993' },
          },
        ],
      },
    ],
    [
      'replaces a set of joins',
      204,
      'PATCH',
      '/posts/1/relationships/tags',
      { data: [tag('2'), tag('3'), tag('3')] },
    ],
    ['adds joins', 204, 'POST', '/posts/1/relationships/tags', { data: [tag('1'), tag('2')] }],
    ['removes joins', 204, 'DELETE', '/posts/1/relationships/tags', { data: [tag('3'), tag('1')] }],
    [
      'replaces a set of children',
      204,
      'PATCH',
      '/comments/1/relationships/replies',
      { data: [{ type: 'comments', id: '5' }] },
    ],
    ['refuses to remove a required parent', 422, 'PATCH', '/authors/1/relationships/posts', { data: [] }],
    [
      'updates a record and its child',
      200,
      'PATCH',
      '/authors/2?include=profile,posts',
      {
        data: {
          type: 'authors',
          id: '2',
          attributes: { bio: null },
          relationships: { profile: { data: { type: 'profiles', id: '2', method: 'update' } } },
        },
        included: [{ type: 'profiles', id: '2', attributes: { website: null } }],
      },
    ],
    [
      'refuses a value that is not unique, of a nested record',
      422,
      'POST',
      '/posts',
      {
        data: {
          ...post,
          relationships: { author: { data: author }, tags: { data: [temporary('tags', 't')] } },
        },
        included: [{ type: 'tags', 'temp-id': 't', attributes: { name: 'third' } }],
      },
    ],
    ['refuses a missing parent', 422, 'POST', '/posts', { data: post }],
    [
      'refuses a parent that does not exist',
      404,
      'POST',
      '/posts',
      { data: { ...post, relationships: { author: { data: { type: 'authors', id: '999' } } } } },
    ],
    [
      'refuses a missing value',
      422,
      'POST',
      '/authors',
      { data: { type: 'authors', attributes: { name: 'x' } } },
    ],
    ['refuses a deletion that a foreign key restricts', 409, 'DELETE', '/authors/1', undefined],
    ['refuses a deletion on which others depend', 409, 'DELETE', '/posts/2', undefined],
    ['deletes a record and its joins', 204, 'DELETE', '/tags/3', undefined],
    [
      'does not find a record',
      404,
      'PATCH',
      '/posts/999',
      { data: { type: 'posts', id: '999', attributes: {} } },
    ],
    [
      'rolls back operations',
      422,
      'POST',
      '/operations',
      {
        'atomic:operations': [
          { op: 'add', data: { type: 'tags', attributes: { name: 'fourth' } } },
          { op: 'add', data: { type: 'tags', attributes: { name: 'third' } } },
        ],
      },
    ],
  ] as const)(
    'a write returns the same response and stores the same data as on Prisma: it %s',
    async (_name, expected, method, path, body) => {
      const atomic = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
      const headers = path === '/operations' ? { 'content-type': atomic, accept: atomic } : {}
      const status = await same(method, path, body, headers)
      expect(status).toBe(expected)
      const [one, other] = await Promise.all(
        opened.map(async ({ prisma }) => withoutNow(await blogRows(prisma))),
      )
      expect(other).toEqual(one)
    },
  )
})

/** Databases fill in the time of a new record at different moments. */
const withoutNow = (answer: object): object =>
  JSON.parse(
    JSON.stringify(answer, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ).replaceAll(/"createdAt":"[^"]+"/g, '"createdAt":"now"'),
  ) as object
