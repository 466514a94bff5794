import { describe, expect, test } from 'vitest'
import { Controller, Resource } from '@jsonapi-gen/runtime'
import type { TypeName } from '../../runtime/src/vocabulary/values/type.js'
import { databases } from '../support/databases.js'
import { documentOf, idsOf } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.defaultFilter('first', (scope: unknown, context: unknown): Recorded => [
      ...(scope as Recorded),
      ['default first', (context as object).constructor.name],
    ])
    this.defaultFilter('visible', 'onlyVisible')
    this.allowFilter('visible', { aliases: ['shown'], type: 'boolean' }, 'keep')
    this.allowFilter('other', { aliases: ['first'], type: 'string', if: 'isEditor' }, 'keep')
    this.allowFilter('plain', { type: 'string' }, 'keep')
    this.belongsTo('parent', { resource: 'rows', foreignKey: 'id' })
  }
  async onlyVisible(scope: Recorded): Promise<Recorded> {
    return [...scope, ['default visible']]
  }
  keep(scope: Recorded, value: unknown): Recorded {
    return [...scope, ['kept', value]]
  }
}

class Editor extends Controller {
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor'
  }
}

const api = serve({ rows: Rows }, { controller: Editor })
const editor = { 'x-role': 'editor' }

/** The filters that were applied before sort and pagination. */
async function filtersOf(search: string, headers = {}): Promise<readonly unknown[]> {
  idsOf(await api.get(`/rows${search}`, headers))
  return (lastResolved() ?? []).slice(0, -2)
}

const FIRST = ['default first', 'ResourceController']
const VISIBLE = ['default visible']

describe('filters/default-filters (3.6): default filters run first, on every scope', () => {
  test("default filters run in the order of their declaration, with the context, before the request's filters", async () => {
    expect(await filtersOf('')).toEqual([FIRST, VISIBLE])
    expect(await filtersOf('?filter[plain]=a')).toEqual([FIRST, VISIBLE, ['kept', 'a']])
  })

  test('default filters also apply to reads of a single record', async () => {
    const row = documentOf(await serveShow().get('/shown/1'))
    expect(row.data).toMatchObject({ type: 'shown', id: '1' })
    expect(lastResolved()).toContainEqual(VISIBLE)
  })

  test('a default filter is skipped only if the request uses an allowed filter of the same name', async () => {
    expect(await filtersOf('?filter[visible]=false')).toEqual([FIRST, ['kept', false]])
  })

  test('a default filter is also skipped if the request uses an alias of that allowed filter', async () => {
    expect(await filtersOf('?filter[shown]=true')).toEqual([FIRST, ['kept', true]])
  })

  test("an allowed filter whose alias is the default filter's name replaces the default filter, whichever of the two names the request uses", async () => {
    expect(await filtersOf('?filter[first]=a', editor)).toEqual([VISIBLE, ['kept', 'a']])
    expect(await filtersOf('?filter[other]=a', editor)).toEqual([VISIBLE, ['kept', 'a']])
  })

  test('an allowed filter that its guard rejects causes an error, and does not replace the default filter', async () => {
    expect((await api.get('/rows?filter[other]=a')).status).toBe(400)
    expect((await api.get('/rows?filter[first]=a')).status).toBe(400)
  })

  test('a different filter, or a filter without an operator, does not replace the default filter', async () => {
    expect(await filtersOf('?filter[plain]=a')).toContainEqual(VISIBLE)
  })
})

function serveShow() {
  class Shown extends Rows {
    static {
      this.type('shown')
      this.allowFilter('id', { type: 'string' }, 'keep')
    }
  }
  return serve({ shown: Shown, rows: Rows }, { controller: Editor })
}

describe.each(databases)(
  'filters/default-filters (3.6): default filters on the generated blog, $name',
  (database) => {
    const blog = seededBlog(database)
    const counts = async (search: string) =>
      (
        documentOf(await blog.get(`/comments?page[size]=0&stats[total]=count${search}`)).meta as {
          stats: { total: { count: number } }
        }
      ).stats.total.count

    test('by default, only approved comments are returned', async () => {
      expect(await counts('')).toBe(429)
      expect(await counts('&filter[approved]=true')).toBe(429)
      expect(await counts('&filter[approved]=false')).toBe(71)
      expect(await counts('&filter[approved]=true,false')).toBe(500)
      expect(await counts('&filter[approved][not_eq]=true')).toBe(71)
      expect(await counts('&filter[postId]=1')).toBe(
        await blog.prisma.comment.count({ where: { approved: true, postId: 1 } }),
      )
    })

    test('a filter inside a group narrows the result, and shows no records that the default filter hides', async () => {
      expect(await counts('&filter[or][0][approved]=false')).toBe(0)
      expect(await counts('&filter[not][approved]=true')).toBe(0)
      expect(await counts('&filter[or][0][approved]=false&filter[or][1][id]=1')).toBe(1)
    })

    test('default filters also apply to sideloads, each of which has its own filter', async () => {
      const ofPost = async (search: string) =>
        documentOf(await blog.get(`/posts?filter[id]=1&include=comments${search}`)).included?.map(
          ({ id }) => id,
        )
      const rows = async (approved: boolean) =>
        (await blog.prisma.comment.findMany({ where: { postId: 1, approved }, orderBy: { id: 'asc' } })).map(
          ({ id }) => String(id),
        )
      expect(await ofPost('')).toEqual(await rows(true))
      expect(await ofPost('&filter[comments][approved]=false')).toEqual(await rows(false))
    })

    test('a record hidden by a default filter is not found by its id', async () => {
      expect((await blog.get('/comments/1')).status).toBe(200)
      expect(await blog.get('/comments/7')).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'record_not_found' }] },
      })
    })
  },
)

