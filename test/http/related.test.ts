import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { blogOver, get as getOf } from '../support/blog.js'
import { counted } from '../support/counting.js'
import { plainBlog } from '../write/support/plain.js'
import { serveWrites } from '../write/support/serve.js'
import { type BlogClient, databases, keyedDatabases, type OpenDatabase } from '../support/databases.js'

describe.each(keyedDatabases)('http/related: related and relationship reads on $title', ({ open }) => {
  let db: OpenDatabase<BlogClient>
  let operations: string[]
  let api: ReturnType<typeof blogOver>
  const get = (path: string) => getOf(path, {}, api)
  beforeAll(async () => {
    db = await open({ seed: true })
  })
  beforeEach(() => {
    const client = counted(db.prisma)
    operations = client.operations
    api = blogOver(client.prisma)
  })
  afterAll(() => db.close())

  const codes = (body: unknown): string[] =>
    ((body as { errors?: { code: string }[] }).errors ?? []).map(({ code }) => code)

  test.each([
    ['/posts/1/comments?filter[nosuch]=1', 'bad_filter'],
    ['/posts/1/comments?include=nosuch', 'invalid_include'],
    ['/posts/1/author?page[size]=1', 'invalid_parameter'],
    ['/posts/1/author?fields[authors]=nosuch', 'unknown_field'],
    ['/posts/1/relationships/comments?sort=nosuch', 'bad_sort'],
    ['/posts/1/relationships/comments?include=author', 'invalid_include'],
    ['/comments/13/author?fields[authors]=nosuch', 'unknown_field'],
    ['/attachments/1/subject?page[size]=1', 'invalid_parameter'],
  ])(
    'the related read %s is rejected before any query, whether or not the record exists',
    async (path, code) => {
      const { status, body } = await get(path)
      expect({ status, codes: codes(body), operations }).toEqual({
        status: 400,
        codes: [code],
        operations: [],
      })
    },
  )

  test('a request for a missing record returns 404, and no other query runs', async () => {
    const { status, body } = await get('/posts/999/comments')
    expect({ status, codes: codes(body), operations }).toEqual({
      status: 404,
      codes: ['record_not_found'],
      operations: ['Post.findMany'],
    })
  })

  test('a parent hidden by a default filter has no related records either (18.6)', async () => {
    const hidden = await db.prisma.comment.findFirstOrThrow({ where: { approved: false } })
    expect((await get(`/comments/${hidden.id}/author`)).status).toBe(404)
  })

  test('an empty to-one relationship returns null, and `included` is present if an include was requested (12.1)', async () => {
    const { body } = await get('/comments/13/author?include=profile')
    expect(body).toMatchObject({ data: null, included: [] })
    const relationship = await get('/comments/13/relationships/author?include=author')
    expect(relationship.body).toMatchObject({ data: null, included: [] })
  })

  test('a to-many relationship can be filtered, sorted, paginated and counted like any collection', async () => {
    const path = '/posts/1/comments?sort=-createdAt&page[size]=2&stats[total]=count&fields[comments]=approved'
    const { body } = await get(path)
    const own = await db.prisma.comment.findMany({
      where: { postId: 1, approved: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    })
    expect(body).toMatchObject({
      data: own
        .slice(0, 2)
        .map(({ id }) => ({ type: 'comments', id: String(id), attributes: { approved: true } })),
      meta: { stats: { total: { count: own.length } } },
    })
  })
})

describe.each(keyedDatabases)(
  'http/related: queries for relationships whose keys are sufficient, on $title',
  ({ open }) => {
    const statements: string[] = []
    let db: OpenDatabase<BlogClient>
    let api: ReturnType<typeof blogOver>
    beforeAll(async () => {
      db = await open({ seed: true, onQuery: (sql) => void statements.push(sql) })
      api = blogOver(db.prisma)
    })
    afterAll(() => db.close())

    /** The tables that a request reads, and whether it reads more than keys from each. */
    const readBy = async (path: string): Promise<Readonly<Record<string, boolean>>> => {
      statements.splice(0)
      expect((await getOf(path, {}, api)).status).toBe(200)
      return Object.fromEntries(
        statements.flatMap((sql) => {
          const [, columns = '', table = ''] = /^SELECT (.*?) FROM \S*[`"](\w+)[`"]/is.exec(sql) ?? []
          return table === '' ? [] : [[table, /[`"](?:title|body|name)[`"]/.test(columns)]]
        }),
      )
    }

    test.each([
      ['/posts/1/comments', { Post: false, Comment: true }],
      ['/posts/1/relationships/comments?sort=-createdAt', { Post: false, Comment: false }],
      ['/posts/1/relationships/comments?include=comments', { Post: false, Comment: true }],
      ['/posts/1/relationships/author', { Post: false, Author: false }],
      ['/posts/1/relationships/tags', { Post: false, Tag: false }],
    ])('a related read runs only the necessary queries: %s', async (path, read) => {
      expect(await readBy(path)).toMatchObject(read)
    })
  },
)

describe.each(databases)('http/related: a base scope that omits columns, on $name', ({ open }) => {
  test('related reads return the same records even if the base scope omits columns', async () => {
    const db = await open({ seed: true })
    const resources = plainBlog(db.prisma)
    const { posts } = resources
    if (!posts) throw new Error('The blog has no posts.')
    const omitting = class extends posts {
      override baseScope(context?: object) {
        return (super.baseScope(context) as PrismaScope).with({ omit: { rating: true } })
      }
    }
    for (const path of ['/posts/1/comments', '/posts/1/relationships/comments', '/posts/1/author']) {
      const plain = await serveWrites(resources).send('GET', path)
      const bare = await serveWrites({ ...resources, posts: omitting }).send('GET', path)
      expect(plain.status).toBe(200)
      expect(bare).toEqual(plain)
    }
    await db.close()
  })
})
