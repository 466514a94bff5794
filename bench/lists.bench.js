// Compares reads of lists and of relationships, in process, with a handwritten handler that returns the same bytes:
// after 0.7 s and after 5 s of warm-up, each in its own process.
import { report } from './lib/pairs.js'
import { LISTS, measured, RELATED } from './lib/reads.js'
import { seedStores } from './lib/stores.js'

const POSTS = 1000

const WARM_UPS = /** @type {const} */ ([
  [5000, [...LISTS, ...RELATED]],
  [700, LISTS],
])

/** @type {[string, import('./lib/pairs.js').Pair][][]} */
const tables = WARM_UPS.map(() => [])
for (const { name, place, close } of await seedStores(POSTS)) {
  for (const [index, [warmUp, requests]] of WARM_UPS.entries()) {
    for (const [title, path] of requests) {
      tables[index]?.push([`${name}, ${title}`, await measured({ place, path, warmUp })])
    }
  }
  await close()
}
for (const [index, [warmUp]] of WARM_UPS.entries()) {
  report(`In process, ${POSTS} posts, after ${warmUp / 1000} s`, tables[index] ?? [])
}
