// Writes against the same rows written by hand in one $transaction: a post alone, a post with ten comments in one request, and
// a hundred tags of a post that are replaced by others. Both parse the body, and answer with the document of what is written;
// ours has the linked authors besides.
import { api } from '../examples/blog/dist/api/routes/index.js'
import { onStore } from './lib/on-store.js'
import { pair, report } from './lib/pairs.js'
import { openStore, seedStores } from './lib/stores.js'

const CHILDREN = 10
const LINKS = 100
const TYPE = 'application/vnd.api+json'

/** @typedef {import('../examples/blog/dist/prisma/client.js').PrismaClient} PrismaClient */

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(100)) {
  const prisma = await openStore(place)
  onStore(prisma)
  rows.push([`${name}, a post`, await timedPost(prisma, 0)])
  rows.push([`${name}, a post with ${CHILDREN} comments`, await timedPost(prisma, CHILDREN)])
  rows.push([`${name}, ${LINKS} tags replaced`, await timedTags(prisma)])
  await prisma.$disconnect()
  await close()
}
report('Writes, in process', rows)

/** @param {PrismaClient} prisma @param {number} children */
async function timedPost(prisma, children) {
  const body = bodyOf(children)
  const ours = { name: 'ours', run: () => written(api.fetch(asked('POST', '/posts', body))) }
  const floor = { name: 'by hand', run: () => written(postByHand(prisma, asked('POST', '/posts', body))) }
  const [one, other] = [await ours.run(), await floor.run()]
  if (commentsOf(one) !== commentsOf(other)) throw new Error('The answers differ.')
  return pair(ours, floor, { runs: 5, warmUp: 2000 })
}

/** @param {PrismaClient} prisma */
async function timedTags(prisma) {
  await prisma.tag.createMany({
    data: Array.from({ length: 2 * LINKS }, (_, at) => ({ name: `bench ${at}` })),
  })
  const tags = await prisma.tag.findMany({ where: { name: { startsWith: 'bench ' } }, select: { id: true } })
  const sets = [tags.slice(0, LINKS), tags.slice(LINKS)].map((set) =>
    JSON.stringify({ data: set.map(({ id }) => ({ type: 'tags', id: String(id) })) }),
  )
  const path = '/posts/1/relationships/tags'
  // Both take the two sets in turn, so that all links are replaced by each run.
  let turn = 0
  /** @param {(body: string) => Promise<Response>} replace */
  const replacing = (replace) => async () => {
    const { status } = await replace(sets[turn++ % 2] ?? '')
    if (status !== 204) throw new Error(`The tags are not replaced: ${status}`)
  }
  const ours = replacing((body) => api.fetch(asked('PATCH', path, body)))
  const floor = replacing((body) => tagsByHand(prisma, asked('PATCH', path, body)))
  return pair({ name: 'ours', run: ours }, { name: 'by hand', run: floor }, { runs: 4, warmUp: 2000 })
}

/** @param {string} method @param {string} path @param {string} body */
function asked(method, path, body) {
  const init = { method, headers: { 'content-type': TYPE, accept: TYPE }, body }
  return new Request(`http://blog.test${path}`, init)
}

/** @param {number} children */
function bodyOf(children) {
  const numbers = Array.from({ length: children }, (_, index) => `c${index}`)
  const comments = numbers.map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' }))
  const relationships = {
    author: { data: { type: 'authors', id: '1' } },
    ...(children > 0 && { comments: { data: comments } }),
  }
  return JSON.stringify({
    data: { type: 'posts', attributes: { title: 'Hello', body: 'World' }, relationships },
    included: numbers.map((id) => ({
      type: 'comments',
      'temp-id': id,
      attributes: { body: `Comment ${id}` },
      relationships: { author: { data: { type: 'authors', id: '2' } } },
    })),
  })
}

/** @param {{ included?: { type: string }[] }} document */
function commentsOf({ included = [] }) {
  return included.filter(({ type }) => type === 'comments').length
}

/** @param {Promise<Response>} answer */
async function written(answer) {
  const response = await answer
  const document = await response.json()
  if (response.status !== 201) throw new Error(JSON.stringify(document))
  return document
}

/** @param {PrismaClient} prisma @param {Request} request */
async function tagsByHand(prisma, request) {
  const { data } = await request.json()
  const set = data.map(({ id }) => ({ id: Number(id) }))
  await prisma.$transaction((transaction) =>
    transaction.post.update({ where: { id: 1 }, data: { tags: { set } }, select: { id: true } }),
  )
  return new Response(null, { status: 204 })
}

/** @param {PrismaClient} prisma @param {Request} request */
async function postByHand(prisma, request) {
  const { data, included } = await request.json()
  const children = new Map(included.map((child) => [child['temp-id'], child]))
  const linked = data.relationships.comments?.data ?? []
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
      },
      include: { author: true, ...(create.length > 0 && { comments: true }) },
    }),
  )
  const { id, comments = [], author, authorId: _authorId, ...attributes } = post
  const document = {
    jsonapi: { version: '1.1' },
    data: {
      type: 'posts',
      id: String(id),
      attributes,
      relationships: {
        author: { data: { type: 'authors', id: String(author.id) } },
        comments: { data: comments.map((comment) => ({ type: 'comments', id: String(comment.id) })) },
      },
    },
    included: comments.map(({ id: own, ...others }) => ({
      type: 'comments',
      id: String(own),
      attributes: others,
    })),
  }
  return new Response(JSON.stringify(document), { status: 201, headers: { 'content-type': TYPE } })
}
