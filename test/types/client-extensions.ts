// The members that extensions add to the types of a client, and code that must not compile. Checked by `npm run
// typecheck`.
import { type Client, createClient } from '@jsonapi-gen/client'
import { operations } from '@jsonapi-gen/client/operations'
import { plain, recordIn } from '@jsonapi-gen/client/plain'
import { retries } from '@jsonapi-gen/client/retries'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import type { Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'

const bare: Client<Types> = createClient({ baseUrl: '/', schema, use: [retries()] })
const api: Client<Types, 'operations' | 'plain' | 'retries'> = createClient({
  baseUrl: '/',
  schema,
  use: [operations, plain, retries({ times: 1 })],
})
declare const saas: Client<SaasTypes, 'operations'>
declare const flag: boolean

/** A client with extensions can be passed to code that needs fewer. */
export const lesser: Client<Types> = api

export async function statistics(): Promise<void> {
  const { meta } = await api.posts.list({
    stats: { total: 'count', views: ['sum', 'average'], rating: 'average' },
  })
  meta.stats.total.count.toFixed()
  const sum: number | null = meta.stats.views.sum
  const average: number | string | null = meta.stats.rating.average
  void [sum, average]
  // @ts-expect-error a calculation over no records may be null
  meta.stats.views.sum.toFixed()
  // @ts-expect-error it was not requested
  void meta.stats.views.maximum
  const some = await api.posts.list({ stats: flag ? { total: 'count' } : {} })
  // @ts-expect-error it might not be requested
  some.meta.stats.total.count.toFixed()
  const either = await api.posts.list({ stats: { views: flag ? 'sum' : 'average' } })
  // @ts-expect-error only one of the two is present
  const one: number | null = either.meta.stats.views.sum
  void one
  const none = await api.posts.list()
  const any: unknown = none.meta.stats?.['total']?.['count']
  void any
  const linkage = await api.tags.relationship('1', 'posts', { stats: { total: 'count' } })
  linkage.meta.stats.total.count.toFixed()
  const related = await api.tags.related('1', 'posts', { stats: { total: 'count' } })
  related.meta.stats.total.count.toFixed()
}

export async function withoutCircles(): Promise<void> {
  const answer = await api.posts.list({ include: ['author', 'comments'], plain: true })
  const [post] = answer.data
  post?.author.id.trim()
  post?.comments[0]?.type.trim()
  post?.createdAt.trim()
  // @ts-expect-error it is linkage
  void post?.author.name
  // @ts-expect-error it is text
  void post?.createdAt.getTime()
  answer.included.authors?.['1']?.name.trim()
  // @ts-expect-error no path includes them
  void answer.included.tags
  const author = post && recordIn(answer, post.author)
  author?.name.trim()
  // @ts-expect-error it may be missing
  author.name.trim()
  const one = await api.attachments.find('1', { include: 'subject', plain: true })
  if (one.data.subject?.type === 'posts') recordIn(one, one.data.subject)
  const written = await api.posts.create(
    { title: 'x', body: 'x', author: { id: '1' }, tags: [{ create: { name: 'x' } }] },
    { plain: true },
  )
  written.data.tags[0]?.id.trim()
  written.included.tags?.['1']?.name.trim()
  const either = await api.posts.find('1', { plain: flag })
  // @ts-expect-error it may be a Date
  either.data.createdAt.trim()
  // @ts-expect-error its extension is not used
  await bare.posts.list({ plain: true })
  // @ts-expect-error `each` returns no included records
  api.posts.each({ plain: true })
}

export async function together(): Promise<void> {
  const [tag, post, gone] = await api.operations([
    { op: 'add', type: 'tags', lid: 't1', data: { name: 'x' } },
    { op: 'add', type: 'posts', data: { title: 'x', body: 'x', author: { id: '1' }, tags: [{ lid: 't1' }] } },
    { op: 'remove', type: 'comments', id: '1' },
  ])
  tag.name.trim()
  post.createdAt.getTime()
  const nothing: undefined = gone
  void nothing
  // @ts-expect-error its extension is not used
  void bare.operations
  // @ts-expect-error no operation defines the lid
  await api.operations([{ op: 'update', type: 'tags', lid: 't1', data: { name: 'x' } }])
  // @ts-expect-error the name is missing
  await api.operations([{ op: 'add', type: 'tags', data: {} }])
  // @ts-expect-error operations cannot contain nested records
  await api.operations([{ op: 'add', type: 'tags', data: { name: 'x', posts: [{ create: {} }] } }])
  // @ts-expect-error the record is missing
  await api.operations([{ op: 'remove', type: 'tags' }])
  // @ts-expect-error nobody may create a currency
  await api.operations([{ op: 'add', type: 'currencies', data: { code: 'x', name: 'x', rate: 1 } }])
  // @ts-expect-error records can be added only to a to-many relationship
  await api.operations([{ op: 'add', type: 'posts', id: '1', relationship: 'author', data: [{ id: '1' }] }])
  await api.operations([
    // @ts-expect-error a comment always needs a post
    { op: 'remove', type: 'posts', id: '1', relationship: 'comments', data: [{ id: '1' }] },
  ])
  await api.operations([
    // @ts-expect-error a relationship to several types needs a type
    { op: 'update', type: 'attachments', id: '1', relationship: 'subject', data: { id: '1' } },
  ])
  await saas.operations([
    // @ts-expect-error a line cannot be moved after its creation
    { op: 'add', type: 'invoices', id: '1~1', relationship: 'lines', data: [{ id: '1' }] },
  ])
}

/** An error's code is either one of the server's or one of the application's. */
export async function codes(): Promise<void> {
  const { errors } = await import('@jsonapi-gen/client').then(
    ({ ApiError }) => new ApiError('x', { status: 0 }),
  )
  if (errors[0]?.code === 'record_not_found') return
  if (errors[0]?.code === 'insufficient_funds') return
}
