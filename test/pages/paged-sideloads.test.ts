import { describe, expect, test } from 'vitest'
import { keyedDatabases, sqlite } from '../support/databases.js'
import { documentOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { RecordedResource } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

/** The ids that a relationship of each record links to, by the id of the record. */
function linkage(data: readonly unknown[], name: string): Record<string, string[]> {
  const rows = data as readonly { id: string; relationships: Record<string, { data: { id: string }[] }> }[]
  return Object.fromEntries(
    rows.map(({ id, relationships }) => [id, (relationships[name]?.data ?? []).map((one) => one.id)]),
  )
}

describe.each(keyedDatabases)(
  'pages/paged-sideloads (5.3): a page of a to-many sideload on $title',
  (database) => {
    const blog = seededBlog(database)

    /** The approved comments of each post, in the order of their ids, cut to a page. */
    const commentsOf = async (ids: readonly number[], first: number, count: number) => {
      const entries = ids.map(async (postId) => {
        const rows = await blog.prisma.comment.findMany({
          where: { postId, approved: true },
          orderBy: { id: 'asc' },
        })
        return [String(postId), rows.slice(first, first + count).map(({ id }) => String(id))] as const
      })
      return Object.fromEntries(await Promise.all(entries))
    }

    test.each([
      ['page[comments][size]=2', 0, 2],
      ['page[comments][size]=2&page[comments][number]=2', 2, 2],
      ['page[comments][size]=1&page[comments][number]=3', 2, 1],
      ['page[comments][number]=1', 0, 20],
      ['page[comments][number]=2', 20, 20],
      ['page[comments][size]=1000', 0, 1000],
    ])(
      'a page of a sideload limits the children of each parent, not the children of all parents together: %s',
      async (page, first, count) => {
        const { data } = documentOf(await blog.get(`/posts?filter[id]=1,2,3,10&include=comments&${page}`))
        expect(linkage(data, 'comments')).toEqual(await commentsOf([1, 2, 3, 10], first, count))
      },
    )

    test('a page of a sideload is applied after sorts and filters', async () => {
      const { data } = documentOf(
        await blog.get(
          '/posts?filter[id]=1,2&include=comments&page[comments][size]=2&sort=-comments.createdAt&filter[comments][approved]=false',
        ),
      )
      const expected = [1, 2].map(async (postId) => {
        const rows = await blog.prisma.comment.findMany({
          where: { postId, approved: false },
          orderBy: { createdAt: 'desc' },
          take: 2,
        })
        return [String(postId), rows.map(({ id }) => String(id))] as const
      })
      expect(linkage(data, 'comments')).toEqual(Object.fromEntries(await Promise.all(expected)))
    })

    test('in a many-to-many relationship, a child may be on the pages of only some of its parents', async () => {
      const { data } = documentOf(await blog.get('/tags?include=posts&page[posts][size]=2&page[size]=5'))
      const expected = (
        await blog.prisma.tag.findMany({
          orderBy: { id: 'asc' },
          take: 5,
          include: { posts: { orderBy: { id: 'asc' }, select: { id: true } } },
        })
      ).map(({ id, posts }) => [String(id), posts.slice(0, 2).map((post) => String(post.id))])
      expect(linkage(data, 'posts')).toEqual(Object.fromEntries(expected))
    })

    test('a polymorphic to-many relationship can be paginated, even within another page', async () => {
      const { data, included = [] } = documentOf(
        await blog.get(
          '/authors?filter[id]=1,2&include=posts.attachments&page[posts][size]=1&page[posts.attachments][size]=1',
        ),
      )
      expect(linkage(data, 'posts')).toEqual({ 1: ['9'], 2: ['1'] })
      const rows = await blog.prisma.attachment.findMany({
        where: { subjectType: 'Post', subjectId: { in: [1, 9] } },
        orderBy: { id: 'asc' },
      })
      const first = [1, 9].map((id) => rows.find(({ subjectId }) => subjectId === id)?.id)
      const attachments = included.filter(({ type }) => type === 'attachments').map(({ id }) => Number(id))
      expect(attachments.toSorted((a, b) => a - b)).toEqual(first.toSorted((a, b) => Number(a) - Number(b)))
    })

    test('a page of a sideload does not read every row: it reads the keys, then only its own rows', async () => {
      documentOf(await blog.get('/posts?page[size]=100&include=comments&page[comments][size]=1'))
      expect(blog.queries).toHaveLength(3)
      const [, keys = '', rows = ''] = blog.queries
      expect(keys).not.toContain('body')
      expect(rows).toContain('body')
    })

    test('with a single parent, the query of a sideload is itself limited to the page', async () => {
      documentOf(await blog.get('/posts?filter[id]=1&include=comments&page[comments][size]=2'))
      expect(blog.queries).toHaveLength(2)
    })

    test('page[comments][size]=0 includes no comments and runs no query', async () => {
      const answer = documentOf(
        await blog.get('/posts?filter[id]=1,2&include=comments&page[comments][size]=0'),
      )
      expect([linkage(answer.data, 'comments'), answer.included]).toEqual([{ 1: [], 2: [] }, []])
      expect(blog.queries).toHaveLength(1)
    })
  },
)

describe('pages/paged-sideloads (5.3): sideloads that cannot be paginated', () => {
  const blog = seededBlog(sqlite)

  test('the maximum page size of a sideload applies, and the error names the page as written', async () => {
    expect(await blog.get('/authors?include=posts&page[posts][size]=101')).toEqual(
      refusal(
        KINDS.unsupportedPageSize,
        'page[posts][size]',
        'The page size 101 exceeds the maximum of 100.',
        { page: { maxSize: 100 } },
      ),
    )
    expect(await blog.get('/posts?include=comments&page[comments][number]=0')).toEqual(
      refusal(
        KINDS.invalidPage,
        'page[comments][number]',
        '"page[comments][number]" must be a whole number of at least 1.',
      ),
    )
    expect(blog.queries).toEqual([])
  })

  test('a to-one relationship cannot be paginated', async () => {
    expect(await blog.get('/posts?include=author&page[author][size]=1')).toEqual(
      refusal(
        KINDS.invalidPage,
        'page[author][size]',
        '"author" is a to-one relationship, which cannot be paginated.',
      ),
    )
    expect(blog.queries).toEqual([])
  })

  test('an adapter that cannot paginate a sideload for several parents rejects a page of the sideload', async () => {
    abstract class Listed extends RecordedResource {
      override async resolve(): Promise<{ readonly id: string }[]> {
        return this.count === 1 ? [{ id: '1' }] : [{ id: '1' }, { id: '2' }]
      }
      abstract readonly count: number
    }
    class Two extends Listed {
      readonly count: number = 2
      static {
        this.type('rows')
        this.allowSideload('children', {
          resource: 'rows',
          scope: () => [],
          assign: (parents: object[], children: object[]) => {
            for (const parent of parents) Object.assign(parent, { children })
          },
        })
      }
    }
    class One extends Two {
      override readonly count = 1
    }
    const path = '/rows?include=children&page[children][size]=1'
    expect(await serve({ rows: Two }).get(path)).toEqual(
      refusal(
        KINDS.invalidPage,
        'page[children][size]',
        '"children" cannot be paginated for several records in the same request.',
      ),
    )
    expect((await serve({ rows: One }).get(path)).status).toBe(200)
  })
})
