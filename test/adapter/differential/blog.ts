import type { Adapter, Comparison } from '@jsonapi-gen/runtime/adapter'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import { hasStore } from '../../support/engine.js'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { PostResource } from '../../../examples/blog/src/api/post.resource.js'
import type { BlogClient } from '../../support/databases.js'
import { type MemoryRow, MemoryStore } from '../memory/store.js'

/**
 * The blog's resources on an adapter. In memory, their custom filters are rewritten for the memory adapter.
 */
export function blogOn(adapter: Adapter): readonly ResourceClass[] {
  return [...registry.values()]
    .filter(({ config }) => hasStore(config.adapter))
    .map((resource) => {
      const base: ResourceClass =
        resource === PostResource && !(adapter instanceof PrismaAdapter) ? postsOn(adapter) : resource
      return class extends base {
        static {
          this.useAdapter(adapter)
          for (const path of SORTS[this.config.type] ?? []) this.allowSort(path)
        }
      }
    })
}

/** Sorts through relationships that every record has, by columns that every store sorts in the same order. */
const SORTS: Readonly<Record<string, readonly `${string}.${string}`[]>> = {
  posts: ['author.id', 'author.createdAt'],
  comments: ['post.id', 'post.views', 'post.createdAt'],
}

function postsOn(adapter: Adapter): ResourceClass {
  const narrowed = (scope: unknown, comparison: Pick<Comparison, 'column' | 'operator' | 'value'>): never =>
    adapter.narrow(scope as never, { ...COMPARISON, ...comparison }, undefined as never) as never
  return class extends PostResource {
    override filterPopular(scope: unknown, value: boolean): never {
      return narrowed(scope, { column: 'views', operator: value ? 'gte' : 'lt', value: 100 })
    }
    override filterDraft(scope: unknown, value: boolean): never {
      return narrowed(scope, { column: 'status', operator: 'eq', value: value ? 'draft' : 'published' })
    }
  }
}

const COMPARISON = {
  kind: 'compare',
  name: 'custom',
  through: [],
  type: { kind: 'string', list: false, nullable: false, values: [] },
} as const

/** The rows of the blog, as a database returns them. */
export type BlogRows = Readonly<Record<string, readonly MemoryRow[]>>

/** Reads every row of the blog. */
export async function blogRows(prisma: BlogClient): Promise<BlogRows> {
  const byId = { orderBy: { id: 'asc' } } as const
  return {
    Author: await prisma.author.findMany(byId),
    Profile: await prisma.profile.findMany(byId),
    Post: await prisma.post.findMany(byId),
    Comment: await prisma.comment.findMany(byId),
    Tag: await prisma.tag.findMany(byId),
    Attachment: await prisma.attachment.findMany(byId),
    PostToTag: (await prisma.tag.findMany({ select: { id: true, posts: { select: { id: true } } } })).flatMap(
      (tag) => tag.posts.map((post) => ({ tagId: tag.id, postId: post.id })),
    ),
  }
}

/** The blog in memory: its rows, and the relations of its datamodel. */
export function blogStore(rows: BlogRows): MemoryStore {
  const toOne = (model: string, foreignKey: string) => ({
    model,
    rows: (row: MemoryRow) => (rows[model] ?? []).filter(({ id }) => id === row[foreignKey]),
  })
  const joined = (model: string, own: string, other: string) => ({
    model,
    rows: (row: MemoryRow) =>
      (rows['PostToTag'] ?? [])
        .filter((join) => join[own] === row['id'])
        .map((join) => ({ id: join[other] })),
  })
  return new MemoryStore(rows, {
    Profile: { author: toOne('Author', 'authorId') },
    Post: { author: toOne('Author', 'authorId'), tags: joined('Tag', 'postId', 'tagId') },
    Tag: { posts: joined('Post', 'tagId', 'postId') },
    Comment: {
      post: toOne('Post', 'postId'),
      author: toOne('Author', 'authorId'),
      parent: toOne('Comment', 'parentId'),
    },
  })
}
