// A mixed load that runs until it is stopped: users write graphs and read them back immediately. A journal records what
// was acknowledged, and what may have been written.
import { setTimeout as wait } from 'node:timers/promises'
import { client, OPERATIONS } from './balancer.js'
import { graphOf, ids, LOAD, tag } from './suite.js'

/**
 * @typedef {import('./balancer.js').Answer} Answer
 * @typedef {object} State the state of a post and everything that is written with it; null if the post does not exist
 * @property {number} views
 * @property {readonly string[]} tags their names, in order
 * @property {number} comments
 * @typedef {object} Entry an entry in the journal
 * @property {string} title
 * @property {(State | null)[]} states the possible states of the post: one, unless the outcome of a write is unknown
 * @property {boolean} isAcknowledged whether any response has said that the post is written
 */

/** The records of a load. */
export class Journal {
  /** @type {Entry[]} */
  entries = []
  /**
   * The posts that many users write to, with the values that may have been written last.
   *
   * @type {Map<string, Set<number>>}
   */
  hot = new Map()
  /** The number of error responses of each kind. @type {Map<string, number>} */
  errors = new Map()
  /** Reads that returned data older than the same user's writes. @type {string[]} */
  violations = []
  /** Responses that should never occur. @type {string[]} */
  unexpected = []
  /** The time of each response. @type {number[]} */
  answered = []
  acknowledged = 0
}

/**
 * Runs the load.
 *
 * @param {{ addresses: readonly string[], users: number, mark: string, isOver: () => boolean }} options `mark` begins the title of each post
 */
export async function runLoad({ addresses, users, mark, isOver }) {
  const journal = new Journal()
  const send = sender(client(addresses), journal)
  /** @type {string[]} */
  const hot = []
  while (hot.length < 3 && !isOver()) {
    const title = `${mark} hot ${hot.length}`
    const made = await send('POST', '/posts', graphOf(title, { author: '1', tags: [] }))
    if (made.status !== 201) continue
    hot.push(made.body.data.id)
    journal.hot.set(title, new Set([LOAD]))
  }
  const numbers = Array.from({ length: users }, (_, index) => index)
  await Promise.all(
    numbers.map(async (user) => {
      const own = sender(client(addresses), journal)
      for (let round = 0; !isOver(); round++) {
        // A client that has never written has no cookie, and reads from a replica.
        const stranger = sender(client(addresses), journal)
        await step(own, journal, `${mark} ${user}-${round}`, user * 1000 + round, { mark, hot, stranger })
      }
    }),
  )
  return journal
}

/**
 * One round of a user: write a graph and read it back, change all of it and find it in a list, make a conditional
 * change, write to a post that all users write to, and read as a client without a cookie. In every third round, the
 * graph is also destroyed.
 *
 * @param {import('./balancer.js').Send} send
 * @param {Journal} journal
 * @param {string} title
 * @param {number} number
 * @param {{ mark: string, hot: readonly string[], stranger: import('./balancer.js').Send }} shared
 */
async function step(send, journal, title, number, { mark, hot, stranger }) {
  const author = String(1 + (number % 10))
  const [one, two, three] = [1, 7, 13].map((far) => String(1 + ((number + far) % 20))).toSorted()
  if (one === undefined || two === undefined || three === undefined) return
  const first = { views: LOAD + number, tags: [one, two], comments: 2 }
  /** @type {Entry} */
  const entry = { title, states: [null], isAcknowledged: false }
  journal.entries.push(entry)

  const made = await send('POST', '/posts', graphOf(title, { author, tags: first.tags, views: first.views }))
  if (!noteWrite(journal, entry, made, 201, first) || made.status !== 201) return
  const { id } = made.body.data
  const path = `/posts/${id}`
  await readBack(send, journal, entry, id)

  const second = { views: first.views + 1, tags: [two, three], comments: 3 }
  noteWrite(journal, entry, await send('PATCH', path, changeOf(id, second, title)), 200, second)
  await findInList(send, journal, entry, id)

  const { headers, status } = await send('GET', path)
  const etag = headers.get('etag')
  if (status === 200 && etag !== null && entry.states.length === 1) {
    const [now] = entry.states
    if (now) {
      const third = { ...now, views: now.views + 1 }
      const data = { type: 'posts', id, attributes: { views: third.views } }
      noteWrite(journal, entry, await send('PATCH', path, { data }, { 'if-match': etag }), 200, third)
      await readBack(send, journal, entry, id)
    }
  }

  await writeHot(send, journal, {
    id: hot[number % hot.length] ?? '',
    title: `${mark} hot ${number % hot.length}`,
    views: LOAD + number,
  })
  await byOperations(send, journal, `${title} op`, author)
  for (const read of READS) expectStatus(journal, await stranger('GET', read), 200, read)

  if (number % 3 === 0) noteWrite(journal, entry, await send('DELETE', path), 204, null)
}

