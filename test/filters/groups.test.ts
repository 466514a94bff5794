import { describe, expect, test } from 'vitest'
import { Controller, Resource } from '@jsonapi-gen/runtime'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { databases, sqlite } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { RecordedResource } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'
import { isOtherEngine } from '../support/engine.js'

/** A custom filter's conditions on nullable columns, and on related records that may be missing. */
const CONDITIONS: readonly object[] = [
  { authorId: 1 },
  { authorId: { not: 1 } },
  { authorId: null },
  { NOT: { authorId: 1 } },
  { NOT: { NOT: { authorId: 1 } } },
  { NOT: { authorId: { not: null } } },
  { NOT: [{ authorId: 1 }, { parentId: { gt: 5 } }] },
  { OR: [{ authorId: 1 }, { NOT: { parentId: { gt: 5 } } }] },
  { author: { bio: { contains: 'a' } } },
  { author: { is: { bio: { contains: 'a' } } } },
  { author: { isNot: { bio: { contains: 'a' } } } },
  { NOT: { author: { isNot: { bio: { contains: 'a' } } } } },
  { parent: { isNot: { authorId: 1 } } },
  { NOT: { parent: { authorId: 1 } } },
  { author: null },
  { replies: { some: { authorId: { not: 1 } } } },
  { replies: { some: { authorId: { not: 1 } }, none: { parentId: 1 } } },
]

/** Only Prisma can express `isNot`, because it treats null in its own way. */
const isSayable = (condition: object): boolean =>
  !isOtherEngine() || !JSON.stringify(condition).includes('"isNot"')

