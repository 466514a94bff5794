// Handwritten code for the writes of the benchmark: one create with all nested and included records, or one update, in
// one $transaction, and a document for it.
import {
  answer,
  authorObject,
  BASE,
  commentWithAuthor,
  DESCRIPTION,
  isFirst,
  postObject,
  tagObject,
} from './objects.js'

/** @typedef {import('../../examples/blog/dist/prisma/client.js').PrismaClient} PrismaClient */

/**
 * Creates a post with its comments, and returns the same response as our API.
 *
 * @param {PrismaClient} prisma
 * @param {Request} request
 * @param {import('./stores.js').Place} [checkedOn] with a store, it also performs the checks that our rules require: it
 * bounds the statements (23.10), looks for the authors before it writes (11.4), and reads them again after the commit
 * (11.9)
 */
export async function postByHand(prisma, request, checkedOn) {
  const { data, included = [] } = await request.json()
  const children = new Map(included.map((child) => [child['temp-id'], child]))
  const linked = data.relationships.comments?.data ?? []
  const tags = (data.relationships.tags?.data ?? []).map(({ id }) => ({ id: Number(id) }))
  const create = linked.map((one) => {
    const child = children.get(one['temp-id'])
    return { ...child.attributes, authorId: Number(child.relationships.author.data.id) }
  })
  const authorId = Number(data.relationships.author.data.id)
  const ids = [...new Set([authorId, ...create.map((comment) => comment.authorId)])]
  const post = await prisma.$transaction(async (transaction) => {
    if (checkedOn) {
      if (checkedOn.provider === 'postgresql') await transaction.$queryRawUnsafe(BOUNDS)
      const found = await transaction.author.findMany({ where: { id: { in: ids } } })
      if (found.length < ids.length) throw new Error('An author is missing.')
    }
    return transaction.post.create({
      data: {
        ...data.attributes,
        authorId,
        ...(create.length > 0 && { comments: { create } }),
        ...(tags.length > 0 && { tags: { connect: tags } }),
      },
      include: {
        ...(!checkedOn && { author: true }),
        ...(create.length > 0 && {
          comments: { ...(!checkedOn && { include: { author: true } }), orderBy: { id: 'asc' } },
        }),
        ...(tags.length > 0 && { tags: { orderBy: { id: 'asc' } } }),
      },
    })
  })
  return createdPost(checkedOn ? await withAuthors(prisma, post, ids) : post, linked)
}

/** Bounds the statements of a transaction on PostgreSQL. */
export const BOUNDS = `SELECT set_config('statement_timeout', '21000', true), set_config('lock_timeout', '3000', true)`

/** @param {PrismaClient} prisma @param {any} post @param {readonly number[]} ids */
async function withAuthors(prisma, post, ids) {
  const authors = await prisma.author.findMany({ where: { id: { in: [...ids] } } })
  const byId = new Map(authors.map((author) => [author.id, author]))
  const withAuthor = (/** @type {any} */ record) => ({ ...record, author: byId.get(record.authorId) })
  return { ...withAuthor(post), comments: post.comments.map(withAuthor) }
}

/** The response to the creation of a post. @param {any} post @param {{ 'temp-id': string }[]} linked */
export function createdPost(post, linked) {
  const self = `${BASE}/posts/${post.id}`
  const text = answer({
    links: { self, describedby: DESCRIPTION },
    data: postObject(post),
    included: includedOf(post, linked),
  })
  const headers = { 'content-type': 'application/vnd.api+json', location: self, vary: 'Accept' }
  return new Response(text, { status: 201, headers })
}

/** @param {any} post @param {{ 'temp-id': string }[]} linked */
function includedOf({ author, comments = [], tags = [] }, linked) {
  const seen = new Set()
  const objects = isFirst(author, seen) ? [authorObject(author)] : []
  for (const [index, comment] of comments.entries()) {
    objects.push(commentWithAuthor(comment, { 'temp-id': linked[index]['temp-id'] }))
    if (isFirst(comment.author, seen)) objects.push(authorObject(comment.author))
  }
  for (const tag of tags) objects.push(tagObject(tag))
  return objects
}

/**
 * Changes attributes of a post.
 *
 * @param {PrismaClient} prisma
 * @param {Request} request
 */
export async function patchByHand(prisma, request) {
  const { data } = await request.json()
  const post = await prisma.post.update({ where: { id: Number(data.id) }, data: data.attributes })
  const text = answer({
    links: { self: `${BASE}/posts/${post.id}`, describedby: DESCRIPTION },
    data: postObject(post),
  })
  const headers = { 'content-type': 'application/vnd.api+json', vary: 'Accept' }
  return new Response(text, { status: 200, headers })
}

/**
 * Deletes a tag.
 *
 * @param {PrismaClient} prisma
 * @param {Request} request
 */
export async function deleteByHand(prisma, request) {
  const id = Number(new URL(request.url).pathname.split('/').at(-1))
  await prisma.tag.delete({ where: { id }, select: { id: true } })
  return new Response(null, { status: 204 })
}

/**
 * Replaces the tags of a post.
 *
 * @param {PrismaClient} prisma
 * @param {Request} request
 */
export async function tagsByHand(prisma, request) {
  const { data } = await request.json()
  const set = data.map(({ id }) => ({ id: Number(id) }))
  await prisma.$transaction((transaction) =>
    transaction.post.update({ where: { id: 1 }, data: { tags: { set } }, select: { id: true } }),
  )
  return new Response(null, { status: 204 })
}
