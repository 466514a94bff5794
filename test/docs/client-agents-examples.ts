// The code in client/AGENTS.md.
import { createClient } from '@jsonapi-gen/client'
import { schema } from '../../examples/blog/src/web/schema.gen.js'

export async function titled(console: { log(...values: unknown[]): void }): Promise<void> {
  const api = createClient({ baseUrl: '/api', schema })
  const { data } = await api.posts.list({
    filter: { status: 'published' },
    include: 'author',
    page: { size: 10 },
  })
  const { data: post } = await api.posts.find('1', { include: 'comments' })
  await api.posts.update('1', { title: 'A better title' })
  console.log(data[0]?.author.name, post.comments.length)
}
