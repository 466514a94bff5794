// Counts how much of the runtime a single request runs after thirty similar ones: files, functions, calls and
// characters of code, as V8 counts them. `npm run size -- requests` also prints this.
import { Session } from 'node:inspector/promises'
import { api } from '../examples/blog/dist/api/routes/index.js'
import { onStore } from './lib/on-store.js'
import { seedStores, openStore } from './lib/stores.js'
import { bodyOfPost, written } from './lib/write-post.js'

/** The number of requests before the counted one. */
const BEFORE = 30
const CHILDREN = 10

const MEDIA_TYPE = 'application/vnd.api+json'
const LIST = '/posts?filter[status]=published&sort=-views&include=author,comments&page[size]=20'

/** @param {string} path */
const get = (path) =>
  answered(api.fetch(new Request(`http://blog.test${path}`, { headers: { accept: MEDIA_TYPE } })))

/** @type {[string, (turn: number) => Promise<string>][]} */
const REQUESTS = [
  ['a list', () => get(LIST)],
  ['a list, with a new query text', (turn) => get(`${LIST}&filter[views][gt]=${turn}`)],
  ['/posts/1/comments', () => get('/posts/1/comments?sort=-createdAt&include=author&page[size]=40')],
  ['a post', () => post(0)],
  ['a post with ten comments', () => post(CHILDREN)],
]

/** @param {number} children */
function post(children) {
  const headers = { 'content-type': MEDIA_TYPE, accept: MEDIA_TYPE }
  const body = bodyOfPost(children)
  return written(api.fetch(new Request('http://blog.test/posts', { method: 'POST', headers, body })))
}

const [store, ...others] = await seedStores(1000)
if (!store) throw new Error('There is no store.')
const prisma = await openStore(store.place)
onStore(prisma, store.place)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
/** @type {[string, ...number[]][]} */
const rows = []
for (const [name, send] of REQUESTS) {
  for (let turn = 0; turn < BEFORE; turn++) await send(turn)
  await session.post('Profiler.takePreciseCoverage')
  await send(BEFORE)
  rows.push([name, ...counted((await session.post('Profiler.takePreciseCoverage')).result)])
}
const [head = '', ...columns] = [
  'One request, in process, on SQLite',
  'files',
  'functions',
  'calls',
  'characters',
]
const width = Math.max(head.length, ...rows.map(([name]) => name.length))
for (const [name, ...cells] of [[head, ...columns], ...rows]) {
  console.log(`${String(name).padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join('')}`)
}
session.disconnect()
await prisma.$disconnect()
for (const { close } of [store, ...others]) await close()

/** @param {Promise<Response>} answer */
async function answered(answer) {
  const response = await answer
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  return text
}

/**
 * The files, functions, calls and characters of the runtime that ran.
 *
 * @param {readonly import('node:inspector').Profiler.ScriptCoverage[]} scripts
 * @returns {[number, number, number, number]}
 */
function counted(scripts) {
  const files = scripts.filter(
    ({ url, functions }) => url.includes('/runtime/dist/') && functions.some(hasRun),
  )
  const calls = files
    .flatMap(({ functions }) => functions.filter(hasRun))
    .map(({ ranges: [whole] }) => whole?.count ?? 0)
  return [
    files.length,
    calls.length,
    sum(calls),
    sum(files.map(({ functions }) => charactersOf(functions.flatMap(({ ranges }) => ranges)))),
  ]
}

/**
 * The number of characters that ran. Ranges are nested, outer ones first; an inner range overrides its own part.
 *
 * @param {readonly import('node:inspector').Profiler.CoverageRange[]} ranges
 */
function charactersOf(ranges) {
  const end = Math.max(0, ...ranges.map(({ endOffset }) => endOffset))
  const isRun = new Uint8Array(end)
  const outerFirst = ranges.toSorted((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
  for (const { startOffset, endOffset, count } of outerFirst) {
    isRun.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  }
  return sum([...isRun])
}

/** @param {import('node:inspector').Profiler.FunctionCoverage} of */
function hasRun({ ranges: [whole] }) {
  return (whole?.count ?? 0) > 0
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0)
}
