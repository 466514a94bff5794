// The code in docs/tanstack-query.md.
import { createClient } from '@jsonapi-gen/client'
import { tanstack } from '@jsonapi-gen/client/tanstack'
import { schema } from '../../examples/blog/src/web/schema.gen.js'

export function allOptions(baseUrl: string) {
  const api = createClient({ baseUrl, schema })
  const { queryOptions, infiniteQueryOptions, mutationOptions } = tanstack(api, schema)

  const post = queryOptions((api) => api.posts.find('1', { include: ['author', 'comments'] }))
  const drafts = queryOptions((api) => api.posts.list({ filter: { status: 'draft' } }))

  const popular = infiniteQueryOptions((api) =>
    api.posts.list({ sort: '-views', page: { after: null, size: 30 } }),
  )

  const comment = mutationOptions((api, body: string) =>
    api.comments.create({ body, approved: true, post: { id: '1' } }),
  )

  const rename = mutationOptions(
    (api, { id, title }: { id: string; title: string }) => api.posts.update(id, { title }),
    { optimistic: true },
  )
  const remove = mutationOptions((api, id: string) => api.posts.destroy(id), { optimistic: true })
  return { post, drafts, popular, comment, rename, remove }
}
