// Measures one read together with the handwritten handler, and prints the pair as JSON. Both must return the same
// bytes.
import { api } from '../../examples/blog/dist/api/routes/index.js'
import { handWritten } from './hand-written.js'
import { onStore } from './on-store.js'
import { pair, same } from './pairs.js'
import { openStore } from './stores.js'

/** @type {import('./reads.js').Read} */
const { place, path, warmUp, rounds, runs, engine } = JSON.parse(process.argv[2] ?? '')
const prisma = await openStore(place)
onStore(prisma, place)
const kysely = engine && (await import('./on-kysely.js')).onKysely(place)
const request = () =>
  new Request(`http://blog.test${path}`, { headers: { accept: 'application/vnd.api+json' } })
const ours = { name: 'ours', run: async () => (await api.fetch(request())).text() }
const floor = { name: 'hand-written', run: async () => (await handWritten(prisma, request())).text() }
same(await ours.run(), await floor.run())
console.log(
  JSON.stringify(await pair(ours, floor, { warmUp, ...(rounds && { rounds }), ...(runs && { runs }) })),
)
await prisma.$disconnect()
await kysely?.destroy()
