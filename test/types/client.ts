// The arguments and results of the typed client, and code that must not compile. Checked by `npm run typecheck`.
import { type Client, createClient, type RecordOf } from '@jsonapi-gen/client'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import type { Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'

const api: Client<Types> = createClient({ baseUrl: '/', schema })
declare const saas: Client<SaasTypes>

export async function reads(): Promise<void> {
  const { data } = await api.posts.list({
    filter: {
      status: ['draft', 'published'],
      views: { gt: 1 },
      publishedAt: null,
      comments: { approved: false },
    },
    include: ['author', 'comments'],
    fields: { posts: ['title', 'publishedAt'], authors: ['name'] },
  })
  const [post] = data
  post?.publishedAt?.getTime()
  post?.author?.name.trim()
  post?.comments[0]?.createdAt.getTime()
  // @ts-expect-error the field was not requested
  void post?.body
  // @ts-expect-error nor was this field of an included record
  void post?.author?.email
  // @ts-expect-error the relationship is not included
  void post?.tags
  // @ts-expect-error the path ends before it
  void post?.comments[0]?.author
  // @ts-expect-error records cannot be changed
  if (post) post.title = 'x'

  const { data: one } = await api.posts.find('1', {
    include: 'comments.author',
    extraFields: { posts: ['readingTime'] },
  })
  one.readingTime.toFixed()
  one.comments[0]?.author?.name.trim()

  const { data: attachment } = await api.attachments.find('1', { include: 'subject' })
  if (attachment.subject?.type === 'posts') attachment.subject.title.trim()
  // @ts-expect-error only posts have it
  void attachment.subject?.title

  const { data: related } = await api.posts.related('1', 'author', { include: 'profile' })
  related?.profile?.website?.trim()
  for await (const { name } of api.tags.each({ sort: '-name' })) name.trim()
}

export async function refusedReads(): Promise<void> {
  // @ts-expect-error there is no such filter
  await api.posts.list({ filter: { titel: 'x' } })
  // @ts-expect-error the filter does not support the operator
  await api.posts.list({ filter: { title: { suffix: 'x' } } })
  // @ts-expect-error a custom filter accepts a single value
  await api.posts.list({ filter: { popular: [true] } })
  // @ts-expect-error the attribute is not sortable
  await api.posts.list({ sort: 'body' })
  // @ts-expect-error the whitelist of index contains no deeper paths
  await api.posts.list({ include: 'comments.author' })
  // @ts-expect-error there is no such relationship
  await api.authors.list({ include: 'posts.writers' })
  // @ts-expect-error there is no such field
  await api.posts.list({ fields: { posts: ['titel'] } })
  // @ts-expect-error there is no such type
  await api.posts.list({ fields: { articles: ['title'] } })
  // @ts-expect-error there is no such statistic
  await api.posts.list({ stats: { title: 'count' } })
  // @ts-expect-error nobody may create a currency
  await api.currencies.create({ code: 'x', name: 'x', rate: 1 })
  // @ts-expect-error there is no such type
  await api.articles.list()
  // @ts-expect-error a single record cannot be filtered
  await api.posts.find('1', { filter: { id: '1' } })
}

export async function writes(): Promise<void> {
  const { data } = await api.posts.create({
    title: 'x',
    body: 'x',
    rating: '4.5',
    publishedAt: new Date(),
    author: { create: { name: 'x', email: 'x' } },
    comments: [{ create: { body: 'x' } }],
  })
  data.comments[0]?.id.trim()
  data.author?.name.trim()
  // @ts-expect-error the input does not contain it
  void data.tags
  await api.posts.update('1', {
    tags: [{ associate: { id: '1' } }, { disassociate: { id: '2' } }],
  })
  await api.posts.removeFromRelationship('1', 'tags', [{ id: '1' }])
  await api.attachments.update('1', { subject: { type: 'authors', id: '1' } })
  await saas.invoices.update('1~1', { lines: [{ destroy: { id: '1~1~1' } }] })
}

export async function refusedWrites(): Promise<void> {
  // @ts-expect-error a comment always needs a post
  await api.posts.update('1', { comments: [{ disassociate: { id: '1' } }] })
  await api.posts.update('1', { author: { update: { id: '1', bio: 'x' } } })
  // @ts-expect-error a post always needs an author, so the author cannot be destroyed
  await api.posts.update('1', { author: { destroy: { id: '1' } } })
  // @ts-expect-error nor can a comment be unlinked at the URL of the relationship
  await api.posts.removeFromRelationship('1', 'comments', [{ id: '1' }])
  // @ts-expect-error the title is required
  await api.posts.create({ body: 'x' })
  // @ts-expect-error there is no such attribute
  await api.posts.create({ title: 'x', body: 'x', titel: 'x' })
  // @ts-expect-error also in a nested record
  await api.posts.create({ title: 'x', body: 'x', comments: [{ create: { body: 'x', text: 'x' } }] })
  // @ts-expect-error only the server sets the attribute
  await api.posts.update('1', { createdAt: new Date() })
  // @ts-expect-error a list cannot combine a whole set with changes
  await api.posts.update('1', { tags: [{ id: '1' }, { destroy: { id: '2' } }] })
  // @ts-expect-error a polymorphic relationship needs a type
  await api.attachments.update('1', { subject: { id: '1' } })
  // @ts-expect-error a to-one relationship does not accept a list
  await api.posts.update('1', { author: [{ id: '1' }] })
  // @ts-expect-error records can be added only to a to-many relationship
  await api.posts.addToRelationship('1', 'author', [{ id: '1' }])
}

export const line: RecordOf<Types, 'posts', { include: 'author'; fields: { posts: ['title'] } }> = {
  type: 'posts',
  id: '1',
  title: 'x',
  author: { type: 'authors', id: '1', bio: null, createdAt: new Date(), email: 'x', name: 'x' },
}

export async function optionalFilters(status?: 'draft' | 'published', least?: number): Promise<void> {
  await api.posts.list({ filter: { status, views: { gt: least }, not: status && { status } } })
  await api.posts.list({
    filter: { comments: { approved: status && true }, or: status && [{ status }] },
    include: 'comments',
  })
}
