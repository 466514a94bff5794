// Compares the same page of increasingly large tables with the handwritten handler: a ratio that grows with the table
// would be our fault.
import { report } from './lib/pairs.js'
import { LISTS, measured } from './lib/reads.js'
import { seedStores } from './lib/stores.js'

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const posts of [1000, 20_000, 200_000]) {
  for (const { name, place, close } of await seedStores(posts)) {
    for (const [title, path] of LISTS) {
      const pair = await measured({ place, path, warmUp: 2000, rounds: 15, runs: posts > 20_000 ? 2 : 10 })
      rows.push([`${name}, ${posts} posts, ${title}`, pair])
    }
    await close()
  }
}
report('Growth, in process', rows)
