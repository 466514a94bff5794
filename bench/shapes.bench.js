// Measures one document, a post with ten comments, in six shapes of applications: unchanged, with another await in the
// controller, with an empty hook, with an include, with an existing tag, and with a `create` of the application. Each
// is compared with the handwritten handler for that shape, on Prisma's own driver. The handler also reads the written
// records back. None of the shapes may be much slower than the others.
import { postByHand } from './lib/hand-written-writes.js'
import { onStore } from './lib/on-store.js'
import { pair, report, same } from './lib/pairs.js'
import { apiOf, OTHERS, requestOf, SHAPES } from './lib/shapes.js'
import { openOrdinary, openStore, seedStores } from './lib/stores.js'
import { withoutChance, written } from './lib/write-post.js'

const WARM_UP = 5000

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(1000)) {
  const prisma = await openStore(place)
  const ordinary = await openOrdinary(place)
  onStore(prisma, place, OTHERS)
  await prisma.tag.upsert({ where: { id: 1 }, update: {}, create: { id: 1, name: 'bench' } })
  for (const [shape, of] of SHAPES) {
    const api = apiOf(of)
    const asked = requestOf(of)
    const ours = { name: 'ours', run: () => written(api.fetch(asked())) }
    const floor = { name: 'by hand', run: () => written(postByHand(ordinary, asked())) }
    same(withoutChance(await ours.run()), withoutChance(await floor.run()))
    rows.push([`${name}, ${shape}`, await pair(ours, floor, { runs: 5, rounds: 31, warmUp: WARM_UP })])
  }
  await ordinary.$disconnect()
  await prisma.$disconnect()
  await close()
}
report('A post with ten comments, in process, in six shapes', rows)
