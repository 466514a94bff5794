// Calls that the server always rejects must not compile, and the type of a write's response follows its input
// at any depth. Checked by `npm run typecheck`.
import type { AnyPath, Client, CreateInput, Equality, Filter, ToMany, ToOne } from '@jsonapi-gen/client'
import type { Types } from '../../examples/blog/src/web/schema.gen.js'
import type { Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'

declare const api: Client<Types>
declare const extended: Client<Types, 'operations'>
declare const saas: Client<SaasTypes>
declare const flag: boolean
declare const ids: readonly { readonly id: string }[]

interface Sheets {
  attributes: { name: string }
  extraFields: Record<never, never>
  relationships: { rows: ToMany<'rows'>; owner: ToOne<'owners' | null>; marks: ToMany<'owners'> }
  filters: { name: Filter<string, Equality> }
  required: never
  sorts: 'id' | 'name' | 'owner.name'
  stats: { total: 'count' }
  includes: { index: AnyPath; show: AnyPath; create: AnyPath; update: AnyPath }
  create: { name: string; rows?: ToMany<'rows', 'sheet', true>; owner?: ToOne<'owners' | null> }
  update: { name?: string; rows?: ToMany<'rows', 'sheet', true>; marks?: ToMany<'owners'> }
  actions: 'index' | 'show' | 'create' | 'update'
  pages: 'cursor'
}
interface Rows extends Omit<Sheets, 'relationships' | 'filters' | 'required' | 'create' | 'update'> {
  relationships: { sheet: ToOne<'sheets'> }
  filters: { tenant: Filter<string, Equality> }
  required: 'tenant'
  create: { name: string; sheet: ToOne<'sheets'> }
  update: { name?: string }
}
interface Owners extends Omit<Sheets, 'relationships' | 'create' | 'update' | 'sorts' | 'pages'> {
  relationships: Record<never, never>
  sorts: 'id' | 'name' | 'sheet.name'
  create: { name: string }
  update: { name?: string }
}
interface Office {
  sheets: Sheets
  rows: Rows
  owners: Owners
}
declare const office: Client<Office>

/** A relationship that no update may write has no methods for writing it. */
export async function closed(): Promise<void> {
  await office.sheets.updateRelationship('1', 'marks', [])
  await office.sheets.addToRelationship('1', 'marks', [{ id: '1' }])
  await office.sheets.removeFromRelationship('1', 'marks', [{ id: '1' }])
  // @ts-expect-error only a create may set the owner
  await office.sheets.updateRelationship('1', 'owner', { id: '1' })
  // @ts-expect-error a row cannot be moved
  await office.rows.updateRelationship('1', 'sheet', { id: '1' })
  // @ts-expect-error only the server sets this relationship
  await office.owners.addToRelationship('1', 'rows', [{ id: '1' }])
}

/** A link is an id, or a record that was read before. */
export async function linked(): Promise<void> {
  const { data } = await api.tags.list()
  await api.posts.updateRelationship('1', 'tags', data)
  await api.posts.updateRelationship('1', 'tags', [{ id: '1' }, { id: '2', type: 'tags' }])
  // @ts-expect-error attributes of a linked record would be dropped
  await api.posts.updateRelationship('1', 'tags', [{ id: '1', name: 'x' }])
  // @ts-expect-error also in a to-one relationship
  await api.posts.updateRelationship('1', 'author', { id: '1', name: 'x' })
  // @ts-expect-error also in added records
  await api.posts.addToRelationship('1', 'tags', [{ id: '1', name: 'x' }])
}

/** Records that cannot be unlinked cannot be replaced by an empty list. */
export async function held(): Promise<void> {
  // @ts-expect-error a line cannot be moved after its creation
  await saas.invoices.addToRelationship('1~1', 'lines', [{ id: '1~1~1' }])
  // @ts-expect-error also when the relationship is replaced
  await saas.invoices.updateRelationship('1~1', 'lines', [{ id: '1~1~1' }])
  // @ts-expect-error a row always needs a sheet
  await office.sheets.updateRelationship('1', 'rows', [])
  await office.sheets.updateRelationship('1', 'rows', [{ id: '1' }])
  await office.sheets.updateRelationship('1', 'rows', ids)
  // @ts-expect-error a comment always needs a post
  await api.posts.updateRelationship('1', 'comments', [])
  await api.posts.updateRelationship('1', 'tags', [])
}

/** Parameters for included records require that the query includes these records. */
export async function included(paths: readonly ('comments' | 'author')[]): Promise<void> {
  await api.posts.list({ include: 'comments', sort: 'comments.-createdAt' })
  // @ts-expect-error the comments are not included
  await api.posts.list({ sort: 'comments.createdAt' })
  // @ts-expect-error only other records are included
  await api.posts.list({ include: 'tags', sort: 'comments.createdAt' })
  // @ts-expect-error the list might not contain them
  await api.posts.list({ include: paths, sort: 'comments.createdAt' })
  // @ts-expect-error included records cannot be sorted through their own relationships
  await api.authors.list({ include: 'posts', sort: 'posts.author.name' })
  await api.posts.list({ sort: '-author.name' })
  await api.posts.list({ include: 'comments', filter: { comments: { approved: false } } })
  // @ts-expect-error there are no included records to filter
  await api.posts.list({ filter: { comments: { approved: false } } })
  // @ts-expect-error also for a single record
  await api.authors.find('1', { include: 'profile', filter: { posts: { status: 'draft' } } })
  await api.posts.list({ include: ['comments'], page: { comments: { size: 1 } } })
  // @ts-expect-error there are no included records to paginate
  await api.posts.list({ page: { comments: { size: 1 } } })
}

/** Cursor pages cannot be sorted through a relationship. */
export async function cursors(): Promise<void> {
  await office.sheets.list({ sort: '-name', page: { after: null } })
  await office.sheets.list({ sort: ['name', 'owner.name'], page: { number: 1, size: 5 } })
  // @ts-expect-error the pages use cursors
  await office.sheets.list({ sort: 'owner.name' })
  // @ts-expect-error a page size does not select a numbered page
  await office.sheets.list({ sort: ['name', '-owner.name'], page: { size: 5 } })
  await office.owners.list({ sort: 'sheet.name' })
  office.owners.each({ sort: 'sheet.name', page: { number: 1 } })
  // @ts-expect-error `each` uses cursors
  office.owners.each({ sort: 'sheet.name' })
  // @ts-expect-error also in a related list
  await office.owners.related('1', 'sheets', { sort: 'owner.name' })
  // @ts-expect-error a page has either a number or a cursor
  await api.posts.list({ page: { size: 5, number: 1, after: 'x' } })
  // @ts-expect-error also with the cursor `before`
  await api.posts.list({ page: { number: 1, before: 'x' } })
  // @ts-expect-error with null, the first page uses cursors
  await office.sheets.list({ page: { number: 1, after: null } })
  // @ts-expect-error also in `each`
  api.posts.each({ page: { number: 1, after: null } })
  // @ts-expect-error also together with pages of included records
  await api.posts.list({ include: 'comments', page: { number: 1, after: 'x', comments: { size: 1 } } })
  const both = { number: 1, after: 'x' }
  // @ts-expect-error also in a variable
  await api.posts.related('1', 'comments', { page: both })
  await api.posts.list({ page: { size: 5, after: 'x', before: 'y' } })
  await api.posts.list({ include: 'comments', page: { after: null, comments: { number: 2, size: 1 } } })
  const { page } = await office.sheets.list()
  await office.sheets.list({ sort: 'name', ...(page.next && { page: page.next }) })
}

/** A write may include records that require a filter, if it passes the filter. */
export async function writtenIncludes(): Promise<void> {
  const filter = { rows: { tenant: 'a' } }
  const { data } = await office.sheets.create({ name: 'x' }, { include: 'rows', filter })
  data.rows.length.toFixed()
  await office.sheets.update('1', { name: 'x' }, { include: 'rows', filter })
  // @ts-expect-error the rows require a filter
  await office.sheets.create({ name: 'x' }, { include: 'rows' })
  // @ts-expect-error also in an update
  await office.sheets.update('1', { name: 'x' }, { include: 'rows' })
  // Written records are read by their ids, without the filter.
  const { data: sheet } = await office.sheets.create({ name: 'x', rows: [{ create: { name: 'y' } }] })
  sheet.rows[0]?.name.trim()
}

/** The response to a write contains the relationships in the input, including those of nested records. */
export async function deep(): Promise<void> {
  const { data } = await api.authors.create({
    name: 'x',
    email: 'x',
    posts: [
      {
        create: {
          title: 'x',
          body: 'x',
          comments: [{ create: { body: 'x', author: { create: { name: 'y', email: 'y' } } } }],
        },
      },
    ],
  })
  data.posts[0]?.comments[0]?.author?.name.trim()
  // @ts-expect-error the input does not contain tags of the post
  void data.posts[0]?.tags
  // @ts-expect-error nor replies to the comment
  void data.posts[0]?.comments[0]?.replies

  const { data: mixed } = await api.tags.create({
    name: 'x',
    posts: [
      { create: { title: 'x', body: 'x', author: { create: { name: 'x', email: 'x' } } } },
      { id: '1' },
    ],
  })
  mixed.posts[0]?.author?.name.trim()
  // @ts-expect-error the response contains no author of the linked post
  mixed.posts[0]?.author.name.trim()

  const { data: all } = await api.tags.create({
    name: 'x',
    posts: ids.map(({ id }) => ({ create: { title: id, body: id, author: { id } } })),
  })
  all.posts[0]?.author.name.trim()
  const { data: some } = await api.tags.update('1', {
    posts: ids.map(({ id }) =>
      flag ? { create: { title: id, body: id, author: { id } } } : { update: { id, title: id } },
    ),
  })
  // @ts-expect-error one of the two inputs contains no author
  some.posts[0]?.author.name.trim()
  some.posts[0]?.author?.name.trim()
  const { data: kept } = await api.posts.update('1', {
    comments: [
      { update: { id: '1', replies: [{ create: { body: 'x', post: { id: '1' } } }] } },
      { destroy: { id: '2' } },
    ],
  })
  kept.comments[0]?.replies.length.toFixed()
  const { data: linked } = await api.attachments.create({
    url: 'x',
    byteSize: 1,
    subject: {
      create: { type: 'posts', title: 'x', body: 'x', author: { create: { name: 'x', email: 'x' } } },
    },
  })
  if (linked.subject?.type === 'posts') linked.subject.author.name.trim()
  const { data: back } = await api.posts.update('1', {
    comments: [{ create: { body: 'x', post: { id: '1' }, author: { id: '1' } } }],
    tags: [{ create: { name: 'x', posts: [{ id: '1' }] } }],
    author: { update: { id: '1', profile: { destroy: { id: '1' } } } },
  })
  back.comments[0]?.author?.name.trim()
  // @ts-expect-error the parent of the created comment is not repeated
  back.comments[0]?.post.title.trim()
  // @ts-expect-error nor is a relationship that may refer back to it
  back.tags[0]?.posts.length.toFixed()
  // @ts-expect-error the profile was destroyed
  void back.author.profile.id

  const input: CreateInput<Types, 'posts'> = { title: 'x', body: 'x', author: { id: '1' } }
  const { data: told } = await api.posts.create(input)
  told.author.name.trim()
  // @ts-expect-error the type of the input does not show what is written to the author
  told.author.posts.length.toFixed()
}

/** Unknown members of an input are found at any depth. */
export async function unknown(): Promise<void> {
  await api.posts.create({
    title: 'x',
    body: 'x',
    author: { id: '1' },
    // @ts-expect-error there is no such attribute
    comments: [{ create: { body: 'x', author: { create: { name: 'x', email: 'x', nick: 'x' } } } }],
  })
  // @ts-expect-error also in an update
  await api.posts.update('1', { comments: [{ update: { id: '1', text: 'x' } }] })
  const subject = { create: { type: 'authors', name: 'x', email: 'x', title: 'x' } } as const
  // @ts-expect-error an author has no title
  await api.attachments.update('1', { subject })
  // @ts-expect-error an update uses the id in its URL
  await api.posts.update('1', { id: '2', title: 'x' })
}

/** Members next to an id or a change would be dropped, so they are rejected at any depth. */
export async function beside(): Promise<void> {
  // @ts-expect-error an id only links
  await api.posts.update('1', { tags: [{ id: '1', name: 'x' }] })
  // @ts-expect-error also if there is no such attribute
  await api.posts.update('1', { author: { id: '1', nick: 'x' } })
  // @ts-expect-error also next to a new record
  await api.posts.update('1', { tags: [{ create: { name: 'x' } }, { id: '1', name: 'x' }] })
  // @ts-expect-error also in a create
  await api.posts.create({ title: 'x', body: 'x', author: { id: '1', name: 'x' } })
  // @ts-expect-error a destroyed record cannot be changed
  await api.posts.update('1', { comments: [{ destroy: { id: '1', body: 'x' } }] })
  // @ts-expect-error nor can an unlinked record
  await api.posts.update('1', { tags: [{ disassociate: { id: '1', name: 'x' } }] })
  // @ts-expect-error nor can a linked record
  await api.posts.update('1', { tags: [{ associate: { id: '1', name: 'x' } }] })
  // @ts-expect-error a record is either linked or created
  await api.posts.update('1', { author: { id: '1', create: { name: 'x', email: 'x' } } })
  // @ts-expect-error or changed
  await api.posts.update('1', { author: { id: '1', update: { id: '1', name: 'x' } } })
  // @ts-expect-error or destroyed
  await api.posts.update('1', { comments: [{ id: '1', destroy: { id: '1' } }] })
  // @ts-expect-error an entry has only one change
  await api.posts.update('1', { comments: [{ update: { id: '1', body: 'x' }, destroy: { id: '1' } }] })
  // @ts-expect-error the attributes must be inside the change
  await api.posts.update('1', { comments: [{ update: { id: '1' }, body: 'x' }] })
  await api.authors.update('1', {
    // @ts-expect-error below an updated record
    posts: [{ update: { id: '1', tags: [{ id: '1', name: 'x' }] } }],
  })
  await api.tags.create({
    name: 'x',
    // @ts-expect-error below a created record
    posts: [{ create: { title: 'x', body: 'x', author: { id: '1', name: 'x' } } }],
  })
  const named = { id: '1', name: 'x' }
  // @ts-expect-error also in a variable
  await api.posts.update('1', { author: named })
  // @ts-expect-error also in a list of any length
  await api.posts.update('1', { tags: ids.map(({ id }) => ({ id, name: 'x' })) })
  // @ts-expect-error also in an unlinked record
  await api.posts.update('1', { tags: [{ disassociate: named }] })
  const input = { tags: [{ id: '1', name: 'x' }] }
  // @ts-expect-error also in the whole input
  await api.posts.update('1', input)
  // A record that was read before can be linked, because it contains its type.
  const { data: read } = await api.posts.find('1', { include: ['author', 'tags'] })
  await api.posts.update('2', { author: read.author, tags: read.tags })
  await api.posts.update('2', { tags: [{ disassociate: read.tags[0] ?? { id: '1' } }] })
  await extended.operations([{ op: 'update', type: 'posts', id: '1', data: { author: read.author } }])
  await api.attachments.update('1', { subject: { type: 'authors', id: '1' } })
  await api.posts.update('1', { tags: [{ type: 'tags', id: '1' }], author: { type: 'authors', id: '1' } })
  await api.posts.update('1', { tags: [{ associate: { type: 'tags', id: '1' } }] })
  // The compiler adds members of type undefined.
  const some = [{ id: '1' }, { create: { name: 'x' } }]
  await api.posts.update('1', { tags: some })
  const changes = [{ update: { id: '1', body: 'x' } }, { destroy: { id: '2' } }]
  await api.posts.update('1', { comments: changes })
  await api.posts.update('1', { tags: ids.map(({ id }) => (flag ? { id } : { create: { name: id } })) })
  await api.posts.update('1', { tags: ids, author: flag ? { id: '1' } : { update: { id: '1', name: 'x' } } })

  const post = { title: 'x', body: 'x', author: { id: '1' } }
  await extended.operations([
    // @ts-expect-error a link in an operation has no attributes
    { op: 'update', type: 'posts', id: '1', data: { author: { id: '1', name: 'x' } } },
  ])
  await extended.operations([
    { op: 'add', type: 'tags', lid: 't', data: { name: 'x' } },
    // @ts-expect-error nor has a link by lid
    { op: 'add', type: 'posts', data: { ...post, tags: [{ lid: 't', name: 'x' }] } },
  ])
  // @ts-expect-error nor has a link in a variable
  await extended.operations([{ op: 'update', type: 'posts', id: '1', data: { author: named } }])
  await extended.operations([
    // @ts-expect-error nor has a link in a relationship operation
    { op: 'add', type: 'posts', id: '1', relationship: 'tags', data: [{ id: '1', name: 'x' }] },
  ])
  await extended.operations([{ op: 'add', type: 'posts', data: { ...post, tags: ids } }])
}

interface Ledgers extends Omit<Sheets, 'relationships' | 'create' | 'update' | 'sorts' | 'pages'> {
  relationships: { entries: ToMany<'entries'>; tags: ToMany<'entries'>; last: ToOne<'entries' | null> }
  sorts: 'id'
  create: { name: string; entries?: ToMany<'entries', 'ledger'> }
  update: {
    entries?: ToMany<'entries', 'ledger'>
    tags?: ToMany<'entries'>
    last?: ToOne<'entries' | null, 'ledger'>
    seals?: ToMany<'seals'>
  }
}
interface Entries extends Omit<Ledgers, 'relationships' | 'create' | 'update'> {
  relationships: { ledger: ToOne<'ledgers'> }
  create: { name: string }
  update: never
  destroy: false
}
interface Seals extends Omit<Entries, 'create'> {
  create: never
}
interface Books {
  ledgers: Ledgers
  entries: Entries
  seals: Seals
}
declare const books: Client<Books>

/** If nobody may perform an action on a record, no relationship can perform it either (14.11). */
export async function closedElsewhere(): Promise<void> {
  await books.ledgers.update('1', { entries: [{ create: { name: 'x' } }], tags: [{ id: '1' }] })
  await books.ledgers.addToRelationship('1', 'tags', [{ id: '1' }])
  // @ts-expect-error linking an entry updates it
  await books.ledgers.update('1', { entries: [{ id: '1' }] })
  // @ts-expect-error so does unlinking it
  await books.ledgers.update('1', { entries: [{ disassociate: { id: '1' } }] })
  // @ts-expect-error or clearing a to-one relationship
  await books.ledgers.update('1', { last: null })
  // @ts-expect-error also at the URL of the relationship
  await books.ledgers.addToRelationship('1', 'entries', [{ id: '1' }])
  // @ts-expect-error nobody may change an entry
  await books.ledgers.update('1', { tags: [{ update: { id: '1' } }] })
  // @ts-expect-error nobody may create a seal
  await books.ledgers.update('1', { seals: [{ create: { name: 'x' } }] })
  // @ts-expect-error nobody may destroy an entry
  await books.ledgers.update('1', { tags: [{ destroy: { id: '1' } }] })
}

interface Programs extends Omit<Sheets, 'relationships' | 'create' | 'update' | 'sorts' | 'pages'> {
  relationships: { registrations: ToMany<'registrations'> }
  sorts: 'id'
  create: { name: string; registrations?: ToMany<'registrations', 'program', true> }
  update: { registrations?: ToMany<'registrations', 'program', true> }
}
interface Registrations extends Omit<Programs, 'relationships' | 'create' | 'update'> {
  relationships: {
    program: ToOne<'programs'>
    partner: ToOne<'programs'>
    seat: ToOne<'seats'>
    desk: ToOne<'programs' | null>
    room: ToOne<'seats' | null>
  }
  create: {
    note: string
  } & (
    | { seat: ToOne<'seats', 'back'>; partner?: ToOne<'programs'>; program?: ToOne<'programs'> }
    | { seat?: ToOne<'seats' | null, 'back'>; partner: ToOne<'programs'>; program: ToOne<'programs'> }
  ) &
    (
      | { desk: ToOne<'programs'>; room?: ToOne<'seats' | null> }
      | { desk?: ToOne<'programs'>; room: ToOne<'seats'> }
    )
  update: { note?: string; seat?: ToOne<'seats'> }
}
interface Seats extends Omit<Programs, 'relationships' | 'create'> {
  relationships: { registrations: ToMany<'registrations'> }
  create:
    | {
        id: string
        program?: ToOne<'programs'>
        registrations?: ToMany<'registrations', 'seat' | 'program' | 'partner', true>
      }
    | {
        id?: string
        program: ToOne<'programs'>
        registrations?: ToMany<'registrations', 'seat' | 'program' | 'partner', true>
      }
}
interface School {
  programs: Programs
  registrations: Registrations
  seats: Seats
}
declare const school: Client<School, 'operations'>

/** If several sets of relationships can fill a key, a create must contain one of these sets (25.1). */
export async function oneOfSome(): Promise<void> {
  const [one, room] = [{ id: '1' }, { id: '1~2' }]
  const { data: created } = await school.registrations.create({ note: 'x', seat: room, room })
  created.seat.id.trim()
  await school.registrations.create({ note: 'x', partner: one, program: one, desk: one })
  await school.registrations.create({
    note: 'x',
    partner: one,
    program: one,
    seat: room,
    desk: one,
    room: null,
  })
  await school.registrations.create({ note: 'x', seat: null, partner: one, program: one, desk: one })
  // @ts-expect-error the program alone does not fill the key of a seat
  await school.registrations.create({ note: 'x', program: one, desk: one })
  // @ts-expect-error either a desk or a room is required
  await school.registrations.create({ note: 'x', seat: room })
  // @ts-expect-error the room cannot be null
  await school.registrations.create({ note: 'x', seat: room, room: null })
  // @ts-expect-error the seat cannot be null
  await school.registrations.create({ note: 'x', seat: null, room })
  // @ts-expect-error the note is always required
  await school.registrations.create({ seat: room, room })
  // @ts-expect-error there is no such relationship
  await school.registrations.create({ note: 'x', seat: room, room, chair: room })
  const input: CreateInput<School, 'registrations'> = { note: 'x', seat: room, room }
  await school.registrations.create(input)
  // @ts-expect-error the type of the whole input requires the sets too
  const incomplete: CreateInput<School, 'registrations'> = { note: 'x', program: one, room }
  void incomplete

  await school.programs.create({
    name: 'x',
    registrations: [
      { create: { note: 'x', partner: one, desk: one } },
      { create: { note: 'x', seat: room, room } },
    ],
  })
  await school.programs.create({
    name: 'x',
    // @ts-expect-error the parent fills only the program
    registrations: [{ create: { note: 'x', desk: one } }],
  })
  await school.seats.create({ id: 'x', registrations: [{ create: { note: 'x', desk: one } }] })
  await school.seats.create({ program: one })
  // @ts-expect-error either an id or a program is required
  await school.seats.create({})
  await school.registrations.create({ note: 'x', seat: { create: { id: 'x' } }, room })
  // @ts-expect-error the created seat has neither
  await school.registrations.create({ note: 'x', seat: { create: {} }, room })

  await school.operations([
    { op: 'add', type: 'registrations', data: { note: 'x', partner: one, program: one, desk: one } },
  ])
  const data = { note: 'x', program: one, desk: one }
  // @ts-expect-error the partner is missing
  await school.operations([{ op: 'add', type: 'registrations', data }])
}
