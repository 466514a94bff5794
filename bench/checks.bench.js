// Measures the cost of the checks in a write: compares a handwritten create of a post with ten comments with the same
// handler plus the bounds, the search for the authors and the read after the commit that our rules require. The last
// rows show our API, on the same store.
import { postByHandOnKysely } from './lib/hand-written-kysely.js'
import { postByHand } from './lib/hand-written-writes.js'
import { onKysely } from './lib/on-kysely.js'
import { onStore } from './lib/on-store.js'
import { pair, report, same } from './lib/pairs.js'
import { apiOf, requestOf } from './lib/shapes.js'
import { openOrdinary, openStore, seedStores } from './lib/stores.js'
import { withoutChance, written } from './lib/write-post.js'

const OPTIONS = { runs: 5, rounds: 61, warmUp: 15_000 }

/** @typedef {(request: Request) => Promise<Response>} Handler */

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(1000)) {
  const asked = requestOf({})
  /** @param {string} engine @param {{ readonly plain: Handler, readonly checked: Handler, readonly ours: Handler }} handlers */
  const measure = async (engine, { plain, ...others }) => {
    const floor = { name: 'by hand', run: () => written(plain(asked())) }
    for (const [title, handler] of Object.entries(others)) {
      const candidate = { name: title, run: () => written(handler(asked())) }
      same(withoutChance(await candidate.run()), withoutChance(await floor.run()))
      rows.push([`${name}, ${engine}: ${title} beside by hand`, await pair(candidate, floor, OPTIONS)])
    }
  }
  const prisma = await openStore(place)
  const ordinary = await openOrdinary(place)
  onStore(prisma, place)
  const api = apiOf({})
  await measure('Prisma', {
    plain: (request) => postByHand(ordinary, request),
    checked: (request) => postByHand(prisma, request, place),
    ours: (request) => api.fetch(request),
  })
  const db = onKysely(place)
  await measure('Kysely', {
    plain: (request) => postByHandOnKysely(db, request),
    checked: (request) => postByHandOnKysely(db, request, place),
    ours: (request) => api.fetch(request),
  })
  await db.destroy()
  await ordinary.$disconnect()
  await prisma.$disconnect()
  await close()
}
report('A post with ten comments, by hand with our checks and ours, beside by hand', rows)
