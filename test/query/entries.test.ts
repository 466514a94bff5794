import { describe, expect, test } from 'vitest'
import { BadFilter, BadSort, InvalidPage } from '../../runtime/src/error/errors.js'
import { Query } from '@jsonapi-gen/runtime'
import { anyDatabase } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { failure, POSTS } from '../support/read/queries.js'

const ofSearch = (search: string) => Query.ofSearch(POSTS, search)

/** The parameters for a path, as plain data. */
function said(query: Query, path: string): unknown {
  const { filter, sort, page } = query.entry(path)
  return {
    filter: Object.fromEntries([...filter].map(([name, { parameter }]) => [name, parameter])),
    sort: sort.map(({ value }) => `${value.direction} ${value.path.join('.')}`),
    page: Object.values(page).map(({ parameter }) => parameter),
  }
}

const NOTHING = { filter: {}, sort: [], page: [] }

describe('query/entries (2.3): every included path has its own entry', () => {
  test('the parameters filter, sort and page are read under the full path', () => {
    const query = ofSearch(
      'include=comments.author&filter[comments][body]=a&filter[comments.author][name]=b&filter[title]=c' +
        '&sort=-title,comments.-createdAt&page[comments][size]=1&page[comments][number]=2&page[size]=3',
    )
    expect([said(query, ''), said(query, 'comments'), said(query, 'comments.author')]).toEqual([
      { filter: { title: 'filter[title]' }, sort: ['desc title'], page: ['page[size]'] },
      {
        filter: { body: 'filter[comments][body]' },
        sort: ['desc createdAt'],
        page: ['page[comments][size]', 'page[comments][number]'],
      },
      { ...NOTHING, filter: { name: 'filter[comments.author][name]' } },
    ])
  })

  test('the parameters stats, fields, extra_fields and include are read from the request', () => {
    const query = ofSearch(
      'include=comments.author,tags&stats[total]=count&fields[authors]=name&extra_fields[posts]=readingTime',
    )
    expect(query.hash).toEqual({
      filter: {},
      sort: [],
      page: {},
      include: { comments: { author: {} }, tags: {} },
      stats: { total: ['count'] },
      fields: { authors: ['name'] },
      extraFields: { posts: ['readingTime'] },
    })
  })

  test('a bare relationship name is shorthand if one included path ends in it', () => {
    const query = ofSearch('include=comments.author&filter[author][name]=b&page[author][size]=1')
    expect([said(query, 'comments.author'), said(query, 'author'), said(query, '')]).toEqual([
      { filter: { name: 'filter[author][name]' }, sort: [], page: ['page[author][size]'] },
      NOTHING,
      NOTHING,
    ])
  })

  test('a full path takes precedence over a shorthand for another path', () => {
    const query = ofSearch('include=author,comments.author&filter[author][name]=b')
    expect([said(query, 'author'), said(query, 'comments.author')]).toEqual([
      { ...NOTHING, filter: { name: 'filter[author][name]' } },
      NOTHING,
    ])
  })

  test.each([
    ['filter[posts][title]=a', BadFilter, 'filter[posts][title]'],
    ['page[posts][size]=1', InvalidPage, 'page[posts][size]'],
    ['sort=posts.-title,id', BadSort, 'sort'],
  ] as const)(
    'an ambiguous name is rejected, and the error lists the possible paths: %s',
    (search, kind, parameter) => {
      const resource = { ...POSTS, type: 'tags' }
      const included = 'include=author.posts,comments.posts&'
      const error = failure(() => Query.ofSearch(resource, included + search), kind)
      expect([error.message, error.source]).toEqual([
        '"posts" is ambiguous: it may mean "author.posts" or "comments.posts".',
        { parameter },
      ])
    },
  )

  test.each([
    ['filter[comments.author][name]=a&filter[author][name]=b', BadFilter, 'filter[author][name]'],
    ['page[comments.author][size]=1&page[author][size]=2', InvalidPage, 'page[author][size]'],
  ] as const)(
    'a path and its shorthand cannot be used for the same parameter: %s',
    (search, kind, parameter) => {
      const error = failure(() => ofSearch(`include=comments.author&${search}`), kind)
      expect([error.message, error.source]).toEqual([
        `"${parameter}" repeats another parameter.`,
        { parameter },
      ])
    },
  )
})

