// Handwritten code on Kysely for the requests of the benchmark: one statement for the posts, and one for each include.
import { sql } from 'kysely'
import { answer, authorObject, commentObject, isFirst, postObject } from './objects.js'
import { pageLinks } from './hand-written.js'
import { BOUNDS, createdPost } from './hand-written-writes.js'

/** @typedef {import('../../examples/blog/dist/kysely/api/generated/store.gen.js').Database} Database */

/**
 * The response text for a list of posts, with the same bytes as the handler on Prisma.
 *
 * @param {import('kysely').Kysely<Database>} db
 * @param {URL} url
 * @returns {Promise<string>}
 */
export async function handWrittenOnKysely(db, url) {
  const size = Number(url.searchParams.get('page[size]'))
  const isCounted = url.searchParams.get('stats[total]') === 'count'
  const published = db.selectFrom('Post').where('status', '=', 'published')
  const [rows, counted] = await Promise.all([
    published
      .selectAll()
      .orderBy('views', 'desc')
      .orderBy('id')
      .limit(size + 1)
      .execute(),
    isCounted ? published.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow() : undefined,
  ])
  const page = rows.slice(0, size)
  const [authors, comments] = await Promise.all([
    db
      .selectFrom('Author')
      .selectAll()
      .where('id', 'in', [...new Set(page.map((post) => post.authorId))])
      .execute(),
    db
      .selectFrom('Comment')
      .selectAll()
      .where(
        'postId',
        'in',
        page.map((post) => post.id),
      )
      .where('approved', '=', /** @type {never} */ (typeof page[0]?.id === 'bigint' ? 1n : true))
      .orderBy('id')
      .execute(),
  ])
  const authorsById = new Map(authors.map((author) => [Number(author.id), authorOf(author)]))
  const commentsByPost = grouped(comments)
  const posts = page.map((row) => ({
    ...postOf(row),
    author: authorsById.get(Number(row.authorId)),
    comments: (commentsByPost.get(Number(row.id)) ?? []).map((comment) => commentOf(comment)),
  }))
  const included = []
  const seen = new Set()
  for (const post of posts) {
    if (post.author && isFirst(post.author, seen)) included.push(authorObject(post.author))
    for (const comment of post.comments) included.push(commentObject(comment))
  }
  const total = counted === undefined ? undefined : Number(counted.count)
  return answer({
    links: pageLinks(url, rows.length > size, total === undefined ? undefined : Math.ceil(total / size)),
    data: posts.map((post) => postObject(post)),
    included,
    ...(total !== undefined && { meta: { stats: { total: { count: total } } } }),
  })
}

/**
 * Creates a post with its comments, and returns the same response as our API.
 *
 * @param {import('kysely').Kysely<Database>} db
 * @param {Request} request
 * @param {import('./stores.js').Place} [checkedOn] with a store, it also performs the checks that our rules require,
 * like the handler on Prisma
 */
export async function postByHandOnKysely(db, request, checkedOn) {
  const { data, included = [] } = await request.json()
  const children = new Map(included.map((child) => [child['temp-id'], child]))
  const linked = data.relationships.comments?.data ?? []
  const tags = (data.relationships.tags?.data ?? []).map(({ id }) => Number(id))
  const authorId = Number(data.relationships.author.data.id)
  const ids = [...new Set([authorId, ...included.map((child) => Number(child.relationships.author.data.id))])]
  /** @param {typeof db} from */
  const authorsFrom = (from) => from.selectFrom('Author').selectAll().where('id', 'in', ids).execute()
  const { row, rows, authors, linkedTags } = await db.transaction().execute(async (transaction) => {
    if (checkedOn) {
      if (checkedOn.provider === 'postgresql') await sql.raw(BOUNDS).execute(transaction)
      if ((await authorsFrom(transaction)).length < ids.length) throw new Error('An author is missing.')
    }
    const row = await transaction
      .insertInto('Post')
      .values({ ...data.attributes, authorId })
      .returningAll()
      .executeTakeFirstOrThrow()
    const rows = await transaction
      .insertInto('Comment')
      .values(
        linked.map((one) => {
          const child = children.get(one['temp-id'])
          const authorId = Number(child.relationships.author.data.id)
          return { ...child.attributes, postId: row.id, authorId }
        }),
      )
      .returningAll()
      .execute()
    if (tags.length > 0) {
      const joins = tags.map((id) => ({ A: row.id, B: id }))
      await transaction.insertInto('_PostToTag').values(joins).execute()
    }
    const linkedTags =
      tags.length === 0
        ? undefined
        : await transaction.selectFrom('Tag').selectAll().where('id', 'in', tags).orderBy('id').execute()
    return { row, rows, authors: checkedOn ? undefined : await authorsFrom(transaction), linkedTags }
  })
  const byId = new Map(
    (authors ?? (await authorsFrom(db))).map((author) => [Number(author.id), authorOf(author)]),
  )
  const post = {
    ...postOf(row),
    author: byId.get(Number(row.authorId)),
    comments: rows.map((comment) => ({ ...commentOf(comment), author: byId.get(Number(comment.authorId)) })),
    ...(linkedTags && { tags: linkedTags.map((tag) => ({ ...tag, id: Number(tag.id) })) }),
  }
  return createdPost(post, linked)
}

/** @param {readonly import('kysely').Selectable<Database['Comment']>[]} comments */
function grouped(comments) {
  /** @type {Map<number, import('kysely').Selectable<Database['Comment']>[]>} */
  const groups = new Map()
  for (const comment of comments) {
    const id = Number(comment.postId)
    const group = groups.get(id)
    if (group) group.push(comment)
    else groups.set(id, [comment])
  }
  return groups
}

/** @param {import('kysely').Selectable<Database['Post']>} row */
const postOf = (row) => ({
  ...row,
  id: Number(row.id),
  authorId: Number(row.authorId),
  views: Number(row.views),
  rating: row.rating === null ? null : { toFixed: () => String(Number(row.rating)) },
  publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt),
  createdAt: new Date(row.createdAt),
})

/** @param {import('kysely').Selectable<Database['Author']>} row */
const authorOf = (row) => ({ ...row, id: Number(row.id), createdAt: new Date(row.createdAt) })

/** @param {import('kysely').Selectable<Database['Comment']>} row */
const commentOf = (row) => ({
  ...row,
  id: Number(row.id),
  postId: Number(row.postId),
  authorId: row.authorId === null ? null : Number(row.authorId),
  parentId: row.parentId === null ? null : Number(row.parentId),
  approved: Boolean(Number(row.approved)),
  createdAt: new Date(row.createdAt),
})
