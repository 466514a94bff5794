// A post with ten comments written in one request, against the same rows written by hand in one $transaction. Both parse the
// body, and answer with the document of what is written.
import { api } from '../examples/blog/dist/api/routes/index.js'
import { onStore } from './lib/on-store.js'
import { pair, report } from './lib/pairs.js'
import { openStore, seedStores } from './lib/stores.js'

const CHILDREN = 10
const TYPE = 'application/vnd.api+json'
const numbers = Array.from({ length: CHILDREN }, (_, index) => `c${index}`)
const body = JSON.stringify({
  data: {
    type: 'posts',
    attributes: { title: 'Hello', body: 'World' },
    relationships: {
      author: { data: { type: 'authors', id: '1' } },
      comments: { data: numbers.map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' })) },
    },
  },
  included: numbers.map((id) => ({
    type: 'comments',
    'temp-id': id,
    attributes: { body: `Comment ${id}` },
    relationships: { author: { data: { type: 'authors', id: '2' } } },
  })),
})

const request = () =>
  new Request('http://blog.test/posts', {
    method: 'POST',
    headers: { 'content-type': TYPE, accept: TYPE },
    body,
  })

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(100)) {
  const prisma = await openStore(place)
  onStore(prisma)
  const ours = { name: 'ours', run: () => written(api.fetch(request())) }
  const floor = { name: 'by hand', run: () => written(byHand(prisma, request())) }
  const [one, other] = [await ours.run(), await floor.run()]
  if (commentsOf(one) !== commentsOf(other)) throw new Error('The answers differ.')
  rows.push([`${name}, a post with ${CHILDREN} comments`, await pair(ours, floor, { runs: 5, warmUp: 2000 })])
  await prisma.$disconnect()
  await close()
}
report('Writes, in process', rows)

/** @param {{ included: { type: string }[] }} document */
function commentsOf({ included }) {
  return included.filter(({ type }) => type === 'comments').length
}

/** @param {Promise<Response>} answer */
async function written(answer) {
  const response = await answer
  const document = await response.json()
  if (response.status !== 201) throw new Error(JSON.stringify(document))
  return document
}

/**
 * @param {import('../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {Request} asked
 */
async function byHand(prisma, asked) {
  const { data, included } = await asked.json()
  const children = new Map(included.map((child) => [child['temp-id'], child]))
  const post = await prisma.$transaction((transaction) =>
    transaction.post.create({
      data: {
        ...data.attributes,
        authorId: Number(data.relationships.author.data.id),
        comments: {
          create: data.relationships.comments.data.map((one) => {
            const child = children.get(one['temp-id'])
            return { ...child.attributes, authorId: Number(child.relationships.author.data.id) }
          }),
        },
      },
      include: { author: true, comments: true },
    }),
  )
  const { id, comments, author, authorId: _authorId, ...attributes } = post
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