const READS = [
  '/posts?filter[status]=published&sort=-views,id&include=author,tags&page[size]=10',
  '/posts?filter[views][lt]=1000&sort=title&page[size]=5&stats[total]=count&stats[views]=average',
  '/comments?filter[postId]=1&include=author&page[size]=10',
]

/** @param {string} id @param {State} state @param {string} title */
const changeOf = (id, { views, tags }, title) => ({
  data: {
    type: 'posts',
    id,
    attributes: { views },
    relationships: {
      tags: { data: tags.map(tag) },
      comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
    },
  },
  included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: `${title} c`, approved: true } }],
})

/**
 * Writes two records with atomic operations: both or neither.
 *
 * @param {import('./balancer.js').Send} send
 * @param {Journal} journal
 * @param {string} title
 * @param {string} author
 */
async function byOperations(send, journal, title, author) {
  /** @type {Entry} */
  const entry = { title, states: [null], isAcknowledged: false }
  journal.entries.push(entry)
  const relationships = { author: { data: { type: 'authors', id: author } }, tags: { data: [tag('2')] } }
  const attributes = { title, body: title, views: LOAD }
  const operations = [
    { op: 'add', data: { type: 'posts', lid: 'p', attributes, relationships } },
    ...['a', 'b'].map((name) => ({
      op: 'add',
      data: {
        type: 'comments',
        attributes: { body: `${title} ${name}`, approved: true },
        relationships: { post: { data: { type: 'posts', lid: 'p' } } },
      },
    })),
    { op: 'update', data: { type: 'posts', lid: 'p', attributes: { views: LOAD + 1 } } },
  ]
  const answer = await send('POST', '/operations', { 'atomic:operations': operations }, OPERATIONS)
  noteWrite(journal, entry, answer, 200, { views: LOAD + 1, tags: ['2'], comments: 2 })
}

/** @param {import('./balancer.js').Send} send @param {Journal} journal @param {{ id: string, title: string, views: number }} post */
async function writeHot(send, journal, { id, title, views }) {
  const data = { type: 'posts', id, attributes: { views, body: `${title}: ${views}` } }
  const answer = await send('PATCH', `/posts/${id}`, { data })
  const outcome = outcomeOf(answer, 200)
  if (outcome === 'written') journal.acknowledged += 1
  if (outcome === 'refused') expectStatus(journal, answer, 200, 'a PATCH to a post that many clients write')
  else journal.hot.get(title)?.add(views)
}

/**
 * Records the outcome of a write in the possible states of the post. Returns whether the write certainly succeeded.
 *
 * @param {Journal} journal
 * @param {Entry} entry
 * @param {Answer} answer
 * @param {number} status the status of a response to a successful write
 * @param {State | null} state the state after the write
 */
function noteWrite(journal, entry, answer, status, state) {
  switch (outcomeOf(answer, status)) {
    case 'written':
      entry.states = [state]
      entry.isAcknowledged = true
      journal.acknowledged += 1
      return true
    case 'unknown':
      entry.states.push(state)
      return false
    case 'refused':
      // After a DELETE or a conditional write with an unknown outcome, these statuses mean that it succeeded.
      if (entry.states.length > 1 && [404, 412].includes(answer.status)) return false
      expectStatus(journal, answer, status, `a write of "${entry.title}"`)
      return false
  }
}