describe("query/entries (2.5): queryHash is the entry for the resource's own type", () => {
  test('queryHash is plain data, without the parameters of other paths', () => {
    const query = ofSearch(
      'include=comments&filter[comments][body]=x&filter[title][prefix]=a&sort=-title,author.name,comments.id' +
        '&page[size]=3&page[comments][size]=1&stats[views]=sum,average&fields=title',
    )
    expect(query.hash).toEqual({
      filter: { title: { prefix: 'a' } },
      sort: [{ title: 'desc' }, { 'author.name': 'asc' }],
      page: { size: '3' },
      include: { comments: {} },
      stats: { views: ['sum', 'average'] },
      fields: { posts: ['title'] },
      extraFields: {},
    })
  })
})

describe.each(anyDatabase)('query/entries (2.3): entries on the generated blog, $name', (database) => {
  const blog = seededBlog(database)

  test("a nested path back to the same type loads both levels, and the root's filters do not apply to it", async () => {
    const { data, included = [] } = documentOf(
      await blog.get('/authors?filter[id]=1&include=posts.author&fields[posts]=title&page[posts][size]=3'),
    )
    expect(data.map(({ id }) => id)).toEqual(['1'])
    expect(included.map(({ type, id }) => `${type} ${id}`)).toEqual(['posts 9', 'posts 18', 'posts 27'])
    const { included: ofPosts = [] } = documentOf(
      await blog.get('/tags?include=posts.tags&filter[posts][id]=1&sort=posts.title'),
    )
    expect(ofPosts.map(({ type, id }) => `${type} ${id}`)).toEqual(['posts 1'])
  })

  test('each level of a nested include has its own filter, sort and page', async () => {
    const { data, included = [] } = documentOf(
      await blog.get(
        '/authors?include=posts.comments&filter[id]=1&filter[posts][title][prefix]=In&sort=posts.-id' +
          '&filter[posts.comments][approved]=false&page[posts][size]=2',
      ),
    )
    expect(data).toHaveLength(1)
    const own = await blog.prisma.post.findMany({
      where: { authorId: 1, title: { startsWith: 'In' } },
      orderBy: { id: 'desc' },
      take: 2,
    })
    const theirs = await blog.prisma.comment.findMany({
      where: { postId: { in: own.map(({ id }) => id) }, approved: false },
      orderBy: { id: 'asc' },
    })
    expect(new Set(included.map(({ type, id }) => `${type} ${id}`))).toEqual(
      new Set([...own.map(({ id }) => `posts ${id}`), ...theirs.map(({ id }) => `comments ${id}`)]),
    )
  })

  test('a parameter for a relationship that is not included returns a 400 that names the relationship (2.4)', async () => {
    for (const [search, kind, parameter] of [
      ['filter[comments][body]=a', KINDS.badFilter, 'filter[comments][body]'],
      ['filter[comments][body][]=a', KINDS.badFilter, 'filter[comments][body][]'],
      ['sort=comments.id', KINDS.badSort, 'sort'],
      ['page[comments][size]=1', KINDS.invalidPage, 'page[comments][size]'],
    ] as const) {
      const answer = await blog.get(`/posts?${search}`)
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              code: kind[0],
              detail: 'The relationship "comments" is not included.',
              source: { parameter },
            },
          ],
        },
      })
      expect(blog.queries).toEqual([])
    }
  })

  test('if the whitelist drops an include, its parameters are dropped too', async () => {
    const answer = await blog.get('/posts?include=attachments,author&page[attachments][size]=1&page[size]=1')
    expect([idsOf(answer), documentOf(answer).included?.map(({ type }) => type)]).toEqual([[1], ['authors']])
  })
})

test('a filter on a relationship that is not included returns a 400 with all details (2.3)', async () => {
  const error = failure(() => ofSearch('filter[comments][body]=a'), BadFilter)
  expect(error.errors).toEqual(
    (
      refusal(KINDS.badFilter, 'filter[comments][body]', 'The relationship "comments" is not included.')
        .body as {
        errors: unknown
      }
    ).errors,
  )
})
