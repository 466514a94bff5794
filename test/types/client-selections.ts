// Required filters, and the result types of the typed client if argument types are less precise than literals.
// Checked by `npm run typecheck`.
import type {
  AnyPath,
  Client,
  CreateInput,
  Equality,
  FieldsOf,
  Filter,
  ToMany,
  ToOne,
  UpdateInput,
} from '@jsonapi-gen/client'
import type { Types } from '../../examples/blog/src/web/schema.gen.js'

declare const api: Client<Types>
declare const flag: boolean

/** Relationships that may or may not be null, and the relationships that a create requires. */
export async function nullability(): Promise<void> {
  const { data } = await api.comments.list({ include: ['post', 'author'] })
  data[0]?.post.title.trim()
  // @ts-expect-error a comment may have no author
  data[0]?.author.name.trim()
  const { data: author } = await api.posts.related('1', 'author')
  author.name.trim()
  const { data: profile } = await api.authors.related('1', 'profile')
  // @ts-expect-error an author may have no profile
  profile.website?.trim()
  const { data: linkage } = await api.posts.relationship('1', 'author')
  linkage.id.trim()

  // A filter on included records may exclude all of them.
  const filtered = await api.posts.list({
    include: 'author',
    filter: { author: { name: 'x' }, status: 'draft' },
  })
  // @ts-expect-error an author with a different name is missing
  filtered.data[0]?.author.name.trim()
  filtered.data[0]?.author?.name.trim()
  const unfiltered = await api.posts.list({ include: 'author', filter: { status: 'draft' } })
  unfiltered.data[0]?.author.name.trim()
  const found = await api.posts.find('1', { include: 'author', filter: { author: { name: 'x' } } })
  // @ts-expect-error also for a single record
  found.data.author.name.trim()

  // @ts-expect-error a post needs an author
  await api.posts.create({ title: 'x', body: 'x' })
  // @ts-expect-error the author cannot be null
  await api.posts.create({ title: 'x', body: 'x', author: null })
  // @ts-expect-error the author cannot be cleared
  await api.posts.update('1', { author: null })
  // @ts-expect-error nor unlinked
  await api.posts.update('1', { author: { disassociate: { id: '1' } } })
  // @ts-expect-error nor cleared at the URL of the relationship
  await api.posts.updateRelationship('1', 'author', null)
  await api.comments.update('1', { parent: null, author: { disassociate: { id: '1' } } })
  await api.comments.updateRelationship('1', 'parent', null)
  // A nested child has the relationship to its parent, and needs its other relationships.
  await api.authors.create({
    name: 'x',
    email: 'x',
    posts: [{ create: { title: 'x', body: 'x', comments: [{ create: { body: 'x' } }] } }],
    profile: { create: { website: 'x' } },
  })
  await api.tags.create({
    name: 'x',
    // @ts-expect-error a post in a tag still needs an author
    posts: [{ create: { title: 'x', body: 'x' } }],
  })
  await api.tags.create({ name: 'x', posts: [{ create: { title: 'x', body: 'x', author: { id: '1' } } }] })
}

/** A list that is created at run time guarantees no fields. */
export async function widened(names: readonly ('title' | 'body')[], all: FieldsOf<Types>): Promise<void> {
  const { data } = await api.posts.list({ fields: { posts: names } })
  data[0]?.title?.trim()
  // @ts-expect-error the list might not contain it
  data[0]?.title.trim()
  // @ts-expect-error the list cannot contain it
  void data[0]?.views
  const one = await api.posts.list({ fields: { posts: flag ? ['title'] : ['title', 'body'] } })
  // @ts-expect-error one of the lists does not contain it
  one.data[0]?.body.trim()
  one.data[0]?.body?.trim()
  const either = await api.posts.list({ fields: { posts: [flag ? 'title' : 'body'] } })
  // @ts-expect-error only one of the two is requested
  either.data[0]?.body.trim()
  const some = await api.posts.find('1', { fields: flag ? { posts: ['title'] } : {} })
  // @ts-expect-error one of the two requests only the title
  some.data.body.trim()
  const any = await api.posts.find('1', { fields: all })
  // @ts-expect-error the requested fields are unknown
  any.data.body.trim()
  const sure = await api.posts.list({ fields: { posts: ['title'], authors: names as readonly [] } })
  sure.data[0]?.title.trim()
  const extra = await api.posts.find('1', { extraFields: flag ? { posts: ['readingTime'] } : {} })
  // @ts-expect-error it might not be requested
  extra.data.readingTime.toFixed()
  extra.data.readingTime?.toFixed()
}

