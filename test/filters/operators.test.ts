import { describe, expect, test } from 'vitest'
import { Resource } from '@jsonapi-gen/runtime'
import { databases } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { serve } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const literally = (
  operator: 'contains' | 'prefix' | 'suffix',
  value: string,
): ((text: string) => boolean) => {
  const method = ({ contains: 'includes', prefix: 'startsWith', suffix: 'endsWith' } as const)[operator]
  return (text) => text[method](value)
}

describe.each(databases)('filters/operators (3.5): prefix, suffix, contains on $name', (database) => {
  const blog = seededBlog(database)
  class Posts extends Resource {
    static {
      this.type('posts')
      this.model('Post')
      this.id('integer')
      this.attribute('title', 'string')
      this.allowFilter('title')
      this.allowFilter('body', { type: 'string', operators: ['gt', 'contains'] })
      this.allowFilter('views', { type: 'integer', operators: ['gt', 'prefix'] })
      this.maxPageSize(100)
      this.defaultPageSize(100)
    }
  }
  const find = async (filter: string, value: string) => {
    Posts.useAdapter(prismaAdapter(blog.prisma))
    return idsOf(await serve({ posts: Posts }).get(`/posts?filter${filter}=${encodeURIComponent(value)}`))
  }
  const titles = async () =>
    blog.prisma.post.findMany({ orderBy: { id: 'asc' }, select: { id: true, title: true } })

  test.each([
    ['prefix', 'Hello', [1, 11]],
    ['prefix', 'HELLO', [1, 11]],
    ['prefix', 'hello', [1, 11]],
    ['suffix', 'WORLD}}', []],
    ['suffix', 'world', [1, 11]],
    ['suffix', 'WORLD', [1, 11]],
    ['contains', 'LO, WO', [1, 11]],
    ['contains', 'quotes"', [2]],
    ['contains', "'single", [3]],
    ['contains', '🚀', [5]],
    ['contains', 'بالع', [6]],
    ['contains', 'brûlée', [4]],
    ['contains', '\n', [13]],
    ['contains', 'nosuch', []],
    ['prefix', 'ello', []],
    ['suffix', 'worl', []],
  ])(
    'the operators ignore the case of ASCII letters on every store: title %s %j',
    async (operator, written, ids) => {
      const value = written.includes(',') ? `{{${written}}}` : written
      expect(await find(`[title][${operator}]`, value)).toEqual(ids)
      const others = await find(`[title][not_${operator}]`, value)
      expect(others).toEqual((await titles()).map(({ id }) => id).filter((id) => !ids.includes(id)))
    },
  )

  test('a list of patterns matches records that match any of them, and its complement matches records that match none', async () => {
    expect(await find('[title][prefix]', 'hello,Rocket')).toEqual([1, 5, 11])
    const none = await find('[title][not_prefix]', 'hello,Rocket')
    expect(none).toHaveLength(97)
    expect(none).not.toContain(5)
  })

  test.each(['%', '_', '\\', '100%', '_und', '\\s', '%%', '\\\\', '%_', '\\%'])(
    'wildcards of LIKE are literal: %j',
    async (value) => {
      for (const operator of ['contains', 'prefix', 'suffix'] as const) {
        const matches = literally(operator, value)
        const expected = (await titles()).filter(({ title }) => matches(title)).map(({ id }) => id)
        expect(await find(`[title][${operator}]`, value)).toEqual(expected)
      }
    },
  )

  test('a backslash is literal on every store', async () => {
    expect(await find('[title][contains]', 'back\\slashes')).toEqual([8])
    expect(await find('[title][contains]', '\\')).toEqual([8])
  })

  test("eq compares as the store does, and only MariaDB's collation ignores case", async () => {
    const ignoresCase = database.name === 'mariadb'
    expect(await find('[title]', '{{hello, world}}')).toEqual(ignoresCase ? [1, 11] : [11])
    expect(await find('[title][not_eq]', '{{hello, world}}')).toHaveLength(ignoresCase ? 98 : 99)
  })

  test("a filter's declaration limits which of its type's operators it supports", async () => {
    Posts.useAdapter(prismaAdapter(blog.prisma))
    const api = serve({ posts: Posts })
    expect(await api.get('/posts?filter[body][eq]=a')).toEqual(
      refusal(
        KINDS.badFilter,
        'filter[body][eq]',
        'The filter "body" does not support the operator "eq". It supports gt, contains.',
      ),
    )
    expect(await api.get('/posts?filter[views][prefix]=1')).toEqual(
      refusal(
        KINDS.badFilter,
        'filter[views][prefix]',
        'The filter "views" does not support the operator "prefix". It supports gt.',
      ),
    )
    expect(await api.get('/posts?filter[views]=1')).toMatchObject({ status: 400 })
    expect((await find('[views][gt]', '490')).length).toBeGreaterThan(0)
    expect((await find('[body][gt]', 'A')).length).toBeGreaterThan(0)
  })
})

