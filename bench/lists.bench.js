// List reads in process against a hand-written handler that answers the same bytes.
import { api } from '../examples/blog/dist/api/routes/index.js'
import { registry } from '../examples/blog/dist/api/generated/index.gen.js'
import { PrismaAdapter } from '../runtime/dist/prisma.js'
import { handWritten } from './lib/hand-written.js'
import { pair, report } from './lib/pairs.js'
import { openStores } from './lib/stores.js'

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, prisma, close } of await openStores()) {
  const adapter = new PrismaAdapter(prisma)
  for (const resource of registry.values()) {
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
  for (const size of [20, 100]) {
    const address = `http://blog.test/posts?filter[status]=published&sort=-views&include=author,comments&page[size]=${size}`
    const request = () => new Request(address, { headers: { accept: 'application/vnd.api+json' } })
    const ours = { name: 'ours', run: async () => (await api.fetch(request())).text() }
    const floor = { name: 'hand-written', run: async () => (await handWritten(prisma, request())).text() }
    same(await ours.run(), await floor.run())
    rows.push([`${name}, ${size} posts`, await pair(ours, floor)])
  }
  await close()
}
report('List reads: filter, sort, include author and comments', rows)

/** @param {string} ours @param {string} floor */
function same(ours, floor) {
  if (ours === floor) return
  const at = [...ours].findIndex((character, index) => character !== floor[index])
  throw new Error(
    `The answers differ at ${at}:\n${ours.slice(at - 80, at + 80)}\n${floor.slice(at - 80, at + 80)}`,
  )
}
