// The code in docs/reading.md.
import type { PostQuery } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import '../../examples/blog/src/api/generated/index.gen.js'

export async function found() {
  const { data, meta, queries } = await PostResource.all({
    filter: { title: { prefix: 'Hello' }, comments: { approved: false } },
    include: ['author', 'comments'],
    fields: { posts: ['title'], authors: ['name'] },
    stats: { total: 'count' },
    queries: true,
  })
  return { data, meta, queries }
}

export function popular(query: PostQuery): PostQuery {
  return { ...query, filter: { ...query.filter, views: { gt: 400 } } }
}
