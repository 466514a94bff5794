// The code in docs/schema-format.md.
import { InvalidFilterValue } from '@jsonapi-gen/runtime'
import type { PrismaClient } from '../../examples/blog/src/prisma/client.js'
import type { PostRecord, PostScope } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource as BlogPost } from '../../examples/blog/src/api/post.resource.js'

let prisma: PrismaClient

/** In a project, a module exports the client. In this file, a test provides it. */
export function usePrisma(client: PrismaClient): void {
  prisma = client
}

/** The generated code for the extra field in the schema that the page shows. */
abstract class CountedPostBase extends BlogPost {
  static {
    CountedPostBase.extraField('commentCount', { type: 'integer', values: 'extraFieldsOf' })
  }
  abstract extraFieldsOf(records: readonly PostRecord[]): Promise<readonly { commentCount: number }[]>
}

export class CountedPost extends CountedPostBase {
  async extraFieldsOf(records: readonly PostRecord[]): Promise<readonly { commentCount: number }[]> {
    const ids = records.map(({ id }) => id)
    const counts = await prisma.comment.groupBy({
      by: ['postId'],
      where: { postId: { in: ids } },
      _count: true,
    })
    const byPost = new Map(counts.map(({ postId, _count }) => [postId, _count]))
    return records.map(({ id }) => ({ commentCount: byPost.get(id) ?? 0 }))
  }
}

/** The generated code for the filter in the schema that the page shows. */
abstract class PostResourceBase extends BlogPost {
  static {
    PostResourceBase.allowFilter('month', { type: 'string' }, 'filterMonth')
  }
  abstract filterMonth(scope: PostScope, value: string): PostScope
}

export class PostResource extends PostResourceBase {
  filterMonth(scope: PostScope, value: string): PostScope {
    const from = new Date(`${value}-01`)
    if (!/^\d{4}-\d{2}$/.test(value) || Number.isNaN(from.getTime())) {
      throw new InvalidFilterValue({ detail: `"${value}" is not a month, such as 2026-03.` })
    }
    const until = new Date(from)
    until.setUTCMonth(until.getUTCMonth() + 1)
    return scope.where({ publishedAt: { gte: from, lt: until } })
  }
}
