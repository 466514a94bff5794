// Reads of lists on Kysely in process, against the handler by hand on Prisma that answers the same bytes.
import { report } from './lib/pairs.js'
import { LISTS, measured, RELATED } from './lib/reads.js'
import { seedStores } from './lib/stores.js'

const POSTS = 1000

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(POSTS)) {
  for (const [title, path] of [...LISTS, ...RELATED]) {
    rows.push([`${name}, ${title}`, await measured({ place, path, warmUp: 3000, engine: 'kysely' })])
  }
  await close()
}
report(`In process on Kysely, ${POSTS} posts, beside a handler by hand on Prisma`, rows)
