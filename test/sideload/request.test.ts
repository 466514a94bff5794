import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authors, comments, posts, tags } from '../../examples/blog/src/seed-data.js'
import { blogOver, get } from '../support/blog.js'
import { counted } from '../support/counting.js'
import { keyedDatabases, type BlogClient, type OpenDatabase } from '../support/databases.js'

const REQUEST =
  '/posts?include=author,comments,tags&filter[status]=published&sort=-views&page[size]=5' +
  '&stats[total]=count&stats[views]=sum,average&fields[authors]=name&extra_fields[posts]=readingTime'

interface PostRow {
  readonly id: number
  readonly title: string
  readonly body: string
  readonly status: string
  readonly views: number
  readonly rating: string | null
  readonly publishedAt: Date | null
  readonly createdAt: Date
  readonly authorId: number
}

const rowsOf = (rows: unknown): readonly PostRow[] => rows as readonly PostRow[]
const published = rowsOf(posts()).filter(({ status }) => status === 'published')
const page = published.toSorted((a, b) => b.views - a.views || a.id - b.id).slice(0, 5)
const views = published.reduce((sum, post) => sum + post.views, 0)

const identifier = (type: string) => (id: number) => ({ type, id: String(id) })

const expectedPost = (post: (typeof page)[number]) => ({
  type: 'posts',
  id: String(post.id),
  attributes: {
    title: post.title,
    body: post.body,
    status: post.status,
    views: post.views,
    rating: post.rating === null ? null : Number(post.rating).toString(),
    publishedAt: post.publishedAt?.toISOString() ?? null,
    createdAt: post.createdAt.toISOString(),
    readingTime: Math.ceil(post.body.split(/\s+/).filter((word) => word !== '').length / 200),
  },
  author: identifier('authors')(post.authorId),
  comments: comments()
    .filter(({ postId, approved }) => postId === post.id && approved)
    .map(({ id }) => identifier('comments')(Number(id))),
  tags: tags()
    .filter(({ postIds }) => postIds.includes(post.id))
    .map(({ id }) => identifier('tags')(id)),
})

interface Resource {
  type: string
  id: string
  attributes: Record<string, unknown>
  relationships: Record<string, { data?: unknown }>
}

interface Document {
  data: Resource[]
  included: Resource[]
  meta: unknown
}

const flat = ({ type, id, attributes, relationships }: Resource) => ({
  type,
  id,
  attributes,
  author: relationships['author']?.data,
  comments: relationships['comments']?.data,
  tags: relationships['tags']?.data,
})

describe.each(keyedDatabases)(
  'sideload/request: a request with filters, sorts, pages and stats on $title',
  ({ open }) => {
    let database: OpenDatabase<BlogClient>
    let operations: string[]
    let api: ReturnType<typeof blogOver>
    const ask = (path: string) => get(path, {}, api)
    beforeAll(async () => {
      database = await open({ seed: true })
      const client = counted(database.prisma)
      operations = client.operations
      api = blogOver(client.prisma)
    })
    beforeEach(() => operations.splice(0))
    afterAll(() => database.close())

    test('the response to a request with includes and stats contains the posts, the included records and the stats', async () => {
      const { status, body } = await ask(REQUEST)
      const document = body as Document
      expect(status).toBe(200)
      expect(document.data.map(flat)).toEqual(page.map(expectedPost))
      expect(document.meta).toEqual({
        stats: {
          total: { count: published.length },
          views: { sum: views, average: views / published.length },
        },
      })
    })

    test('the response contains each related record once, and authors have only their names', async () => {
      const { body } = await ask(REQUEST)
      const { included } = body as Document
      const related = page.map(expectedPost)
      const wanted = related.flatMap((post) => [post.author, ...post.comments, ...post.tags])
      const unique = [...new Map(wanted.map((one) => [`${one.type} ${one.id}`, one])).values()]
      const byName = (a: { type: string; id: string }, b: { type: string; id: string }) =>
        `${a.type} ${a.id}` < `${b.type} ${b.id}` ? -1 : 1
      expect(included.map(({ type, id }) => ({ type, id })).toSorted(byName)).toEqual(unique.toSorted(byName))
      const names = new Map(authors().map(({ id, name }) => [String(id), name]))
      for (const { type, id, attributes, relationships } of included) {
        if (type !== 'authors') continue
        expect({ attributes, relationships }).toEqual({
          attributes: { name: names.get(id) },
          relationships: undefined,
        })
      }
    })

    test('a request with includes and stats runs one query for the posts, one for each include path, and one for the stats', async () => {
      await ask(REQUEST)
      expect(operations.toSorted()).toEqual(
        ['Author.findMany', 'Comment.findMany', 'Post.aggregate', 'Post.findMany', 'Tag.findMany'].toSorted(),
      )
    })

    test('for a list, the include comments.author is dropped without an error, and the response is otherwise unchanged', async () => {
      const without = await ask(REQUEST)
      operations.splice(0)
      const more = REQUEST.replace(
        'include=author,comments,tags',
        'include=author,comments,tags,comments.author',
      )
      const { status, body } = await ask(more)
      expect(status).toBe(200)
      const { links: _links, ...document } = body as { links: unknown }
      const { links: _others, ...expected } = without.body as { links: unknown }
      expect(document).toEqual(expected)
      expect(operations).toHaveLength(5)
    })

    test('for a single post, the include comments.author is permitted and requires one more query', async () => {
      const { status, body } = await ask(
        '/posts/1?include=author,comments,tags,comments.author&fields[authors]=name',
      )
      expect(status).toBe(200)
      expect(operations.toSorted()).toEqual(
        [
          'Author.findMany',
          'Author.findMany',
          'Comment.findMany',
          'Post.findMany',
          'Tag.findMany',
        ].toSorted(),
      )
      const { included } = body as Document
      const own = comments().filter(({ postId, approved }) => postId === 1 && approved)
      expect(
        included
          .filter(({ type }) => type === 'comments')
          .map(({ id, relationships }) => [id, relationships['author']?.data]),
      ).toEqual(
        own.map(({ id, authorId }) => [
          String(id),
          authorId === null ? null : { type: 'authors', id: String(authorId) },
        ]),
      )
    })
  },
)
