// Compares a post with ten comments in six shapes on Kysely with handwritten handlers on Kysely and on Prisma.
import { postByHandOnKysely } from './lib/hand-written-kysely.js'
import { postByHand } from './lib/hand-written-writes.js'
import { onKysely } from './lib/on-kysely.js'
import { onStore } from './lib/on-store.js'
import { pair, report, same } from './lib/pairs.js'
import { apiOf, OTHERS, requestOf, SHAPES } from './lib/shapes.js'
import { openOrdinary, openStore, seedStores } from './lib/stores.js'
import { withoutChance, written } from './lib/write-post.js'

const OPTIONS = { runs: 5, rounds: 31, warmUp: 3000 }

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(1000)) {
  const prisma = await openStore(place)
  const ordinary = await openOrdinary(place)
  onStore(prisma, place, OTHERS)
  const db = onKysely(place, OTHERS)
  await prisma.tag.upsert({ where: { id: 1 }, update: {}, create: { id: 1, name: 'bench' } })
  for (const [shape, of] of SHAPES) {
    const api = apiOf(of)
    const asked = requestOf(of)
    const ours = { name: 'ours', run: () => written(api.fetch(asked())) }
    const kysely = { name: 'by hand on Kysely', run: () => written(postByHandOnKysely(db, asked())) }
    const floor = { name: 'by hand on Prisma', run: () => written(postByHand(ordinary, asked())) }
    same(withoutChance(await ours.run()), withoutChance(await kysely.run()))
    rows.push([`${name}, ${shape}: ours beside Kysely by hand`, await pair(ours, kysely, OPTIONS)])
    rows.push([`${name}, ${shape}: Kysely by hand beside Prisma by hand`, await pair(kysely, floor, OPTIONS)])
  }
  await db.destroy()
  await ordinary.$disconnect()
  await prisma.$disconnect()
  await close()
}
report('A post with ten comments on Kysely, in process, in six shapes', rows)