describe.each(databases)('filters/operators (3.5): through to-one relationships on $name', (database) => {
  const blog = seededBlog(database)
  class Comments extends Resource {
    static {
      this.type('comments')
      this.model('Comment')
      this.id('integer')
      this.attribute('body', 'string')
      this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
      this.belongsTo('parent', { resource: 'comments', foreignKey: 'parentId' })
      this.belongsTo('post', { resource: 'posts', foreignKey: 'postId' })
      this.allowFilter('author.name')
      this.allowFilter('author.bio')
      this.allowFilter('writer', { column: 'author.id', aliases: ['by'] })
      this.allowFilter('parent.author.bio')
      this.allowFilter('post.rating')
      this.allowFilter('authorId', { type: 'integer?' })
      this.maxPageSize(1000)
      this.defaultPageSize(1000)
    }
  }
  class Authors extends Resource {
    static {
      this.type('authors')
      this.model('Author')
      this.id('integer')
      this.attribute('name', 'string')
      this.attribute('bio', 'string?')
    }
  }
  class Posts extends Resource {
    static {
      this.type('posts')
      this.model('Post')
      this.id('integer')
      this.attribute('rating', 'decimal?')
    }
  }
  const served = () => {
    for (const resource of [Comments, Authors, Posts]) resource.useAdapter(prismaAdapter(blog.prisma))
    return serve({ comments: Comments, authors: Authors, posts: Posts })
  }
  const find = async (filter: string, value: string) => {
    return idsOf(await served().get(`/comments?filter${filter}=${encodeURIComponent(value)}`))
  }
  const all = async () => (await blog.prisma.comment.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)

  test.each([
    ['[author.name]', 'eq', 'Ada Brontë'],
    ['[author.name]', 'eq', "Ada Brontë,Nuala O'Brien"],
    ['[author.name]', 'prefix', 'ada'],
    ['[author.name]', 'contains', 'o'],
    ['[author.bio]', 'eq', 'null'],
    ['[author.bio]', 'eq', 'Has never written a post.'],
    ['[author.bio]', 'eq', 'Has never written a post.,null'],
    ['[author.bio]', 'suffix', 'post.'],
    ['[by]', 'eq', '1'],
    ['[writer]', 'gt', '5'],
    ['[parent.author.bio]', 'eq', 'null'],
    ['[parent.author.bio]', 'contains', 'a'],
    ['[post.rating]', 'gt', '3'],
    ['[post.rating]', 'eq', 'null'],
    ['[post.rating]', 'eq', '2.75,null'],
    ['[authorId]', 'eq', 'null'],
    ['[authorId]', 'eq', '1,null'],
    ['[authorId]', 'eq', '1'],
    ['[author.bio]', 'suffix', 'post.,null'],
  ])(
    '%s %s %s and its negation together match all rows, including rows without a related record',
    async (name, operator, value) => {
      const holds = await find(`${name}[${operator}]`, value)
      const fails = await find(`${name}[not_${operator}]`, value)
      expect([...holds, ...fails].toSorted((a, b) => Number(a) - Number(b))).toEqual(await all())
      expect(await find(`[not]${name}[${operator}]`, value)).toEqual(fails)
    },
  )

  test('a comparison never matches a missing related record, not even a comparison with null', async () => {
    const holds = await find('[author.bio]', 'null')
    const expected = await blog.prisma.comment.findMany({
      where: { author: { bio: null, id: { gt: 0 } } },
      orderBy: { id: 'asc' },
    })
    expect(holds).toEqual(expected.map(({ id }) => id))
    expect(holds).not.toContain(13)
    expect(await find('[author.bio][not_eq]', 'null')).toContain(13)
    const [bare] = expected
    for (const operator of ['not_suffix', 'not_contains']) {
      expect(await find(`[author.bio][${operator}]`, 'post.')).toEqual(expect.arrayContaining([13, bare?.id]))
    }
  })

  test('a filter through a relationship requires no include and no additional query', async () => {
    await find('[author.name]', 'Ada Brontë')
    const answer = await blog.get('/posts?filter[author.name][prefix]=Smith&page[size]=2')
    expect(idsOf(answer)).toEqual([8, 17])
    expect(documentOf(answer).included).toBeUndefined()
    expect(blog.queries).toHaveLength(1)
  })

  test('paths that the schema does not declare cannot be used as filters', async () => {
    expect(await blog.get('/posts?filter[author.email]=a')).toEqual(
      refusal(
        KINDS.badFilter,
        'filter[author.email]',
        'The filter "author.email" is not allowed. Did you mean "author.name"?',
      ),
    )
  })
})
