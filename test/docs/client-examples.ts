// The code in docs/client.md and docs/client-reference.md, in order.
import { type Client, ApiError, createClient } from '@jsonapi-gen/client'
import { operations } from '@jsonapi-gen/client/operations'
import { plain, recordIn } from '@jsonapi-gen/client/plain'
import { retries } from '@jsonapi-gen/client/retries'
import { inputs, schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import type { Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'

/** The results of the examples. */
export interface Outcome {
  readonly values: Readonly<Record<string, unknown>>
  readonly shown: readonly unknown[]
}

export function clientOf(baseUrl: string, authorization: string): Client<Types> {
  const api = createClient({ baseUrl, schema, headers: () => ({ authorization }) })
  return api
}

export async function reading(api: Client<Types>): Promise<Outcome['values']> {
  const { data, meta } = await api.posts.list({
    filter: { status: 'published', views: { gt: 10 } },
    include: ['author', 'comments'],
    fields: { posts: ['title'], authors: ['name'] },
    stats: { total: 'count' },
  })
  const [first] = data
  const line =
    first && `${first.title} by ${first.author.name}, with ${String(first.comments.length)} comments`
  const total = meta.stats.total.count

  const { data: post } = await api.posts.find('1', { include: 'comments.author' })
  const { data: comments } = await api.posts.related('1', 'comments', {
    sort: '-createdAt',
    page: { size: 2 },
  })
  const { data: linkage } = await api.posts.relationship('1', 'tags')

  const titles: string[] = []
  for await (const { title } of api.posts.each({ sort: '-views', fields: { posts: ['title'] } })) {
    titles.push(title)
  }

  const page = await api.posts.list({ page: { after: null, size: 20 } })
  const next = page.page.next && (await api.posts.list({ page: page.page.next }))
  return {
    line,
    total,
    commenters: post.comments.every(({ author }) => author === null || author.name.length > 0),
    comments: comments.length,
    linkage,
    titles: titles.length,
    next: next?.data[0]?.id,
  }
}

export function form(): object {
  const { title, status, views } = inputs.posts
  const field = {
    required: title.required,
    options: status.values,
    selected: status.default,
    min: views.minimum,
  }
  return field
}

export async function writing(
  api: Client<Types>,
  show: (...what: readonly unknown[]) => void,
): Promise<unknown> {
  const { data: created } = await api.posts.create({
    title: 'Hello',
    body: 'World',
    author: { id: '1' },
    comments: [{ create: { body: 'First!', approved: true } }],
    tags: [{ id: '1' }, { create: { name: 'greetings' } }],
  })
  const [comment] = created.comments

  await api.posts.update(created.id, {
    title: 'Hello again',
    comments: [{ update: { id: comment?.id ?? '', body: 'Edited' } }],
    tags: [{ disassociate: { id: '1' } }],
  })
  await api.posts.addToRelationship(created.id, 'tags', [{ id: '3' }])
  await api.posts.updateRelationship(created.id, 'tags', [{ id: '2' }, { id: '3' }])
  await api.posts.destroy('100')

  try {
    await api.posts.create({
      title: '',
      body: 'World',
      author: { id: '1' },
      comments: [{ create: { body: '' } }],
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    show(error.status, error.at('title'), error.at('comments.0.body'))
  }
  const { data } = await api.posts.find(created.id, {
    include: ['comments', 'tags'],
    fields: { posts: ['title'], comments: ['body'], tags: ['name'] },
  })
  return data
}

export async function acting(saas: Client<SaasTypes>): Promise<unknown> {
  const { data: invoice } = await saas.invoices.send('1~3', { dueOn: '2030-01-31' }, { include: 'lines' })
  return [invoice.state, invoice.lines.length]
}

export async function extensions(baseUrl: string): Promise<unknown> {
  const extended = createClient({ baseUrl, schema, use: [operations, plain, retries({ times: 3 })] })

  const [tag, essay] = await extended.operations([
    { op: 'add', type: 'tags', lid: 't1', data: { name: 'gardens' } },
    {
      op: 'add',
      type: 'posts',
      data: { title: 'Roses', body: 'Red', author: { id: '1' }, tags: [{ lid: 't1' }] },
    },
    { op: 'remove', type: 'comments', id: '1' },
  ])

  const answer = await extended.posts.find('1', {
    include: ['author', 'comments'],
    fields: { posts: ['title'], authors: ['name'] },
    plain: true,
  })
  const { author } = answer.data
  const name = recordIn(answer, author)?.name
  return [tag.name, essay.title, answer.data.title, author, name]
}
