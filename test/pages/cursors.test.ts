import { describe, expect, test } from 'vitest'
import { databases, sqlite } from '../support/databases.js'
import { seededBlog } from '../support/read/blog.js'

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const ASKED = { accept: `application/vnd.api+json;profile="${PROFILE}"` }

interface Document {
  readonly data: readonly {
    readonly id: string
    readonly meta?: { readonly page: { readonly cursor: string } }
  }[]
  readonly links: Readonly<Record<'self' | 'first' | 'last' | 'prev' | 'next', string | null>>
  readonly meta?: Readonly<Record<string, unknown>>
}

describe.each(databases)('pages/cursors (24.1, 24.2): cursors on the generated blog, $name', (database) => {
  const blog = seededBlog(database)
  const read = async (path: string, headers = {}): Promise<Document> => {
    const { status, body } = await blog.get(path, headers)
    expect([path, status, body]).toMatchObject([path, 200, {}])
    return body as Document
  }
  const ids = ({ data }: Document): readonly number[] => data.map(({ id }) => Number(id))
  const cursorOf = ({ data }: Document, index: number): string => data.at(index)?.meta?.page.cursor ?? ''
  /** The path and the query of a link. */
  const path = (link: string | null | undefined): string => {
    const { pathname, search } = new URL(link ?? 'missing:')
    return pathname + search
  }

  test('the cursor profile adds cursors to the first page, and links to the next and previous pages', async () => {
    const first = await read('/posts?sort=-views&page[size]=30', ASKED)
    const sorted = ids(await read('/posts?sort=-views,-id&page[size]=100'))
    expect(ids(first)).toEqual(sorted.slice(0, 30))
    expect(first.links.prev).toBeNull()
    const second = await read(path(first.links.next))
    expect(ids(second)).toEqual(sorted.slice(30, 60))
    const back = await read(path(second.links.prev))
    expect([ids(back), back.links.prev]).toEqual([ids(first), null])
    const last = await read(path(first.links.last))
    expect([ids(last), last.links.next]).toEqual([sorted.slice(-30), null])
    const again = await read(path(last.links.first))
    expect([ids(again), again.links.prev]).toEqual([ids(first), null])
  })

  test("a record's cursor is where the next page begins", async () => {
    const page = await read('/posts?sort=publishedAt,-rating&page[size]=50', ASKED)
    const behind = await read(
      `/posts?sort=publishedAt,-rating&page[size]=50&page[after]=${cursorOf(page, 9)}`,
    )
    expect(ids(behind).slice(0, 40)).toEqual(ids(page).slice(10))
  })

  test('without the profile or a cursor, pages are numbered, and a page number overrides the profile', async () => {
    const plain = await read('/posts?page[size]=2')
    expect(Object.keys(plain.links)).toEqual(['self', 'first', 'prev', 'next', 'describedby'])
    expect(plain.data.map(({ meta }) => meta)).toEqual([undefined, undefined])
    expect(await read('/posts?page[size]=2&page[number]=2', ASKED)).toEqual(
      await read('/posts?page[size]=2&page[number]=2'),
    )
  })

  test('a range returns all records between two cursors, and reports whether there are more than fit on the page', async () => {
    const page = await read('/posts?page[size]=20', ASKED)
    const range = `/posts?page[after]=${cursorOf(page, 3)}&page[before]=${cursorOf(page, 9)}`
    const whole = await read(range)
    expect([ids(whole), whole.meta]).toEqual([[5, 6, 7, 8, 9], undefined])
    const part = await read(`${range}&page[size]=2&stats[total]=count`)
    expect([ids(part), part.meta]).toEqual([
      [5, 6],
      { stats: { total: { count: 100 } }, page: { total: 100, rangeTruncated: true } },
    ])
    expect(ids(await read(path(part.links.next)))).toEqual([7, 8])
    expect(ids(await read(path(part.links.prev)))).toEqual([3, 4])
  })

  test('an empty page links back to the record of its cursor', async () => {
    const page = await read('/posts?sort=id&page[size]=3', ASKED)
    const end = await read(`/posts?sort=id&page[size]=3&page[before]=${cursorOf(page, 0)}`)
    expect([ids(end), end.links.prev]).toEqual([[], null])
    expect(ids(await read(path(end.links.next)))).toEqual([1, 2, 3])
  })

  test('a range that was read to its end has no link to another page', async () => {
    const page = await read('/posts?sort=id&page[size]=6', ASKED)
    const before = cursorOf(page, 4)
    const met: number[] = []
    let after: string | null = cursorOf(page, 0)
    for (let pages = 0; after !== null; pages++) {
      expect(pages).toBeLessThan(4)
      const part = await read(`/posts?sort=id&page[size]=2&page[before]=${before}&page[after]=${after}`)
      met.push(...ids(part))
      after = part.links.next && new URL(part.links.next).searchParams.get('page[after]')
    }
    expect(met).toEqual([2, 3, 4])
    const inclusive = (cursor: string): string => cursor.replace(/^(.{12})-/, '$1_')
    const nothing = `/posts?sort=id&page[before]=${inclusive(before)}&page[after]=${before}`
    expect((await read(nothing)).links.prev).toBeNull()
  })

  test('a related collection and its linkage have their own cursors (16.2)', async () => {
    const page = await read('/posts/1/comments?sort=-createdAt&page[size]=3', ASKED)
    const next = await read(path(page.links.next))
    const all = await read('/posts/1/comments?sort=-createdAt&page[size]=6')
    expect([...ids(page), ...ids(next)]).toEqual(ids(all))
    expect(await blog.get(path(page.links.next).replace('/posts/1/', '/posts/2/'))).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_page', source: { parameter: 'page[after]' } }] },
    })
    const linkage = await read('/posts/1/relationships/comments?page[size]=2', ASKED)
    expect(linkage.data).toEqual([
      { type: 'comments', id: linkage.data[0]?.id, meta: { page: { cursor: cursorOf(linkage, 0) } } },
      { type: 'comments', id: linkage.data[1]?.id, meta: { page: { cursor: cursorOf(linkage, 1) } } },
    ])
  })

  test('a page with cursors runs one query for each range that it reads (24.5)', async () => {
    const first = await read('/posts?page[size]=10', ASKED)
    expect(blog.queries).toHaveLength(1)
    await read(path(first.links.next))
    expect(blog.queries).toHaveLength(1)
    const byViews = await read('/posts?sort=views&page[size]=10', ASKED)
    await read(path(byViews.links.next))
    expect(blog.queries.length).toBeLessThanOrEqual(2)
  })
})