describe.each(databases)('filters/groups: the groups and, or and not on $name', (database) => {
  const blog = seededBlog(database)
  const find = async (search: string) => idsOf(await blog.get(`/posts?${search}&page[size]=100`))
  const where = async (condition: object) =>
    (await blog.prisma.post.findMany({ where: condition, orderBy: { id: 'asc' } })).map(({ id }) => id)

  test('"or" matches any of its members', async () => {
    expect(await find('filter[or][0][title][prefix]=Hello&filter[or][1][views][gt]=490')).toEqual(
      await where({ OR: [{ id: { in: [1, 11] } }, { views: { gt: 490 } }] }),
    )
  })

  test('"and" requires all of its members to match, and several filters in one member must all match', async () => {
    expect(await find('filter[and][0][views][gt]=100&filter[and][1][views][lt]=200')).toEqual(
      await where({ views: { gt: 100, lt: 200 } }),
    )
    expect(await find('filter[or][0][status]=draft&filter[or][0][id]=5,6&filter[or][1][id]=1')).toEqual([
      1, 5,
    ])
  })

  test('"not" matches the complement, including rows with null', async () => {
    const without = await where({ OR: [{ rating: null }, { rating: { lte: 3 } }] })
    expect(await find('filter[not][publishedAt][gt]=2024-02-20')).toEqual(
      await where({ OR: [{ publishedAt: null }, { publishedAt: { lte: new Date('2024-02-20') } }] }),
    )
    expect(without.length).toBeGreaterThan(0)
    expect(await find('filter[not][not][id]=1,2')).toEqual([1, 2])
  })

  test('groups can be nested, and must match in addition to the primary filter', async () => {
    expect(
      await find(
        'filter[views][gte]=100&filter[or][0][and][0][status]=draft&filter[or][0][and][1][id]=5' +
          '&filter[or][1][not][or][0][views][gt]=110&filter[or][1][not][or][1][status]=draft',
      ),
    ).toEqual(await where({ views: { gte: 100, lte: 110 }, status: 'published' }))
  })

  test("De Morgan's laws hold at every level of nesting", async () => {
    const [a, b] = ['[publishedAt][lt]=2024-02-25', '[title][contains]=a']
    expect(await find(`filter[not][or][0]${a}&filter[not][or][1]${b}`)).toEqual(
      await find(`filter[and][0][not]${a}&filter[and][1][not]${b}`),
    )
    expect(await find(`filter[not][and][0]${a}&filter[not][and][1]${b}`)).toEqual(
      await find(`filter[or][0][not]${a}&filter[or][1][not]${b}`),
    )
  })

  test('custom filters work in groups and can be negated', async () => {
    expect(await find('filter[or][0][popular]=true&filter[or][1][id]=5')).toEqual(
      await where({ OR: [{ views: { gte: 100 } }, { id: 5 }] }),
    )
    expect(await find('filter[not][popular]=true')).toEqual(await where({ views: { lt: 100 } }))
    expect(await find('filter[not][or][0][popular]=true&filter[not][or][1][status]=draft')).toEqual(
      await where({ views: { lt: 100 }, status: 'published' }),
    )
  })

  test.each(CONDITIONS.filter(isSayable))(
    'a custom filter and its negation together match all rows, even rows with null: %j (3.4)',
    async (condition) => {
      class Comments extends Resource {
        static {
          this.type('comments')
          this.model('Comment')
          this.id('integer')
          this.useAdapter(prismaAdapter(blog.prisma))
          this.allowFilter('those', { type: 'boolean' }, (scope: unknown) => narrowed(scope, condition))
          this.maxPageSize(1000)
          this.defaultPageSize(1000)
        }
      }
      const api = serve({ comments: Comments })
      const ids = async (where: object = {}) =>
        (await blog.prisma.comment.findMany({ where, orderBy: { id: 'asc' } })).map(({ id }) => id)
      const those = idsOf(await api.get('/comments?filter[those]=true'))
      expect(those).toEqual(await ids(condition))
      expect(idsOf(await api.get('/comments?filter[not][those]=true'))).toEqual(
        (await ids()).filter((id) => !those.includes(id)),
      )
      expect(idsOf(await api.get('/comments?filter[not][not][those]=true'))).toEqual(those)
    },
  )

  test("groups in a sideload follow the sideload's own whitelist", async () => {
    const answer = await blog.get(
      '/posts?filter[id]=1&include=comments&filter[comments][or][0][body][prefix]=I+agree' +
        '&filter[comments][or][1][id]=2&page[comments][size]=500',
    )
    const expected = await blog.prisma.comment.findMany({
      where: { postId: 1, approved: true, OR: [{ body: { startsWith: 'I agree' } }, { id: 2 }] },
    })
    expect((answer.body as { included: unknown[] }).included).toHaveLength(expected.length)
  })

  test('every filter in a group is subject to the usual whitelist and guards, and errors name it as written', async () => {
    expect(await blog.get('/posts?filter[or][0][body]=a&filter[or][1][not][draft]=true')).toEqual({
      status: 400,
      body: {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '400',
            code: 'bad_filter',
            title: 'Bad filter',
            detail: 'The filter "body" is not allowed.',
            source: { parameter: 'filter[or][0][body]' },
          },
          {
            status: '400',
            code: 'bad_filter',
            title: 'Bad filter',
            detail: 'The filter "draft" is not allowed.',
            source: { parameter: 'filter[or][1][not][draft]' },
          },
        ],
      },
    })
    expect(blog.queries).toEqual([])
    const editor = { 'x-role': 'editor' }
    expect(idsOf(await blog.get('/posts?filter[and][0][draft]=true&page[size]=1', editor))).toEqual([5])
    expect(await blog.get('/posts?filter[or][0][views][gt]=ten')).toEqual(
      refusal(
        KINDS.invalidFilterValue,
        'filter[or][0][views][gt]',
        'The filter "views" does not accept this value: "ten" is not an integer.',
      ),
    )
  })
})

