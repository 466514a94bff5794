// Compares reads of lists on Kysely, in process, with handwritten handlers on Kysely and on Prisma that return the same
// bytes.
import { fileURLToPath } from 'node:url'
import { run } from '../scripts/lib/run.js'
import { report } from './lib/pairs.js'
import { LISTS, measured, RELATED } from './lib/reads.js'
import { seedStores } from './lib/stores.js'

const POSTS = 1000

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(POSTS)) {
  for (const [title, path] of LISTS) {
    const { ours, floors, prisma } = await threeWays({ place, path, warmUp: 2000 })
    rows.push(
      [`${name}, ${title}: ours beside Kysely by hand`, ours],
      [`${name}, ${title}: Kysely by hand beside Prisma by hand`, floors],
      [`${name}, ${title}: ours beside Prisma by hand`, prisma],
    )
  }
  for (const [title, path] of RELATED) {
    const pair = await measured({ place, path, warmUp: 3000, engine: 'kysely' })
    rows.push([`${name}, ${title}: ours beside Prisma by hand`, pair])
  }
  await close()
}
report(`In process on Kysely, ${POSTS} posts`, rows)

/**
 * @param {import('./lib/reads.js').Read} read
 * @returns {Promise<Record<'ours' | 'floors' | 'prisma', import('./lib/pairs.js').Pair>>}
 */
async function threeWays(read) {
  const program = fileURLToPath(new URL('lib/measure-kysely.js', import.meta.url))
  const { code, output } = await run(process.execPath, [program, JSON.stringify(read)], { quiet: true })
  if (code !== 0) throw new Error(output)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}