describe('pages/cursors (24.1 to 24.4): requests that are rejected', () => {
  const blog = seededBlog(sqlite)
  const cursor = async (query: string): Promise<string> => {
    const { body } = await blog.get(`/posts?${query}&page[size]=1`, ASKED)
    return (body as Document).data[0]?.meta?.page.cursor ?? ''
  }
  /** The status of a response, and the content of its only error. */
  const refused = async (path: string): Promise<unknown> => {
    const { status, body } = await blog.get(path)
    const [error, ...others] = (body as { errors: { code: string; detail: string; source: object }[] }).errors
    expect(others).toEqual([])
    return { status, code: error?.code, detail: error?.detail, source: error?.source }
  }

  test('invalid text, a truncated cursor and a cursor with a different version are rejected', async () => {
    const good = await cursor('sort=title')
    const other = `2${good.slice(1)}`
    for (const text of [
      '',
      'abc',
      good.slice(0, -1),
      good.slice(0, 14),
      `${good}A`,
      `${good.slice(0, -2)}zz`,
    ]) {
      expect(await refused(`/posts?sort=title&page[after]=${text}`)).toEqual({
        status: 400,
        code: 'invalid_page',
        detail: '"page[after]" is not a cursor from this API: it was truncated or modified.',
        source: { parameter: 'page[after]' },
      })
    }
    expect(await refused(`/posts?sort=title&page[before]=${other}`)).toEqual({
      status: 400,
      code: 'invalid_page',
      detail:
        '"page[before]" is a cursor from a different version of this API. Start again with the first page.',
      source: { parameter: 'page[before]' },
    })
  })

  test('a cursor from a different sort, filter or resource is rejected', async () => {
    const good = await cursor('sort=title')
    for (const path of [
      '/posts?sort=-title',
      '/posts?sort=title,views',
      '/posts?filter[status]=published&sort=title',
      '/tags?sort=name',
    ]) {
      expect(await refused(`${path}&page[after]=${good}`)).toMatchObject({
        code: 'invalid_page',
        detail:
          '"page[after]" is a cursor from a different query: a cursor is valid only for the same API, resource, sort and filters.',
      })
    }
    const filtered = await cursor('filter[views][gte]=0&filter[status]=draft&sort=title')
    const other = `/posts?filter[status]=draft&sort=title&filter[views][gte]=0&page[after]=${filtered}`
    expect((await blog.get(other)).status).toBe(200)
  })

  test.each([
    [
      'a page number together with a cursor',
      'page[number]=2',
      '"page[after]" cannot be combined with "page[number]".',
    ],
    ['a size of 0', 'page[size]=0', '"page[size]" must be a whole number of at least 1.'],
  ])('a cursor with %s is rejected', async (_name, parameter, detail) => {
    const good = await cursor('sort=id')
    expect(await refused(`/posts?sort=id&page[after]=${good}&${parameter}`)).toMatchObject({
      status: 400,
      code: 'invalid_page',
      detail,
    })
  })

  test('a page size above the maximum is rejected with the error type that the cursor profile defines', async () => {
    expect(await blog.get('/posts?page[size]=101', ASKED)).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            code: 'unsupported_page_size',
            links: { type: `${PROFILE}max-size-exceeded` },
            source: { parameter: 'page[size]' },
            meta: { page: { maxSize: 100 } },
          },
        ],
      },
    })
  })

  test('a sort through a relationship is rejected with the error type that the cursor profile defines', async () => {
    expect(await blog.get('/posts?sort=author.name', ASKED)).toEqual({
      status: 400,
      body: {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '400',
            code: 'unsupported_sort',
            title: 'Unsupported sort',
            detail: '"posts" does not support cursors for this sort: it goes through a relationship.',
            links: { type: `${PROFILE}unsupported-sort` },
            source: { parameter: 'sort' },
          },
        ],
      },
    })
  })

  test('a cursor for included records is rejected (24.6)', async () => {
    expect(await refused('/posts?include=comments&page[comments][after]=x')).toEqual({
      status: 400,
      code: 'invalid_page',
      detail:
        '"page[comments][after]" applies to included records, which do not support cursors. Request the URL of the relationship instead.',
      source: { parameter: 'page[comments][after]' },
    })
  })

  test('a cursor for a single record is rejected (15.9)', async () => {
    expect(await refused(`/posts/1?page[after]=${await cursor('sort=id')}`)).toMatchObject({
      code: 'invalid_parameter',
      source: { parameter: 'page[after]' },
    })
  })
})