describe('filters/groups: malformed groups', () => {
  const blog = seededBlog(sqlite)

  test.each([
    ['filter[or]=a', 'filter[or]', 'filter[or][0][name]'],
    ['filter[or][]=a', 'filter[or][]', 'filter[or][0][name]'],
    ['filter[or][0]=a', 'filter[or][0]', 'filter[or][0][name]'],
    ['filter[or][a][title]=a', 'filter[or][a][title]', 'filter[or][0][name]'],
    ['filter[or][-1][title]=a', 'filter[or][-1][title]', 'filter[or][0][name]'],
    ['filter[or][__proto__][title]=a', 'filter[or][__proto__][title]', 'filter[or][0][name]'],
    ['filter[and][title]=a', 'filter[and][title]', 'filter[and][0][name]'],
    ['filter[not]=a', 'filter[not]', 'filter[not][name]'],
    ['filter[not][]=a', 'filter[not][]', 'filter[not][name]'],
  ])('the malformed group %s returns 400', async (search, parameter, form) => {
    const group = /^filter\[\w+\]/.exec(search)?.[0]
    expect(await blog.get(`/posts?${search}`)).toEqual(
      refusal(KINDS.badFilter, parameter, `"${group}" must contain filters: ${form}.`),
    )
  })

  test('"not" has no numbered members, so a number is an unknown filter', async () => {
    expect(await blog.get('/posts?filter[not][0][title]=a')).toMatchObject({
      body: { errors: [{ code: 'bad_filter', source: { parameter: 'filter[not][0][title]' } }] },
    })
  })

  test('the adapter decides whether groups are supported', async () => {
    class Rows extends RecordedResource {
      static {
        this.type('rows')
      }
    }
    expect(await serve({ rows: Rows }).get('/rows?filter[or][0][a]=1')).toEqual(
      refusal(KINDS.badFilter, 'filter[or][0][a]', 'The resource "rows" does not support groups of filters.'),
    )
  })

  test('in process, a group takes an array of members, and an empty array or undefined never widens the result', async () => {
    const or = [{ title: { prefix: 'Hello' } }, { id: 4 }]
    const { data } = await PostResource.all({ filter: { or } })
    expect(data.map(({ id }) => id)).toEqual([1, 4, 11])
    await expect(PostResource.all({ filter: { or: [] } })).rejects.toThrow(
      '"filter[or]" must contain filters',
    )
    await expect(PostResource.all({ filter: { or: [{}] } })).rejects.toThrow(
      '"filter[or]" must contain filters',
    )
    await expect(PostResource.all({ filter: { not: {} } })).rejects.toThrow(
      '"filter[not]" must contain filters',
    )
    const missing = { filter: { authorId: undefined } } as unknown as { filter: { authorId: number } }
    await expect(PostResource.all(missing)).rejects.toThrow(
      'The filter "authorId" does not accept this value',
    )
  })
})

describe('filters/groups: a custom filter\'s guard inside "not"', () => {
  const blog = seededBlog(sqlite)

  class Editor extends Controller {
    async isEditor(): Promise<boolean> {
      return this.request.headers.get('x-role') === 'editor'
    }
  }

  class Posts extends Resource {
    static {
      this.type('posts')
      this.model('Post')
      this.id('integer')
      this.allowFilter('id')
      this.allowFilter(
        'secret',
        { type: 'string', if: 'isEditor' },
        async (scope: unknown, value: unknown): Promise<unknown> =>
          narrowed(scope, { title: { startsWith: String(value) } }),
      )
      this.allowFilter('all', { type: 'boolean' }, (scope: unknown): unknown => scope)
    }
  }

  test('the guard of a custom filter runs for each use of the filter, and may be asynchronous', async () => {
    Posts.useAdapter(prismaAdapter(blog.prisma))
    const api = serve({ posts: Posts }, { controller: Editor })
    const path = '/posts?filter[id]=1,2,3&filter[not][secret]=Hello'
    expect(idsOf(await api.get(path, { 'x-role': 'editor' }))).toEqual([2, 3])
    expect(await api.get(path)).toEqual(
      refusal(KINDS.badFilter, 'filter[not][secret]', 'The filter "secret" is not allowed.'),
    )
  })

  test('a custom filter that narrows nothing matches everything in a group, and nothing under "not"', async () => {
    Posts.useAdapter(prismaAdapter(blog.prisma))
    const api = serve({ posts: Posts })
    expect(idsOf(await api.get('/posts?filter[or][0][all]=true&filter[or][1][id]=1'))).toHaveLength(20)
    expect(idsOf(await api.get('/posts?filter[id]=1,2&filter[and][0][all]=true'))).toEqual([1, 2])
    expect(idsOf(await api.get('/posts?filter[not][all]=true'))).toEqual([])
  })
})
