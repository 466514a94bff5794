// Compares writes with handwritten writes of the same rows in one $transaction: a single post, a post with ten comments
// in one request, a PATCH of an attribute, a DELETE, and the replacement of a post's hundred tags. Both parse the body and return the same bytes, except
// for ids and times. Measures after 5 s of warm-up, when V8 has compiled part of the code, and after 30 s, when it has
// compiled all of it. The floor uses the driver adapter with our changes and, in one row, Prisma's own, like a
// handwritten handler without our package.
import { api } from '../examples/blog/dist/api/routes/index.js'
import { deleteByHand, patchByHand, postByHand, tagsByHand } from './lib/hand-written-writes.js'
import { onStore } from './lib/on-store.js'
import { pair, report, same } from './lib/pairs.js'
import { openOrdinary, openStore, seedStores } from './lib/stores.js'
import { bodyOfPost, withoutChance, written } from './lib/write-post.js'

const CHILDREN = 10
const LINKS = 100
const TYPE = 'application/vnd.api+json'

/** The warm-up in milliseconds before the first figure of a row, and between the first and the second. */
const WARM_UPS = [5000, 25_000]
const TITLES = ['Writes, in process, after 5 s', 'Writes, in process, after 30 s']

/** @typedef {import('../examples/blog/dist/prisma/client.js').PrismaClient} PrismaClient */

/** @type {[string, import('./lib/pairs.js').Pair][][]} */
const tables = WARM_UPS.map(() => [])
for (const { name, place, close } of await seedStores(1000)) {
  const prisma = await openStore(place)
  onStore(prisma, place)
  add(`${name}, a post`, await timedPost(prisma, 0))
  add(`${name}, PATCH of an attribute`, await timedPatch(prisma))
  add(`${name}, DELETE of a record`, await timedDelete(prisma))
  add(`${name}, a post with ${CHILDREN} comments`, await timedPost(prisma, CHILDREN))
  add(`${name}, ${LINKS} tags replaced`, await timedTags(prisma))
  const ordinary = await openOrdinary(place)
  // Last, and only once: on SQLite, Prisma's own driver opens the file for each write.
  const row = `${name}, a post with ${CHILDREN} comments, on Prisma's own driver`
  add(row, await timedPost(ordinary, CHILDREN, WARM_UPS.slice(0, 1)))
  await ordinary.$disconnect()
  await prisma.$disconnect()
  await close()
}
for (const [index, title] of TITLES.entries()) report(title, tables[index] ?? [])

/** @param {string} row @param {readonly import('./lib/pairs.js').Pair[]} pairs */
function add(row, pairs) {
  for (const [index, one] of pairs.entries()) tables[index]?.push([row, one])
}

/**
 * @param {import('./lib/pairs.js').Candidate} ours
 * @param {import('./lib/pairs.js').Candidate} floor
 * @param {number} runs
 * @param {readonly number[]} warmUps
 */
async function timed(ours, floor, runs, warmUps = WARM_UPS) {
  const pairs = []
  for (const warmUp of warmUps) pairs.push(await pair(ours, floor, { runs, warmUp }))
  return pairs
}

/** @param {PrismaClient} prisma the client of the floor @param {number} children @param {readonly number[]} [warmUps] */
async function timedPost(prisma, children, warmUps) {
  const body = bodyOfPost(children)
  const ours = { name: 'ours', run: () => written(api.fetch(asked('POST', '/posts', body))) }
  const floor = { name: 'by hand', run: () => written(postByHand(prisma, asked('POST', '/posts', body))) }
  same(withoutChance(await ours.run()), withoutChance(await floor.run()))
  return timed(ours, floor, 5, warmUps)
}

/** @param {PrismaClient} prisma */
async function timedPatch(prisma) {
  let turn = 0
  const body = () =>
    JSON.stringify({ data: { type: 'posts', id: '1', attributes: { title: `Title ${turn++ % 2}` } } })
  /** @param {(request: Request) => Promise<Response>} patch */
  const patching = (patch) => async () => {
    const response = await patch(asked('PATCH', '/posts/1', body()))
    if (response.status !== 200) throw new Error(await response.text())
    return response.text()
  }
  const ours = patching((request) => api.fetch(request))
  const floor = patching((request) => patchByHand(prisma, request))
  await ours()
  const [one, , other] = [await ours(), await ours(), await floor()]
  same(one, other)
  return timed({ name: 'ours', run: ours }, { name: 'by hand', run: floor }, 5)
}

/** Deletes tags that were created before it. @param {PrismaClient} prisma */
async function timedDelete(prisma) {
  /** @type {number[]} */
  let left = []
  let made = 0
  /** Tags are created a thousand at a time, in a fraction of the time that their deletion takes. */
  const next = async () => {
    if (left.length === 0) {
      await prisma.tag.createMany({
        data: Array.from({ length: 1000 }, () => ({ name: `deleted ${made++}` })),
      })
      const tags = await prisma.tag.findMany({
        where: { name: { startsWith: 'deleted ' } },
        select: { id: true },
      })
      left = tags.map(({ id }) => id)
    }
    return left.pop()
  }
  /** @param {(request: Request) => Promise<Response>} remove */
  const removing = (remove) => async () => {
    const { status } = await remove(asked('DELETE', `/tags/${await next()}`))
    if (status !== 204) throw new Error(`The tag is not deleted: ${status}`)
  }
  const ours = removing((request) => api.fetch(request))
  const floor = removing((request) => deleteByHand(prisma, request))
  return timed({ name: 'ours', run: ours }, { name: 'by hand', run: floor }, 5)
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
  // Both alternate between the two sets, so that each run replaces all links.
  let turn = 0
  /** @param {(body: string) => Promise<Response>} replace */
  const replacing = (replace) => async () => {
    const { status } = await replace(sets[turn++ % 2] ?? '')
    if (status !== 204) throw new Error(`The tags are not replaced: ${status}`)
  }
  const ours = replacing((body) => api.fetch(asked('PATCH', path, body)))
  const floor = replacing((body) => tagsByHand(prisma, asked('PATCH', path, body)))
  same(await leftBy(prisma, ours), await leftBy(prisma, () => floor().then(floor)))
  return timed({ name: 'ours', run: ours }, { name: 'by hand', run: floor }, 4)
}

/** The tags of the post after they were replaced. @param {PrismaClient} prisma @param {() => Promise<void>} replace */
async function leftBy(prisma, replace) {
  await replace()
  const post = await prisma.post.findUniqueOrThrow({
    where: { id: 1 },
    select: { tags: { orderBy: { id: 'asc' } } },
  })
  return JSON.stringify(post.tags)
}

/** @param {string} method @param {string} path @param {string} [body] */
function asked(method, path, body) {
  const headers = { accept: TYPE, ...(body !== undefined && { 'content-type': TYPE }) }
  const init = { method, headers, ...(body !== undefined && { body }) }
  return new Request(`http://blog.test${path}`, init)
}
