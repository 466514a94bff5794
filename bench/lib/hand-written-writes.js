// What somebody would write by hand for the writes of the benchmark: one create with what is nested and included, or one update,
// in one $transaction, and a document built for it.
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
 * Creates a post with its comments, and answers as our API does.
 *
 * @param {PrismaClient} prisma
 * @param {Request} request
 */
export async function postByHand(prisma, request) {
  const { data, included = [] } = await request.json()
  const children = new Map(included.map((child) => [child['temp-id'], child]))
  const linked = data.relationships.comments?.data ?? []
  const tags = (data.relationships.tags?.data ?? []).map(({ id }) => ({ id: Number(id) }))
  const create = linked.map((one) => {
    const child = children.get(one['temp-id'])
    return { ...child.attributes, authorId: Number(child.relationships.author.data.id) }
  })
  const post = await prisma.$transaction((transaction) =>
    transaction.post.create({
      data: {
        ...data.attributes,
        authorId: Number(data.relationships.author.data.id),
        ...(create.length > 0 && { comments: { create } }),
        ...(tags.length > 0 && { tags: { connect: tags } }),
      },
      include: {
        author: true,
        ...(create.length > 0 && { comments: { include: { author: true }, orderBy: { id: 'asc' } } }),
        ...(tags.length > 0 && { tags: { orderBy: { id: 'asc' } } }),
      },
    }),
  )
  return createdPost(post, linked)
}

/** The answer to a created post. @param {any} post @param {{ 'temp-id': string }[]} linked */
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
