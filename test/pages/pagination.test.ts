import { describe, expect, test } from 'vitest'
import { keyedDatabases, sqlite } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

const from = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index)

describe('pages/pagination (5.1): the primary data is always paginated', () => {
  class Rows extends RecordedResource {
    static {
      this.type('rows')
    }
  }
  class Small extends RecordedResource {
    static {
      this.type('small')
      this.defaultPageNumber(2)
      this.defaultPageSize(5)
    }
  }
  const api = serve({ rows: Rows, small: Small })
  const page = async (path: string) => {
    idsOf(await api.get(path))
    return lastResolved()?.at(-1)
  }

  test('a request without a page returns page 1 with 20 records, or the page that the resource declares as its default', async () => {
    expect(await page('/rows')).toEqual(['paginate', 1, 20])
    expect(await page('/small')).toEqual(['paginate', 2, 5])
  })

  test('each part of a requested page replaces only its own default', async () => {
    expect(await page('/small?page[size]=7')).toEqual(['paginate', 2, 7])
    expect(await page('/small?page[number]=3')).toEqual(['paginate', 3, 5])
    expect(await page('/small?page[number]=3&page[size]=1')).toEqual(['paginate', 3, 1])
  })
})

describe.each(keyedDatabases)(
  'pages/pagination (5.1, 5.2): pages of the generated blog, $name',
  (database) => {
    const blog = seededBlog(database)

    test('a request returns the first page by default, other pages by number, and no records after the last page', async () => {
      expect(idsOf(await blog.get('/posts'))).toEqual(from(1, 20))
      expect(idsOf(await blog.get('/posts?page[number]=5'))).toEqual(from(81, 20))
      expect(idsOf(await blog.get('/posts?page[size]=30&page[number]=4'))).toEqual(from(91, 10))
      expect(idsOf(await blog.get('/posts?page[number]=6'))).toEqual([])
      expect(idsOf(await blog.get('/posts?page[number]=2147483647&page[size]=1'))).toEqual([])
    })

    test('sideloads are not paginated unless the request paginates them (5.1)', async () => {
      const { included = [] } = documentOf(await blog.get('/posts?filter[id]=1&include=comments'))
      expect(included).toHaveLength(await blog.prisma.comment.count({ where: { postId: 1, approved: true } }))
      expect(included.length).toBeGreaterThan(20)
    })

    test('page[size]=0 returns no data, runs no data query and no sideload, and still computes stats (5.2)', async () => {
      const answer = await blog.get('/posts?page[size]=0&include=author,comments&stats[total]=count')
      expect(documentOf(answer)).toMatchObject({
        data: [],
        included: [],
        meta: { stats: { total: { count: 100 } } },
      })
      expect(blog.queries).toHaveLength(1)
      expect(idsOf(await blog.get('/posts?page[size]=0&page[number]=3&include=author'))).toEqual([])
      expect(blog.queries).toEqual([])
    })
  },
)

describe('pages/pagination (5.2): an invalid page returns 400', () => {
  const blog = seededBlog(sqlite)

  test.each([
    '-1',
    '1.5',
    '1e3',
    'ten',
    '',
    '+1',
    ' 1',
    '1 ',
    '01',
    '0x1',
    'null',
    'NaN',
    'Infinity',
    '1,2',
    '٣',
  ])('page[size]=%s returns 400, because a page size must be a whole number of at least 0', async (size) => {
    expect(await blog.get(`/posts?page[size]=${encodeURIComponent(size)}`)).toEqual(
      refusal(KINDS.invalidPage, 'page[size]', '"page[size]" must be a whole number of at least 0.'),
    )
    expect(blog.queries).toEqual([])
  })

  test.each(['0', '-1', '1.5', 'two', '', '{{1}}'])(
    'page[number]=%s returns 400, because a page number must be a whole number of at least 1',
    async (number) => {
      expect(await blog.get(`/posts?page[number]=${encodeURIComponent(number)}`)).toEqual(
        refusal(KINDS.invalidPage, 'page[number]', '"page[number]" must be a whole number of at least 1.'),
      )
      expect(blog.queries).toEqual([])
    },
  )

  test.each(['101', '1000', '99999999999', '9'.repeat(400)])(
    'a page size above the maximum returns UnsupportedPageSize with both numbers: %s',
    async (size) => {
      expect(await blog.get(`/posts?page[size]=${size}`)).toEqual(
        refusal(
          KINDS.unsupportedPageSize,
          'page[size]',
          `The page size ${size} exceeds the maximum of 100.`,
          { page: { maxSize: 100 } },
        ),
      )
      expect(blog.queries).toEqual([])
    },
  )

  test.each([
    ['107374184', '20'],
    ['2147483648', '1'],
    ['2147483648', '0'],
    ['99999999999999999999', '1'],
    ['9'.repeat(400), '0'],
  ])('a page number that no store supports returns 400: number %s of size %s', async (number, size) => {
    expect(await blog.get(`/posts?page[number]=${number}&page[size]=${size}`)).toEqual(
      refusal(KINDS.invalidPage, 'page[number]', `The page number ${number} is too large.`),
    )
    expect(blog.queries).toEqual([])
  })

  test('the last page number that every store supports returns an empty page', async () => {
    expect(idsOf(await blog.get('/posts?page[number]=107374183&page[size]=20'))).toEqual([])
    expect(idsOf(await blog.get('/posts?page[number]=2147483647&page[size]=1'))).toEqual([])
  })

  test('two invalid page parameters cause two errors', async () => {
    const { body } = await blog.get('/posts?page[size]=x&page[number]=0')
    expect((body as { errors: { source: unknown }[] }).errors.map(({ source }) => source)).toEqual([
      { parameter: 'page[number]' },
      { parameter: 'page[size]' },
    ])
  })

  test('a page parameter for a single record returns 400', async () => {
    expect(await blog.get('/posts/1?page[size]=1')).toEqual(
      refusal(
        KINDS.invalidParameter,
        'page[size]',
        '"page[size]" applies to collections, but this is a single record.',
      ),
    )
  })
})
