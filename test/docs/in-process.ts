import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import '../../examples/blog/src/api/generated/index.gen.js'

/** The README's in-process query, with what it prints. */
export async function inProcess(console: { log(...values: unknown[]): void }): Promise<void> {
  const { data: posts } = await PostResource.all({
    filter: { status: 'published', views: { gt: 400 } },
    sort: '-views',
    page: { size: 3 },
    include: 'author',
    fields: { posts: ['title', 'views'], authors: ['name'] },
  })
  for (const post of posts) console.log(post.title, post.views, post.author?.name)
}