describe.each(databases)(
  'filters/default-filters (3.6): a default filter on a column that is not an attribute, $name',
  (database) => {
    const blog = seededBlog(database)

    /** Serves posts, which have only a title, with a default filter. */
    const served = (
      ...[name, conditions, type]: readonly [string, object, { readonly type?: TypeName }?]
    ) => {
      class Posts extends Resource {
        static {
          this.type('posts')
          this.model('Post')
          this.useAdapter(prismaAdapter(blog.prisma))
          this.id('integer')
          this.attribute('title', 'string')
          this.maxPageSize(1000)
          this.defaultPageSize(1000)
          this.defaultFilter(name, conditions, type)
        }
      }
      class Authors extends Resource {
        static {
          this.type('authors')
          this.model('Author')
          this.useAdapter(prismaAdapter(blog.prisma))
          this.id('integer')
          this.hasMany('posts', { resource: 'posts', foreignKey: 'authorId' })
        }
      }
      return serve({ posts: Posts, authors: Authors })
    }

    test.each<[string, object, { type?: TypeName } | undefined, object]>([
      ['publishedAt', { eq: null }, { type: 'datetime?' }, { publishedAt: null }],
      ['publishedAt', { eq: null }, undefined, { publishedAt: null }],
      ['publishedAt', { not_eq: null }, undefined, { publishedAt: { not: null } }],
      ['rating', { gte: '3.5' }, undefined, { rating: { gte: 3.5 } }],
      ['rating', { eq: ['3.5', null] }, { type: 'decimal?' }, { OR: [{ rating: 3.5 }, { rating: null }] }],
      ['status', { eq: 'draft' }, undefined, { status: 'draft' }],
      ['status', { eq: ['draft', 'published'] }, undefined, {}],
      ['views', { gte: 10, lt: 400 }, { type: 'integer' }, { views: { gte: 10, lt: 400 } }],
      ['createdAt', { eq: null }, undefined, { id: -1 }],
      ['authorId', { eq: 1 }, undefined, { authorId: 1 }],
    ])('a default filter on %s narrows the records: %j, type %j', async (name, conditions, type, where) => {
      const api = served(name, conditions, type)
      const expected = await blog.prisma.post.findMany({ where, orderBy: { id: 'asc' } })
      expect(idsOf(await api.get('/posts'))).toEqual(expected.map(({ id }) => id))
      const included = documentOf(await api.get('/authors?include=posts')).included ?? []
      expect(included.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
        expected.map(({ id }) => id),
      )
    })
  },
)

describe.each(databases)(
  'filters/default-filters (3.4): a filter by a foreign key without a declared type, $name',
  (database) => {
    const blog = seededBlog(database)

    const served = () => {
      class Comments extends Resource {
        static {
          this.type('comments')
          this.model('Comment')
          this.useAdapter(prismaAdapter(blog.prisma))
          this.id('integer')
          this.maxPageSize(1000)
          this.defaultPageSize(1000)
          this.belongsTo('parent', { resource: 'comments', foreignKey: 'parentId' })
          this.belongsTo('post', { resource: 'posts', foreignKey: 'postId' })
          this.allowFilter('parentId')
          this.allowFilter('postId')
          this.allowFilter('parent.parentId')
          this.allowFilter('parent.postId')
          this.allowFilter('post.authorId', { type: 'integer?' })
        }
      }
      class Posts extends Resource {
        static {
          this.type('posts')
          this.model('Post')
          this.useAdapter(prismaAdapter(blog.prisma))
          this.id('integer')
        }
      }
      return serve({ comments: Comments, posts: Posts })
    }

    test.each<[string, object]>([
      ['parentId=null', { parentId: null }],
      ['parentId=1,null', { OR: [{ parentId: 1 }, { parentId: null }] }],
      ['parentId][not_eq=null', { parentId: { not: null } }],
      ['postId=null', { id: -1 }],
      ['postId=1,null', { postId: 1 }],
      ['postId][not_eq=null', {}],
      ['postId][not_eq=1,null', { postId: { not: 1 } }],
      ['parent.parentId=null', { parent: { parentId: null } }],
      ['parent.postId=null', { id: -1 }],
      ['parent.postId][not_eq=null', {}],
      ['post.authorId=null', { id: -1 }],
    ])('a filter by a foreign key finds the same records as the store: filter[%s', async (written, where) => {
      const [name, value] = written.split('=')
      const answer = await served().get(`/comments?filter[${name}]=${value}`)
      const expected = await blog.prisma.comment.findMany({ where, orderBy: { id: 'asc' } })
      expect(idsOf(answer)).toEqual(expected.map(({ id }) => id))
    })
  },
)
