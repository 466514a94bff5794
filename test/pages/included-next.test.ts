import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases, sqlite } from '../support/databases.js'
import { seededBlog } from '../support/read/blog.js'
import { serve } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { ordered } from '../support/scopes.js'

interface Linked {
  readonly id: string
  readonly type: string
  readonly relationships?: Readonly<
    Record<string, { readonly links: { readonly next?: string }; readonly data?: readonly { id: string }[] }>
  >
}

interface Document {
  readonly data: Linked | readonly Linked[]
  readonly included?: readonly Linked[]
  readonly links: { readonly next?: string | null }
}

describe.each(databases)(
  'pages/included-next (24.9): links to the rest of an included relationship on $name',
  (database) => {
    const blog = seededBlog(database)
    const read = async (path: string): Promise<Document> => {
      const { status, body } = await blog.get(path)
      expect([path, status, body]).toMatchObject([path, 200, {}])
      return body as Document
    }
    const path = (link: string | null | undefined): string => {
      const { pathname, search } = new URL(link ?? 'missing:')
      return pathname + search
    }
    const listOf = ({ data }: Document): readonly Linked[] => [data].flat()
    const idsOf = (data: readonly { id: string }[] | undefined): readonly string[] =>
      (data ?? []).map(({ id }) => id)
    const parents = (document: Document): readonly Linked[] => [
      ...listOf(document),
      ...(document.included ?? []),
    ]

    /** The ids of a relationship for each record, from the included page and all pages after it. */
    const walked = async (
      asked: string,
      name: string,
    ): Promise<Readonly<Record<string, readonly string[]>>> => {
      const found: Record<string, readonly string[]> = {}
      for (const { id, relationships } of parents(await read(asked))) {
        const relationship = relationships?.[name]
        if (!relationship?.data) continue
        const ids = [...idsOf(relationship.data)]
        for (let { next } = relationship.links; next !== undefined;) {
          const page = await read(path(next))
          // Both the linkage and the records themselves are in the response.
          expect(idsOf(page.included).filter((one) => idsOf(listOf(page)).includes(one))).toEqual(
            idsOf(listOf(page)),
          )
          ids.push(...idsOf(listOf(page)))
          next = page.links.next ?? undefined
        }
        found[id] = ids
      }
      return found
    }
    /** The same ids, read without pages. */
    const whole = async (asked: string, name: string): Promise<Readonly<Record<string, readonly string[]>>> =>
      Object.fromEntries(
        parents(await read(asked)).flatMap(({ id, relationships }) => {
          const data = relationships?.[name]?.data
          return data ? [[id, idsOf(data)]] : []
        }),
      )

    test.each([
      ['/posts?filter[id]=1,3&include=comments', 'comments', 'comments', 2],
      ['/posts/1?include=comments&sort=comments.-createdAt', 'comments', 'comments', 2],
      [
        '/posts?filter[id]=1,2,3,4,5&include=comments&filter[comments][approved]=false',
        'comments',
        'comments',
        1,
      ],
      ['/authors?filter[id]=1,2&include=posts&sort=posts.-status,posts.publishedAt', 'posts', 'posts', 3],
      ['/authors/1?include=posts.tags&fields[posts]=title,tags', 'posts', 'posts', 4],
      ['/tags?include=posts&page[size]=2', 'posts', 'posts', 3],
      ['/authors/2?include=posts.comments', 'comments', 'posts.comments', 3],
    ])('links to the rest of an include return each record once: %s', async (asked, name, paged, size) => {
      const all = await whole(asked, name)
      expect(await walked(`${asked}&page[${paged}][size]=${size}`, name)).toEqual(all)
      expect(Object.values(all).some((ids) => ids.length > size)).toBe(true)
    })

    test('the last page of an include has no link, for one parent or several', async () => {
      const counts = await whole('/posts?filter[id]=1,2,3,10&include=comments', 'comments')
      for (const asked of ['/posts?filter[id]=1,2,3,10&include=comments', '/posts/1?include=comments']) {
        for (const size of [1, 2, 3, 4, 5, 6, 100]) {
          const document = await read(`${asked}&page[comments][size]=${size}`)
          for (const { id, relationships } of listOf(document)) {
            const hasNext = relationships?.['comments']?.links.next !== undefined
            expect([id, size, hasNext]).toEqual([id, size, (counts[id]?.length ?? 0) > size])
          }
        }
      }
      const none = await read('/posts/1?include=comments&page[comments][size]=0')
      expect(listOf(none)[0]?.relationships?.['comments']?.links.next).toBeUndefined()
    })

    test('a link to the rest of an include keeps the parameters of the included records and of their nested includes', async () => {
      const document = await read(
        '/posts/1?include=comments.author,tags&page[comments][size]=1&sort=comments.-createdAt' +
          '&filter[comments][approved]=true&fields[comments]=body,author&fields[authors]=name&fields[posts]=comments',
      )
      const [post] = listOf(document)
      const next = new URL(post?.relationships?.['comments']?.links.next ?? 'missing:')
      expect([next.pathname, Object.fromEntries(next.searchParams)]).toEqual([
        '/posts/1/relationships/comments',
        {
          'filter[approved]': 'true',
          include: 'comments,comments.author',
          sort: '-createdAt',
          'fields[comments]': 'body,author',
          'fields[authors]': 'name',
          'fields[posts]': 'comments',
          'page[size]': '1',
          'page[after]': expect.stringMatching(/^1/),
        },
      ])
      const page = await read(path(next.href))
      expect(page.included?.map(({ type }) => type)).toEqual(['comments', 'authors'])
    })

    test('nested includes may have their own filters, sorts and pages', async () => {
      const document = await read(
        '/authors/1?include=posts.comments&page[posts][size]=1&page[posts.comments][size]=1' +
          '&filter[posts.comments][approved]=false&sort=comments.-createdAt',
      )
      const [author] = listOf(document)
      const next = new URL(author?.relationships?.['posts']?.links.next ?? 'missing:')
      expect(Object.fromEntries(next.searchParams)).toMatchObject({
        'filter[comments][approved]': 'false',
        'page[comments][size]': '1',
        sort: '-comments.createdAt',
        include: 'posts,posts.comments',
      })
      await read(path(next.href))
    })

    test('a link to the rest of an include requires no additional query, but one additional record for each parent', async () => {
      await read('/posts/1?include=comments&page[comments][size]=2')
      expect(blog.queries).toHaveLength(2)
    })
  },
)

