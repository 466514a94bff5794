// The code in client/README.md, as a web page contains it.
import { createClient } from '@jsonapi-gen/client'
import { schema } from '../../examples/blog/src/web/schema.gen.js'

export async function firstPost(console: { log(...values: unknown[]): void }): Promise<void> {
  const api = createClient({ baseUrl: '/api', schema })
  const { data } = await api.posts.list({ include: 'author', fields: { posts: ['title'] } })
  console.log(data[0]?.title, data[0]?.author.name)
}
