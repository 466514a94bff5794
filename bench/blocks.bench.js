// What a page of 1,000 posts with their authors and comments does to a server beside its own time: the longest block of the event
// loop, in which nobody else is answered, and the memory. Ours and the handler by hand run in turn, each in processes of its own.
import { fileURLToPath } from 'node:url'
import { run } from '../scripts/lib/run.js'
import { seedStores } from './lib/stores.js'

const POSTS = 2000
const REQUESTS = 9
const ROUNDS = 3
const PATH = '/posts?filter[status]=published&sort=-views&include=author,comments&page[size]='
const PROGRAM = fileURLToPath(new URL('lib/measure-blocks.js', import.meta.url))
const FIGURES = /** @type {const} */ ([
  ['longest block, by the clock', 'clock', 'ms'],
  ['longest block, by the processor', 'processor', 'ms'],
  ['heap in use at most', 'heap', 'MiB'],
  ['resident memory at most', 'rss', 'MiB'],
])

for (const { name, place, close } of await seedStores(POSTS)) {
  // The floor gives SQLite the keys of a page as parameters of one statement, which takes 999 of them. We ask in parts.
  const size = name === 'SQLite' ? 900 : 1000
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await measured(place, size, 'ours'), floor: await measured(place, size, 'floor') })
  }
  await close()
  const [{ ours, floor }] = rounds
  if (ours.bytes !== floor.bytes) {
    throw new Error(`The answers differ: ${ours.bytes} and ${floor.bytes} bytes.`)
  }
  const kib = Math.round(ours.bytes / 1024)
  console.log(
    `\n${name}, a page of ${size} posts, ${kib} KiB, ours beside the floor (medians of ${ROUNDS} rounds)`,
  )
  for (const [title, figure, unit] of FIGURES) {
    const [one, other] = /** @type {const} */ (['ours', 'floor']).map((of) =>
      median(rounds.map((round) => round[of][figure])).toFixed(1),
    )
    const ratio = median(rounds.map((round) => round.ours[figure] / round.floor[figure])).toFixed(2)
    console.log(`  ${title.padEnd(31)} ${one} ${unit} beside ${other} ${unit}: ${ratio}`)
  }
}

/** @param {import('./lib/stores.js').Place} place @param {number} size @param {'ours' | 'floor'} candidate */
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
