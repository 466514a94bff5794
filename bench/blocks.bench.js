// Measures two costs of a page of 1,000 posts with their authors and comments, apart from its duration: the
// memory, and the longest block of the event loop, during which the process handles no other request. Our API
// on Prisma, our API on Kysely and the handwritten handler on Prisma run in turn, each in its own processes.
import { fileURLToPath } from 'node:url'
import { run } from '../scripts/lib/run.js'
import { save } from './lib/pairs.js'
import { seedStores } from './lib/stores.js'

const POSTS = 2000
const REQUESTS = 9
const ROUNDS = 3
const PATH = '/posts?filter[status]=published&sort=-views&include=author,comments&page[size]='
// Our API may neither block longer than the floor, in processor time, nor use more memory.
const BOUND = 1
const PROGRAM = fileURLToPath(new URL('lib/measure-blocks.js', import.meta.url))
const FIGURES = /** @type {const} */ ([
  ['longest block, by the clock', 'clock', 'ms'],
  ['longest block, by the processor', 'processor', 'ms', BOUND],
  ['heap in use at most', 'heap', 'MiB', BOUND],
  ['resident memory at most', 'rss', 'MiB'],
])

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(POSTS)) {
  // The floor passes the keys of a page to SQLite as parameters of a single statement, which accepts 999 of them. Our
  // API uses several statements.
  const size = name === 'SQLite' ? 900 : 1000
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      ours: await measured(place, size, 'ours'),
      kysely: await measured(place, size, 'kysely'),
      floor: await measured(place, size, 'floor'),
    })
  }
  await close()
  for (const candidate of /** @type {const} */ (['ours', 'kysely'])) compare(name, size, rounds, candidate)
}
save('A large page in process', rows)

/** @typedef {Readonly<Record<'clock' | 'processor' | 'heap' | 'rss' | 'bytes', number>>} Measured */
/** @typedef {Readonly<Record<'ours' | 'kysely' | 'floor', Measured>>} Round */

/**
 * Prints the results of a candidate compared with the floor.
 *
 * @param {string} name
 * @param {number} size
 * @param {readonly Round[]} rounds
 * @param {'ours' | 'kysely'} candidate
 */
function compare(name, size, rounds, candidate) {
  const [round] = rounds
  if (!round) return
  const { [candidate]: first, floor } = round
  if (first.bytes !== floor.bytes) {
    throw new Error(`The responses differ: ${first.bytes} and ${floor.bytes} bytes.`)
  }
  const kib = Math.round(first.bytes / 1024)
  const engine = candidate === 'kysely' ? 'Kysely' : 'Prisma'
  console.log(
    `\n${name}, a page of ${size} posts, ${kib} KiB, ours on ${engine} beside the floor (medians of ${ROUNDS} rounds)`,
  )
  for (const [title, figure, unit, bound] of FIGURES) {
    const [one, other] = /** @type {const} */ ([candidate, 'floor']).map((of) =>
      median(rounds.map((round) => round[of][figure])),
    )
    const ratio = median(rounds.map((round) => round[candidate][figure] / round.floor[figure]))
    console.log(
      `  ${title.padEnd(31)} ${one.toFixed(1)} ${unit} beside ${other.toFixed(1)} ${unit}: ${ratio.toFixed(2)}`,
    )
    if (bound !== undefined && ratio > bound) process.exitCode = 1
    if (unit === 'ms') {
      rows.push([`${name}, on ${engine}, ${title}`, { ours: one, floor: other, ratio, rounds: ROUNDS }])
    }
  }
}

/**
 * @param {import('./lib/stores.js').Place} place
 * @param {number} size
 * @param {'ours' | 'kysely' | 'floor'} candidate
 * @returns {Promise<Measured>}
 */
async function measured(place, size, candidate) {
  const given = JSON.stringify({ place, candidate, path: `${PATH}${size}`, size, requests: REQUESTS })
  const { code, output } = await run(process.execPath, ['--expose-gc', PROGRAM, given], { quiet: true })
  if (code !== 0) throw new Error(output)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
