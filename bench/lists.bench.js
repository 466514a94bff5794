// Reads of lists and of relationships in process, against a hand-written handler that answers the same bytes.
import { api } from '../examples/blog/dist/api/routes/index.js'
import { registry } from '../examples/blog/dist/api/generated/index.gen.js'
import { PrismaAdapter } from '../runtime/dist/prisma.js'
import { handWritten } from './lib/hand-written.js'
import { pair, report } from './lib/pairs.js'
import { openStores } from './lib/stores.js'

const POSTS = '/posts?filter[status]=published&sort=-views&include=author,comments'
/** @type {readonly (readonly [title: string, path: string])[]} */
const REQUESTS = [
  ['20 posts', `${POSTS}&page[size]=20`],
  ['20 posts, with total', `${POSTS}&page[size]=20&stats[total]=count`],
  ['100 posts', `${POSTS}&page[size]=100`],
  ['100 posts, with total', `${POSTS}&page[size]=100&stats[total]=count`],
  ['40 related comments', '/posts/1/comments?sort=-createdAt&include=author&page[size]=40'],
  ['linkage of 40 comments', '/posts/1/relationships/comments?sort=-createdAt&page[size]=40'],
]

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, prisma, close } of await openStores()) {
  const adapter = new PrismaAdapter(prisma)
  for (const resource of registry.values()) {
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
  for (const [title, path] of REQUESTS) {
    const request = () =>
      new Request(`http://blog.test${path}`, { headers: { accept: 'application/vnd.api+json' } })
    const ours = { name: 'ours', run: async () => (await api.fetch(request())).text() }
    const floor = { name: 'hand-written', run: async () => (await handWritten(prisma, request())).text() }
    same(await ours.run(), await floor.run())
    rows.push([`${name}, ${title}`, await pair(ours, floor)])
  }
  await close()
}
report('Reads of lists, related records and linkage: filter, sort, includes', rows)

/** @param {string} ours @param {string} floor */
function same(ours, floor) {
  if (ours === floor) return
  const at = [...ours].findIndex((character, index) => character !== floor[index])
  throw new Error(
    `The answers differ at ${at}:\n${ours.slice(at - 80, at + 80)}\n${floor.slice(at - 80, at + 80)}`,
  )
}
