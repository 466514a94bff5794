// Measures a list in three ways in one process, each with the same bytes: our API on Kysely, handwritten code on
// Kysely, and handwritten code on Prisma.
import { api } from '../../examples/blog/dist/api/routes/index.js'
import { handWritten, handWrittenAs } from './hand-written.js'
import { handWrittenOnKysely } from './hand-written-kysely.js'
import { onKysely } from './on-kysely.js'
import { onStore } from './on-store.js'
import { pair, same } from './pairs.js'
import { openStore } from './stores.js'

/** @type {import('./reads.js').Read} */
const { place, path, warmUp } = JSON.parse(process.argv[2] ?? '')
const prisma = await openStore(place)
onStore(prisma, place)
const db = onKysely(place)
const url = new URL(`http://blog.test${path}`)
const request = () => new Request(url, { headers: { accept: 'application/vnd.api+json' } })
const ours = { name: 'ours', run: async () => (await api.fetch(request())).text() }
const kysely = {
  name: 'by hand on Kysely',
  run: async () => handWrittenAs(await handWrittenOnKysely(db, new URL(request().url))).text(),
}
const floor = { name: 'by hand on Prisma', run: async () => (await handWritten(prisma, request())).text() }
same(await ours.run(), await floor.run())
same(await kysely.run(), await floor.run())
const pairs = {
  ours: await pair(ours, kysely, { warmUp }),
  floors: await pair(kysely, floor, { warmUp }),
  prisma: await pair(ours, floor, { warmUp }),
}
console.log(JSON.stringify(pairs))
await prisma.$disconnect()
await db.destroy()
