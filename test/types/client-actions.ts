// Calls of a type's own actions. Checked by `npm run typecheck`.
import type { ActionInput, AnyPath, Client, ToMany } from '@jsonapi-gen/client'
import type { Types } from '../../examples/saas/src/web/schema.gen.js'

interface Posts {
  attributes: { title: string; views: number }
  extraFields: Record<never, never>
  relationships: { comments: ToMany<'comments'> }
  filters: Record<never, never>
  required: never
  sorts: 'id'
  stats: Record<never, never>
  includes: { index: AnyPath; show: AnyPath; create: AnyPath; update: AnyPath }
  create: never
  update: never
  actions: 'index'
  ownActions: {
    publish: { on: 'record'; input: { at?: string | Date | null }; output: 'posts' }
    next: { on: 'record'; input: Record<never, never>; output: 'posts' | null }
    split: { on: 'record'; input: { into: number }; output: 'comments'; many: true }
    count: { on: 'collection'; input: { above: number } }
  }
}
interface Comments extends Omit<Posts, 'relationships' | 'ownActions' | 'attributes'> {
  attributes: { body: string }
  relationships: Record<never, never>
}
interface Blog {
  posts: Posts
  comments: Comments
}
declare const api: Client<Blog>
declare const plain: Client<Blog, 'plain'>
declare const saas: Client<Types>

export async function called(): Promise<void> {
  const { data: post } = await api.posts.publish('1')
  const views: number = post.views
  await api.posts
    .publish('1', { at: new Date() }, { include: 'comments', fields: { posts: ['title'] } })
    .then(({ data }) => [
      data.title,
      data.comments[0]?.body,
      // @ts-expect-error the query does not ask for it
      data.views,
    ])
  const { data: next } = await api.posts.next('1', {}, {}, { headers: { 'x-a': '1' } })
  // @ts-expect-error there may be none
  void next.title
  const { data: parts } = await api.posts.split('1', { into: 2 }, { fields: { comments: ['body'] } })
  const body: string | undefined = parts[0]?.body
  const { meta } = await api.posts.count({ above: 1 })
  const found: unknown = meta['found']
  const { data, included } = await plain.posts.publish('1', {}, { include: 'comments', plain: true })
  const ids: readonly string[] = [data.id, String(included.comments?.['1']?.body)]
  void [views, body, found, ids]

  // @ts-expect-error the action needs a record
  await api.posts.publish()
  // @ts-expect-error an id is a string
  await api.posts.publish(1)
  // @ts-expect-error the input has no such member
  await api.posts.publish('1', { when: 'now' })
  // @ts-expect-error the input is required
  await api.posts.split('1')
  // @ts-expect-error it must be a number
  await api.posts.split('1', { into: 'two' })
  // @ts-expect-error no such relationship
  await api.posts.publish('1', {}, { include: 'author' })
  // @ts-expect-error a single record cannot be sorted
  await api.posts.publish('1', {}, { sort: 'id' })
  // @ts-expect-error meta has no includes
  await api.posts.count({ above: 1 }, { include: 'comments' })
  // @ts-expect-error a different type has this action
  await api.comments.publish('1')
  // @ts-expect-error the action accepts no input
  await api.posts.next('1', { name: 'x' })
}

/** The generated types contain an action's input, and the permitted includes of its response. */
export async function generated(): Promise<void> {
  const input: ActionInput<Types, 'invoices', 'send'> = { dueOn: '2030-01-31' }
  const { data } = await saas.invoices.send('1~3', input, { include: ['lines', 'project'] })
  data.lines[0]?.text.trim()
  data.project?.name.trim()
  const { data: late } = await saas.invoices.remind({ before: '2030-01-31' }, { include: 'lines' })
  late[0]?.lines[0]?.text.trim()
  // @ts-expect-error the day cannot be null
  await saas.invoices.send('1~3', { dueOn: null })
  // @ts-expect-error the input has no such member
  await saas.invoices.send('1~3', { dueOn: '2030-01-31', subject: 'x' })
  // @ts-expect-error the action needs a record
  await saas.invoices.send({ dueOn: '2030-01-31' })
  // @ts-expect-error this action applies to the collection
  await saas.invoices.remind('1~3', { before: '2030-01-31' })
  // @ts-expect-error the schema does not permit it
  await saas.invoices.send('1~3', input, { include: 'project.organisation' })
  // @ts-expect-error the action itself chooses the invoices that it returns
  await saas.invoices.remind({ before: '2030-01-31' }, { filter: { state: 'sent' } })
  // @ts-expect-error a type without actions has no such calls
  await saas.lines.send('1~3~1', input)
}
