import { Controller, createApi, defineRegistry, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { type AdapterFacts, factsOf } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { databases } from '../support/databases.js'
import { seededBlog } from '../support/read/blog.js'
import { prismaAdapter } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

/** The faults that createApi reports for resources, one per line; empty if it creates the API. */
function faultsOf(...resources: readonly ResourceClass[]): readonly string[] {
  try {
    createApi({
      registry: defineRegistry(Object.fromEntries(resources.map((one) => [one.config.type, one]))),
      controllers: {},
    })
    return []
  } catch (error) {
    const [title, ...faults] = String(error).split('\n')
    expect(title).toBe('Error: The API cannot be created. These declarations are invalid:')
    return faults
  }
}

const keep = (scope: unknown): unknown => scope

class Nothing extends Resource {
  static {
    this.type('nothing')
    this.useAdapter(NullAdapter)
    this.sort(keep)
    this.paginate(keep)
  }
}

describe('http/declarations (1.4): declarations that no request could use cause a single error at startup', () => {
  test('the error at startup lists every declaration that no request could use, for every resource', () => {
    class Broken extends Nothing {
      static {
        this.type('broken')
        this.allowFilter('a', { type: 'string' }, 'nosuch' as 'baseScope')
        this.defaultFilter('b', 'nosuch' as 'baseScope')
        this.allowStat('c', { median: 'nosuch' as 'baseScope' })
        this.extraField('d', { value: 'nosuch' as 'baseScope' }, 'neither' as 'baseScope')
        this.allowSideload('e', { resource: 'broken', scope: 'nosuch' as 'baseScope', assign: keep })
        this.beforeCommit('create', 'nosuch' as 'baseScope')
        this.sort('nosuch' as 'baseScope')
        this.paginate('nosuch' as 'baseScope')
        this.hasMany('f', { resource: 'unknown', foreignKey: 'brokenId' })
        this.polymorphicHasMany('g', { resource: 'broken', foreignKey: 'brokenId', as: 'owner' })
        this.defaultPageNumber(0)
        this.defaultPageSize(30)
        this.maxPageSize(20)
      }
    }
    class Bare extends Resource {
      static {
        this.type('bare')
      }
    }
    expect(faultsOf(Broken, Nothing, Bare)).toEqual([
      `- broken: allowFilter('a') refers to the method "nosuch", which Broken does not have.`,
      `- broken: defaultFilter('b') refers to the method "nosuch", which Broken does not have.`,
      `- broken: allowStat('c') refers to the method "nosuch", which Broken does not have.`,
      `- broken: extraField('d') refers to the method "neither", which Broken does not have.`,
      `- broken: extraField('d') refers to the method "nosuch", which Broken does not have.`,
      `- broken: the sideload "e" refers to the method "nosuch", which Broken does not have.`,
      `- broken: beforeCommit refers to the method "nosuch", which Broken does not have.`,
      `- broken: sort refers to the method "nosuch", which Broken does not have.`,
      `- broken: paginate refers to the method "nosuch", which Broken does not have.`,
      '- broken: defaultPageNumber(0) is not a page number.',
      '- broken: defaultPageSize(30) exceeds maxPageSize(20).',
      '- broken: the sideload "f": The registry has no Resource of type "unknown".',
      '- broken: the sideload "g" refers to "owner", which is not a polymorphicBelongsTo of "broken".',
      '- bare: it has no adapter: declare one with useAdapter.',
    ])
  })

  test('the error at startup lists operations that the Null adapter would have to perform', () => {
    class Listed extends Nothing {
      static {
        this.type('listed')
        this.attribute('name', 'string')
        this.allowFilter('name')
        this.defaultFilter('name', { eq: 'a' })
        this.allowStat({ total: 'count' })
      }
    }
    expect(faultsOf(Listed)).toEqual([
      `- listed: allowFilter('name') has no function, and NullAdapter cannot filter records itself.`,
      `- listed: defaultFilter('name') is not a function, and NullAdapter cannot filter records itself.`,
      `- listed: allowStat('total') has no function, and NullAdapter cannot calculate stats itself.`,
    ])
  })

  test('the error at startup lists defaults of the wrong type, and bounds that are not numbers', () => {
    class Priced extends Nothing {
      static {
        this.type('priced')
        this.attribute('views', { type: 'integer', default: 2 ** 31 })
        this.attribute('price', { type: 'decimal', default: '.5', minimum: '.5', maximum: '10.50' })
        this.attribute('name', { type: 'string', default: null })
        this.attribute('tags', { type: 'string[]', default: ['a', 1] })
        this.attribute('rating', { type: 'decimal?', default: '0.50' })
      }
    }
    expect(faultsOf(Priced)).toEqual([
      '- priced: the default of "views" is out of range.',
      '- priced: the default of "price" is not a decimal.',
      '- priced: the minimum of "price" is ".5", which is not a number.',
      `- priced: the default of "name" cannot be null.`,
      '- priced: the default of "tags" has a member that is not a string.',
    ])
  })

  test("the error at startup also covers a controller's resource that is not in the registry", () => {
    class Loose extends Controller {
      static {
        this.jsonapi(Nothing, (resource) => resource.paginate('nosuch' as 'baseScope'))
      }
    }
    expect(() =>
      createApi({ registry: defineRegistry({ nothing: Nothing }), controllers: { nothing: Loose } }),
    ).toThrow('nothing: paginate refers to the method "nosuch"')
  })
})

test('a filter through a relationship is rejected if the adapter does not support it (3.5)', () => {
  class Shallow extends NullAdapter {
    override facts(): AdapterFacts {
      return factsOf(this, { filterByGroups: true })
    }
  }
  class Shelf extends Resource {
    static {
      this.type('shelves')
      this.model('Shelf')
      this.useAdapter(Shallow)
      this.attribute('label', 'string')
      this.belongsTo('parent', { resource: 'shelves', foreignKey: 'parentId' })
      this.allowFilter('parent.label')
    }
  }
  expect(faultsOf(Shelf)).toEqual([
    `- shelves: allowFilter('parent.label') has no function, and Shallow cannot filter through "parent".`,
  ])
})

test('a filter through a to-many relationship to a resource without an adapter is rejected (3.9)', () => {
  class Filtering extends NullAdapter {
    override facts(): AdapterFacts {
      return factsOf(this, { filter: true })
    }
  }
  class Bare extends Resource {
    static {
      this.type('bare')
      this.attribute('label', 'string')
    }
  }
  class Shelf extends Resource {
    static {
      this.type('shelves')
      this.model('Shelf')
      this.useAdapter(Filtering)
      this.hasMany('bare', { resource: 'bare', foreignKey: 'shelfId' })
      this.allowFilter('bare.label')
    }
  }
  expect(faultsOf(Shelf, Bare)).toEqual([
    `- shelves: allowFilter('bare.label') cannot go through "bare.label": "bare" connects "shelves" to "bare": "bare" has no adapter.`,
    '- bare: it has no adapter: declare one with useAdapter.',
  ])
})

describe.each(databases)('http/declarations: checks against the columns of $name', (database) => {
  const blog = seededBlog(database)

  const posts = (declare: (resource: ResourceClass) => void): ResourceClass => {
    class Posts extends Resource {
      static {
        this.type('posts')
        this.model('Post')
        this.useAdapter(prismaAdapter(blog.prisma))
        this.id('integer')
        this.attribute('title', 'string')
        this.attribute('views', 'integer')
        this.attribute('wordCount', 'integer')
        declare(this)
      }
    }
    return Posts
  }

  const authors = (): ResourceClass =>
    class Authors extends Resource {
      static {
        this.type('authors')
        this.model('Author')
        this.useAdapter(prismaAdapter(blog.prisma))
        this.attribute('name', 'string')
      }
    }

  test('createApi rejects filters, default filters, sorts, stats and keys that are not columns', () => {
    const faults = faultsOf(
      posts((resource) => {
        resource.allowFilter('nosuch')
        resource.allowFilter('titel')
        resource.allowFilter('typed', { type: 'string' })
        resource.allowFilter('wordCount')
        resource.allowFilter('parent.title')
        resource.allowFilter('children.title')
        resource.allowFilter('subject.title', { type: 'string' })
        resource.allowFilter('related.title')
        resource.allowFilter('joined.title')
        resource.defaultFilter('children.title', { eq: 'one' })
        resource.defaultFilter('deletedAt', { eq: null })
        resource.defaultFilter('hiddenAt', { eq: null }, { type: 'datetime?' })
        resource.defaultFilter('views', { eq: 'many' })
        resource.allowStat({ wordCount: ['sum'] })
        resource.allowSort('children.title')
        resource.allowSort('writer.wordCount')
        resource.allowSort('author.wordCount')
        resource.defaultSort([{ wordCount: 'asc' }, { 'parent.title': 'asc' }])
        resource.belongsTo('writer', { resource: 'posts', foreignKey: 'writerId' })
        resource.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
        resource.hasMany('children', { resource: 'posts', foreignKey: 'parentId' })
        resource.hasAndBelongsToMany('joined', { resource: 'posts', foreignKey: { nosuch: 'id' } })
        resource.allowSideload('related', { resource: 'posts', scope: (of) => of, assign: () => undefined })
        resource.polymorphicBelongsTo('subject', {
          groupBy: 'subjectType',
          groups: { Post: { resource: 'posts', foreignKey: 'authorId' } },
        })
      }),
      authors(),
    )
    expect(faults).toEqual([
      `- posts: allowFilter('nosuch') is not an attribute of "posts" and has no type.`,
      `- posts: allowFilter('titel') is not an attribute of "posts" and has no type. Did you mean "title"?`,
      `- posts: allowFilter('typed') refers to "typed", which is not a column of Post.`,
      `- posts: allowFilter('wordCount') refers to "wordCount", which is not a column of Post.`,
      `- posts: allowFilter('parent.title') cannot go through "parent.title": "posts" has no sideload "parent".`,
      `- posts: allowFilter('subject.title') cannot go through "subject.title": "subject" contains records of several resources.`,
      `- posts: allowFilter('related.title') cannot go through "related.title": "related" is custom: its method decides what it contains.`,
      `- posts: allowFilter('joined.title') cannot go through "joined.title": ${isOtherEngine() ? 'KyselyAdapter' : 'PrismaAdapter'} cannot filter through "joined", which is not a relation of the store: correct its foreignKey, or pass the filter a function.`,
      `- posts: defaultFilter('children.title') goes through "children.title", which is not a path of to-one sideloads.`,
      `- posts: defaultFilter('deletedAt'): The filter "deletedAt" of "posts" is not an attribute: declare its type.`,
      `- posts: defaultFilter('hiddenAt') refers to "hiddenAt", which is not a column of Post.`,
      `- posts: defaultFilter('views'): The default filter "views" of "posts" uses an operator that its type does not support: eq.`,
      `- posts: allowSort('children.title') goes through "children.title", which is not a path of to-one sideloads.`,
      `- posts: allowSort('writer.wordCount') cannot go through "writer.wordCount": Post has no relation "writer": declare the right one: writer: { relation: … }.`,
      `- posts: allowSort('author.wordCount') refers to "wordCount", which is not a column of Author.`,
      `- posts: defaultSort([{ wordCount: … }]) refers to "wordCount", which is not a column of Post.`,
      `- posts: defaultSort([{ parent.title: … }]) goes through "parent.title", which is not a path of to-one sideloads.`,
      `- posts: allowStat('wordCount') refers to "wordCount", which is not a column of Post.`,
      `- posts: the sideload "writer" refers to "writerId", which is not a column of Post.`,
      `- posts: the sideload "children" refers to "parentId", which is not a column of Post.`,
      `- posts: the sideload "joined": the model Post has no relation "nosuch".`,
      `- posts: the sideload "subject" refers to "subjectType", which is not a column of Post.`,
    ])
  })

  test('a default filter has its declared type, or the type of the attribute or column (3.6)', () => {
    const declaring = (declare: (resource: ResourceClass) => void) => faultsOf(posts(declare))
    const fault = `- posts: defaultFilter('views'): The default filter "views" of "posts" uses an operator that its type does not support: eq.`
    expect(declaring((resource) => resource.defaultFilter('views', { eq: 'many' }))).toEqual([fault])
    expect(
      declaring((resource) => resource.defaultFilter('views', { eq: 'many' }, { type: 'string' })),
    ).toEqual([])
    expect(declaring((resource) => resource.defaultFilter('views', { eq: 1 }, { type: 'string' }))).toEqual([
      fault,
    ])
    // The store contains the type of a column that is not an attribute.
    expect(declaring((resource) => resource.defaultFilter('authorId', { eq: 1 }))).toEqual([])
    expect(declaring((resource) => resource.defaultFilter('authorId', { eq: 'one' }))).toEqual([
      fault.replaceAll('views', 'authorId'),
    ])
  })

  test('both ends of a filter through a join must be in the same store (3.9)', () => {
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.useAdapter(prismaAdapter(blog.prisma.$extends({})))
        this.id('integer')
        this.attribute('name', 'string')
      }
    }
    const tagged = posts((resource) => {
      resource.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { posts: 'id' } })
      resource.allowFilter('tags.name', { type: 'string' })
    })
    expect(faultsOf(tagged, Tags)).toEqual([
      `- posts: allowFilter('tags.name') cannot go through "tags.name": "tags" connects records in two different stores, which cannot be joined.`,
    ])
    Tags.useAdapter(prismaAdapter(blog.prisma))
    expect(faultsOf(tagged, Tags)).toEqual([])
  })

  test('a join that does not exist in the store is rejected before any request uses it', () => {
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.useAdapter(prismaAdapter(blog.prisma))
        this.id('integer')
      }
    }
    const tagged = posts((resource) => {
      resource.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { posts: 'authorId' } })
      resource.hasAndBelongsToMany('marks', { resource: 'tags', foreignKey: { links: 'postId' } })
    })
    expect(faultsOf(tagged, Tags)).toEqual([
      `- posts: the sideload "tags": authorId is not the key that connects "posts" of Tag to Post.`,
      `- posts: the sideload "marks": the model Tag has no relation "links".`,
    ])
  })

  test('a join of a model with itself has two ends, and each of its rows refers to two records', () => {
    class Comments extends Resource {
      static {
        this.type('comments')
        this.model('Comment')
        this.useAdapter(prismaAdapter(blog.prisma))
        this.id('integer')
        this.hasAndBelongsToMany('thread', { resource: 'comments', foreignKey: { replies: 'parentId' } })
      }
    }
    expect(faultsOf(Comments)).toEqual([
      `- comments: the sideload "thread": parentId is not the key that connects "replies" of Comment to Comment.`,
    ])
  })

  test('createApi accepts correct declarations, even for columns that are not attributes', () => {
    expect(
      faultsOf(
        posts((resource) => {
          resource.allowFilter('authorId', { type: 'integer' })
          resource.allowFilter('wordCount', {}, keep)
          resource.defaultFilter('status', { eq: ['draft', 'published'] })
          resource.defaultFilter('rating', { not_eq: null })
          resource.allowSort('writer.name')
          resource.defaultSort([{ createdAt: 'desc' }, { 'writer.id': 'asc' }])
          resource.belongsTo('writer', { resource: 'authors', relation: 'author', foreignKey: 'authorId' })
        }),
        authors(),
      ),
    ).toEqual([])
    expect(faultsOf(...registry.values())).toEqual([])
  })
})