/** The same applies to include paths that are chosen at run time. */
export async function choices(paths: readonly ('author' | 'comments')[]): Promise<void> {
  const chosen = await api.posts.list({ include: flag ? ['author'] : ['comments'] })
  // @ts-expect-error only one of the two is present
  chosen.data[0]?.comments.length.toFixed()
  chosen.data[0]?.comments?.length.toFixed()
  const one = await api.posts.list({ include: flag ? 'author' : 'comments' })
  // @ts-expect-error only one of the two is present
  one.data[0]?.author.name.trim()
  const maybe = await api.posts.list({ include: flag ? ['author'] : [] })
  // @ts-expect-error it may be missing
  maybe.data[0]?.author.name.trim()
  maybe.data[0]?.author?.name.trim()
  const listed = await api.posts.list({ include: paths })
  // @ts-expect-error the list may be empty
  listed.data[0]?.author.name.trim()
  listed.data[0]?.author?.name.trim()
  const deep = await api.posts.find('1', { include: ['comments', flag ? 'comments.author' : 'tags'] })
  deep.data.comments.length.toFixed()
  // @ts-expect-error the tags might not be requested
  deep.data.tags.length.toFixed()
  const authors = deep.data.comments.map(({ author }) => author)
  // @ts-expect-error nor might the authors
  const sure: readonly ({ readonly name: string } | null)[] = authors
  void sure
}

/** The type of an annotated input shows what the input may contain, not what it does contain. */
export async function annotated(): Promise<void> {
  const input: CreateInput<Types, 'posts'> = { title: 'x', body: 'x', author: { id: '1' } }
  const { data } = await api.posts.create(input)
  data.title.trim()
  data.comments?.length.toFixed()
  // @ts-expect-error the input might not contain them
  data.comments.length.toFixed()
  const change: UpdateInput<Types, 'posts'> = { tags: [] }
  const updated = await api.posts.update('1', change)
  // @ts-expect-error also in an update
  updated.data.tags.length.toFixed()
}

interface Rows {
  attributes: { name: string }
  extraFields: Record<never, never>
  relationships: { cells: ToMany<'cells'>; cell: ToOne<'cells'> }
  filters: { name: Filter<string, Equality> }
  required: never
  sorts: 'id'
  stats: Record<never, never>
  includes: { index: AnyPath; show: AnyPath; create: AnyPath; update: AnyPath }
  create: { name: string }
  update: { name?: string }
  actions: 'index' | 'show'
}
interface Cells extends Omit<Rows, 'relationships' | 'filters' | 'required'> {
  relationships: { row: ToOne<'rows'> }
  filters: { tenant: Filter<string, Equality>; year: Filter<number, Equality> }
  required: 'tenant'
}
interface Demanding {
  rows: Rows
  cells: Cells
}
declare const demanding: Client<Demanding>

/** Every request that lists records must pass their required filters. */
export async function required(): Promise<void> {
  await demanding.cells.list({ filter: { tenant: 'a' } })
  // @ts-expect-error the list requires the filter
  await demanding.cells.list()
  // @ts-expect-error a different filter is not sufficient
  await demanding.cells.list({ filter: { year: 1 } })
  await demanding.cells.find('1')
  await demanding.rows.related('1', 'cells', { filter: { tenant: 'a' } })
  // @ts-expect-error a related list requires the filter
  await demanding.rows.related('1', 'cells')
  // @ts-expect-error so does linkage
  await demanding.rows.relationship('1', 'cells')
  await demanding.rows.relationship('1', 'cells', { filter: { tenant: 'a' } })
  await demanding.rows.related('1', 'cell')
  await demanding.rows.list({ include: 'cells', filter: { cells: { tenant: 'a' }, name: 'x' } })
  // @ts-expect-error an include requires the filter
  await demanding.rows.list({ include: 'cells' })
  // @ts-expect-error also for a single record
  await demanding.rows.find('1', { include: ['cell'] })
  await demanding.rows.find('1', { include: ['cell'], filter: { cell: { tenant: 'a' } } })
  await demanding.rows.find('1', {
    include: 'cells.row.cell',
    filter: { cells: { tenant: 'a' }, 'cells.row.cell': { tenant: 'a', year: 1 } },
  })
  // @ts-expect-error the filter is required for the whole path
  await demanding.rows.find('1', { include: 'cells.row.cell', filter: { cells: { tenant: 'a' } } })
}
