import { type Client, ApiError } from '@jsonapi-gen/client'
import type { Types } from '../../../examples/blog/src/web/schema.gen.js'

/**
 * Reads, writes and fails once in each way, including after redirects, and returns the results, which are the
 * same in Node and in a browser.
 */
export async function callsOf(
  api: Client<Types>,
  moved: Client<Types>,
): Promise<Readonly<Record<string, unknown>>> {
  const { data } = await api.posts.list({
    filter: { status: 'published', title: ['a, b', 'hello, world'] },
    include: ['author', 'comments'],
    fields: { posts: ['title', 'createdAt'], authors: ['name'], comments: ['body'] },
  })
  const [post] = data
  let walked = 0
  for await (const _ of api.posts.each({ page: { size: 40 } })) walked++
  const created = await api.posts.create({
    title: 'From here',
    body: '…',
    author: { id: '1' },
    comments: [{ create: { body: 'First!', approved: true } }],
    tags: [{ id: '1' }],
  })
  const updated = await api.posts.update(created.data.id, {
    comments: [{ update: { id: created.data.comments[0]?.id ?? '', body: 'Edited' } }],
  })
  const error: unknown = await api.posts
    .create({ title: '', body: '…', author: { id: '1' }, comments: [{ create: { body: '' } }] })
    .catch((thrown: unknown) => thrown)
  await api.posts.destroy('100')
  const lost: unknown = await moved.posts.destroy('99').catch((thrown: unknown) => thrown)
  const { data: kept } = await moved.posts.find('99')
  return {
    read: post && [post.title, post.createdAt instanceof Date, post.author?.name, post.comments.length],
    frozen: Object.isFrozen(data) && Object.isFrozen(post?.comments),
    walked,
    created: [created.data.title, created.data.tags.map(({ id }) => id)],
    updated: updated.data.comments.map(({ body }) => body),
    lost: lost instanceof ApiError && lost.message.split(':')[0],
    kept: kept.id,
    error: error instanceof ApiError && [error.status, error.at('title'), error.at('comments.0.body')],
  }
}