/** @param {Answer} answer @param {number} status @returns {'written' | 'unknown' | 'refused'} */
function outcomeOf(answer, status) {
  const written = answer.body?.errors?.[0]?.meta?.written
  // If a write cannot be read back, the response is a 500 that reports the write (rule 14.6).
  if (answer.status === status || written === true) return 'written'
  return answer.status === 0 || written === 'unknown' ? 'unknown' : 'refused'
}

/** @param {import('./balancer.js').Send} send @param {Journal} journal @param {Entry} entry @param {string} id */
async function readBack(send, journal, entry, id) {
  const answer = await send('GET', `/posts/${id}?include=comments,tags`)
  if (answer.status !== 200 && answer.status !== 404) {
    expectStatus(journal, answer, 200, 'a read of what was written')
    return
  }
  const included = answer.body.included ?? []
  const of = (/** @type {string} */ type) =>
    included.filter((/** @type {{ type: string }} */ each) => each.type === type)
  const tags = of('tags').map((/** @type {{ id: string }} */ each) => each.id)
  const state =
    answer.status === 404
      ? null
      : { views: answer.body.data.attributes.views, tags: tags.toSorted(), comments: of('comments').length }
  if (entry.states.some((each) => isSame(each, state))) return
  journal.violations.push(
    `"${entry.title}": ${JSON.stringify(state)} and not ${JSON.stringify(entry.states)}`,
  )
}

/** @param {import('./balancer.js').Send} send @param {Journal} journal @param {Entry} entry @param {string} id */
async function findInList(send, journal, entry, id) {
  const answer = await send('GET', `/posts?filter[title]=${encodeURIComponent(entry.title)}`)
  if (!expectStatus(journal, answer, 200, 'a list of what was written')) return
  const { attributes } = answer.body.data[0] ?? {}
  const isThere = ids(answer).includes(id) && entry.states.some((each) => each?.views === attributes.views)
  if (!isThere) journal.violations.push(`"${entry.title}" in a list: ${JSON.stringify(attributes)}`)
}

/** Whether two states are equal. @param {State | null} one @param {State | null} other */
export function isSame(one, other) {
  if (one === null || other === null) return one === other
  return textOf(one) === textOf(other)
}

/** @param {State} state */
const textOf = ({ views, tags, comments }) => [views, comments, ...tags.toSorted()].join(' ')

/**
 * Checks a status. A 503, and a 409 from conflicting writers, are permitted and counted.
 *
 * @param {Journal} journal
 * @param {Answer} answer
 * @param {number} status
 * @param {string} what
 */
function expectStatus(journal, answer, status, what) {
  if (answer.status === status) return true
  const code = answer.body?.errors?.[0]?.code
  const isBusy =
    answer.status === 503 || answer.status === 0 || (answer.status === 409 && code === 'conflict')
  if (isBusy) return false
  const said = JSON.stringify(answer.body?.errors?.[0] ?? answer.body)
  journal.unexpected.push(`${answer.status} for ${what}: ${said}`)
  return false
}

/**
 * A sender that counts responses. If there is no response, it returns the status 0.
 *
 * @param {import('./balancer.js').Send} send
 * @param {Journal} journal
 * @returns {import('./balancer.js').Send}
 */
const sender =
  (send, journal) =>
  async (...request) => {
    const answer = await send(...request).catch((error) => ({
      status: 0,
      body: { errors: [{ code: String(error.cause?.code ?? error.name) }] },
      headers: new Headers(),
    }))
    const isError =
      answer.status === 0 || (answer.status >= 400 && answer.status !== 404 && answer.status !== 412)
    if (isError) {
      const [error = {}] = answer.body?.errors ?? []
      const kind = `${answer.status || 'no answer'} ${error.code}${error.meta?.written === undefined ? '' : `, written: ${error.meta.written}`}`
      journal.errors.set(kind, (journal.errors.get(kind) ?? 0) + 1)
      await wait(100)
    } else journal.answered.push(Date.now())
    return answer
  }