describe('pages/included-next (24.9): includes without links to the rest', () => {
  const blog = seededBlog(sqlite)

  test('cursors for included records are rejected, and the error says where cursors are accepted (24.6)', async () => {
    const { status, body } = await blog.get('/posts?include=comments&page[comments][after]=abc')
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ code: 'invalid_page', source: { parameter: 'page[comments][after]' } }] },
    ])
  })

  test('records sorted by a function link to the next page by number', async () => {
    const adapter = prismaAdapter(blog.prisma)
    class Comments extends Resource {
      static {
        this.type('comments')
        this.model('Comment')
        this.id('integer')
        this.useAdapter(adapter)
        this.attribute('body', 'string')
        this.sort((scope, attribute, direction) => ordered(scope, attribute, direction))
      }
    }
    class Posts extends Resource {
      static {
        this.type('posts')
        this.model('Post')
        this.id('integer')
        this.useAdapter(adapter)
        this.hasMany('comments', { resource: 'comments', foreignKey: 'postId' })
      }
    }
    const api = serve({ posts: Posts, comments: Comments })
    const asked = '/posts/1?include=comments&page[comments][size]=2&page[comments][number]=2'
    const [post] = [((await api.get(asked)).body as Document).data].flat()
    const { searchParams } = new URL(post?.relationships?.['comments']?.links.next ?? 'missing:')
    expect(Object.fromEntries(searchParams)).toEqual({
      include: 'comments',
      'page[size]': '2',
      'page[number]': '3',
    })
  })

  test('a custom sideload has no link, because its pages differ from those at its URL', async () => {
    const adapter = prismaAdapter(blog.prisma)
    class Comments extends Resource {
      static {
        this.type('comments')
        this.model('Comment')
        this.id('integer')
        this.useAdapter(adapter)
      }
    }
    class Posts extends Resource {
      static {
        this.type('posts')
        this.model('Post')
        this.id('integer')
        this.useAdapter(adapter)
        this.allowSideload('own', {
          resource: 'comments',
          many: true,
          scope: () => adapter.all(adapterResource('comments', 'Comment')),
          assign: (parents: readonly object[], children: readonly object[]) => {
            for (const parent of parents) Object.assign(parent, { own: children })
          },
        })
      }
    }
    const api = serve({ posts: Posts, comments: Comments })
    const { body } = await api.get('/posts/1?include=own&page[own][size]=2')
    const [post] = [(body as Document).data].flat()
    expect(post?.relationships?.['own']).toEqual({
      links: {
        self: 'http://api.test/posts/1/relationships/own',
        related: 'http://api.test/posts/1/own',
      },
      data: [
        { type: 'comments', id: '1' },
        { type: 'comments', id: '2' },
      ],
    })
  })

  test('a link to the rest of an include shows no more records than the include, and hidden records stay hidden', async () => {
    const { body } = await blog.get('/posts/1?include=comments&page[comments][size]=1')
    const [post] = [(body as Document).data].flat()
    let next = post?.relationships?.['comments']?.links.next ?? null
    const ids: string[] = []
    while (next !== null) {
      const { pathname, search } = new URL(next)
      const page = (await blog.get(pathname + search)).body as Document
      ids.push(...[page.data].flat().map(({ id }) => id))
      next = page.links.next ?? null
    }
    const shown = await blog.prisma.comment.findMany({
      where: { postId: 1, approved: true },
      orderBy: { id: 'asc' },
    })
    expect(ids).toEqual(shown.slice(1).map(({ id }) => String(id)))
  })
})
