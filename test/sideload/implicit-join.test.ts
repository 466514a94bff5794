import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tags } from '../../examples/blog/src/seed-data.js'
import { blogOn } from '../adapter/differential/blog.js'
import { counted } from '../support/counting.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { serve, type Served } from '../support/serve.js'
import { linkage } from './support.js'
import { prismaAdapter } from '../support/facts.js'

const TAGS = tags()

/** The tags of a post, by id. */
const tagsOf = (post: number): readonly number[] =>
  TAGS.filter(({ postIds }) => postIds.includes(post)).map(({ id }) => Number(id))

describe.each(databases)(
  'sideload/implicit-join (9.2): a many-to-many relationship over an implicit join on $name',
  ({ open }) => {
    let database: OpenDatabase<BlogClient>
    let operations: string[]
    let statements: string[]
    let api: Served
    beforeAll(async () => {
      statements = []
      database = await open({ seed: true, onQuery: (sql) => statements.push(sql) })
      const client = counted(database.prisma)
      operations = client.operations
      api = serve(blogOn(prismaAdapter(client.prisma)))
    })
    beforeEach(() => {
      operations.splice(0)
      statements.splice(0)
    })
    afterAll(() => database.close())

    test.each([1, 2, 20, 100])(
      'for %i posts, each tag is loaded once per post, in one operation',
      async (count) => {
        const { body } = await api.get(`/posts?include=tags&page[size]=${count}`)
        const posts = Array.from({ length: count }, (_, index) => index + 1)
        expect(linkage(body, 'tags')).toEqual(Object.fromEntries(posts.map((post) => [post, tagsOf(post)])))
        expect(operations).toEqual(['Post.findMany', 'Tag.findMany'])
      },
    )

    test('two statements load the tags and their posts, for any number of posts: one for the tags, and one for the posts of these tags', async () => {
      const reads = async (size: number): Promise<number> => {
        statements.splice(0)
        await api.get(`/posts?include=tags&page[size]=${size}`)
        return statements.filter((sql) => /^\s*select/i.test(sql)).length - 1
      }
      expect([await reads(2), await reads(20), await reads(100)]).toEqual([2, 2, 2])
    })

    test("at the URL of a post's tags, one statement is sufficient, because all tags belong to that post", async () => {
      await api.get('/posts/1/tags?sort=id')
      const [, ...related] = statements.filter((sql) => /^\s*select/i.test(sql))
      expect(related.length).toBe(1)
    })

    test('a many-to-many relationship over an implicit join can be followed in both directions and back again', async () => {
      const { body } = await api.get('/tags?include=posts.tags&page[size]=3')
      const first = TAGS.slice(0, 3)
      expect(linkage(body, 'posts', 'tags')).toMatchObject(
        Object.fromEntries(first.map(({ id, postIds }) => [id, postIds.toSorted((a, b) => a - b)])),
      )
      const posts = [...new Set(first.flatMap(({ postIds }) => postIds))]
      expect(linkage(body, 'tags', 'posts')).toEqual(
        Object.fromEntries(posts.map((post) => [post, tagsOf(post)])),
      )
      expect(operations).toEqual(['Tag.findMany', 'Post.findMany', 'Tag.findMany'])
    })

    test('a paginated include contains a page of tags for each post', async () => {
      const { body } = await api.get(
        '/posts?include=tags&page[tags][size]=1&page[tags][number]=2&sort=id,-tags.id',
      )
      const posts = Array.from({ length: 20 }, (_, index) => index + 1)
      expect(linkage(body, 'tags')).toEqual(
        Object.fromEntries(posts.map((post) => [post, tagsOf(post).toReversed().slice(1, 2)])),
      )
    })
  },
)
