// The code of docs/schema-format.md.
import { InvalidFilterValue } from '@jsonapi-gen/runtime'
import type { PostShape } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource as BlogPost } from '../../examples/blog/src/api/post.resource.js'

/** What the generator makes of the filter in the schema that the page shows. */
abstract class PostResourceBase extends BlogPost {
  static {
    this.allowFilter('month', { type: 'string' }, 'filterMonth')
  }
  abstract filterMonth(scope: PostShape['scope'], value: string): PostShape['scope']
}

export class PostResource extends PostResourceBase {
  filterMonth(scope: PostShape['scope'], value: string): PostShape['scope'] {
    const from = new Date(`${value}-01`)
    if (!/^\d{4}-\d{2}$/.test(value) || Number.isNaN(from.getTime())) {
      throw new InvalidFilterValue({ detail: `"${value}" is not a month, such as 2026-03.` })
    }
    const until = new Date(from)
    until.setUTCMonth(until.getUTCMonth() + 1)
    return scope.where({ publishedAt: { gte: from, lt: until } })
  }
}
