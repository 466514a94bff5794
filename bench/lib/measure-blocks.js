// Measures how long requests for a large page block the event loop, and how much memory they use. It measures one
// candidate in its own process and prints the results as JSON, because the effects of two candidates in one process
// could not be separated.
import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { api } from '../../examples/blog/dist/api/routes/index.js'
import { handWritten } from './hand-written.js'
import { onKysely } from './on-kysely.js'
import { onStore } from './on-store.js'
import { openStore } from './stores.js'

/** @type {{ place: import('./stores.js').Place, candidate: 'ours' | 'kysely' | 'floor', path: string, size: number, requests: number }} */
const { place, candidate, path, size, requests } = JSON.parse(process.argv[2] ?? '')
const WARM_UP = 5
const MIB = 1024 * 1024

const prisma = await openStore(place)
onStore(prisma, place)
const kysely = candidate === 'kysely' ? onKysely(place) : undefined
registry.get('posts')?.maxPageSize(size)
const answer =
  candidate === 'floor' ? (request) => handWritten(prisma, request) : (request) => api.fetch(request)

const clocks = []
const processors = []
let heap = 0
let bytes = 0
for (let index = -WARM_UP; index < requests; index++) {
  globalThis.gc?.()
  const { clock, processor, peak, length } = await observed()
  bytes = length
  if (index < 0) continue
  clocks.push(clock)
  processors.push(processor)
  heap = Math.max(heap, peak)
}
await kysely?.destroy()
await prisma.$disconnect()
const { maxRSS } = process.resourceUsage()
console.log(
  JSON.stringify({
    clock: median(clocks),
    processor: median(processors),
    heap: heap / MIB,
    rss: maxRSS / 1024,
    bytes,
  }),
)

/**
 * The longest time that the event loop is blocked during a request, in real time and in processor time, in
 * milliseconds, and the maximum heap in use whenever the loop runs. Real time also includes other programs.
 */
async function observed() {
  let clock = 0
  let processor = 0
  let peak = 0
  let last = { clock: performance.now(), processor: process.cpuUsage() }
  const look = () => {
    const used = process.cpuUsage(last.processor)
    clock = Math.max(clock, performance.now() - last.clock)
    processor = Math.max(processor, (used.user + used.system) / 1000)
    peak = Math.max(peak, process.memoryUsage().heapUsed)
    last = { clock: performance.now(), processor: process.cpuUsage() }
  }
  const timer = setInterval(look, 1)
  const response = await answer(
    new Request(`http://blog.test${path}`, { headers: { accept: 'application/vnd.api+json' } }),
  )
  if (response.status !== 200) throw new Error(await response.text())
  const { byteLength } = await response.arrayBuffer()
  // The length of the last block is known only after the loop has run again.
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(timer)
  return { clock, processor, peak, length: byteLength }
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
