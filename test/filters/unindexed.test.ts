import { Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { databases, type OpenDatabase, type BlogClient } from '../support/databases.js'
import { KINDS, refusal } from '../support/read/answers.js'
import { serve, type Served } from '../support/read/serve.js'
import { factsOf, prismaAdapter } from '../support/facts.js'

const TOO_MANY =
  'A request can have at most 2 filters through to-many relationships without an index, such as "comments": each of them reads all related records of every record.'

/** The facts of the blog, but with different indexes for comments. */
function withIndexes(facts: StoreFacts, indexes: readonly (readonly string[])[]): StoreFacts {
  const { Comment } = facts.models
  if (!Comment) throw new Error('The blog has comments.')
  return { ...facts, models: { ...facts.models, Comment: { ...Comment, indexes } } }
}

describe.each(databases)('filters/unindexed (17.2): searches without an index on $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  beforeAll(async () => {
    opened = await database.open({ seed: true })
  })
  afterAll(() => opened.close())

  function serving(indexes: readonly (readonly string[])[]): Served {
    const facts = withIndexes(factsOf(opened.prisma), indexes)
    class Posts extends Resource {
      static {
        this.type('posts')
        this.model('Post')
        this.facts(facts)
        this.useAdapter(prismaAdapter(opened.prisma))
        this.attribute('title', 'string')
        this.allowFilter('title')
        this.allowFilter('comments.body')
        this.allowFilter('tags.name')
        this.hasMany('comments', { resource: 'comments', foreignKey: 'postId' })
        this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { posts: 'id' } })
      }
    }
    class Comments extends Resource {
      static {
        this.type('comments')
        this.model('Comment')
        this.facts(facts)
        this.useAdapter(prismaAdapter(opened.prisma))
        this.attribute('body', 'string')
      }
    }
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.facts(facts)
        this.useAdapter(prismaAdapter(opened.prisma))
        this.attribute('name', 'string')
      }
    }
    return serve({ posts: Posts, comments: Comments, tags: Tags })
  }
  const through = (name: string, count: number): string =>
    `/posts?${Array.from({ length: count }, (_, index) => `filter[or][${index}][${name}]=x${index}`).join('&')}`

  test("if the database runs in the server's own process, two searches without an index are accepted and a third is rejected", async () => {
    const api = serving([['authorId'], ['authorId', 'postId']])
    expect((await api.get(through('comments.body', 2))).status).toBe(200)
    const third = await api.get(through('comments.body', 3))
    if (database.name === 'sqlite') {
      expect(third).toEqual(refusal(KINDS.badFilter, 'filter[or][2][comments.body]', TOO_MANY))
    } else expect(third.status).toBe(200)
    expect((await api.get(through('title', 20))).status).toBe(200)
  })

  test.each([[['postId']], [['postId', 'authorId']]])('an index on %j permits 20 searches', async (index) => {
    expect((await serving([index]).get(through('comments.body', 20))).status).toBe(200)
  })

  test('a join table without a model counts as indexed', async () => {
    expect((await serving([]).get(through('tags.name', 20))).status).toBe(200)
  })
})
