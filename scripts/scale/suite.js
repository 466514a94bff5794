// Requests with known responses. Several processes on several machines must respond like one process on one database.
import assert from 'node:assert/strict'
import { OPERATIONS } from './balancer.js'

/** @typedef {import('./balancer.js').Send} Send */

/**
 * Sends all requests. Throws at the first different response.
 *
 * @param {Send} send
 * @param {Send} reference sends requests to the blog on one SQLite file
 * @returns {Promise<number>} the number of requests
 */
export async function runSuite(send, reference) {
  let count = 0
  /** @type {Send} */
  const counted = (...request) => {
    count += 1
    return send(...request)
  }
  await reads(counted, reference)
  for (const part of [cursors, graph, replaced, conditional, operations]) await part(counted)
  return count
}

/** Requests for the rows of the seed, which a run's writes do not change. */
const READS = [
  '/posts?filter[views][gte]=480&filter[status]=published&filter[views][lt]=1000&sort=-views,id&page[size]=3&stats[total]=count&stats[views]=maximum,average',
  '/posts?filter[author.name][prefix]=Ada&filter[views][lt]=1000&sort=id&fields[posts]=title,views',
  '/posts?filter[tags.name]=food&filter[views][lt]=1000&sort=id&page[number]=2&page[size]=2',
  '/posts?filter[comments.body][contains]=12&filter[status]=published&sort=-id',
  '/posts?filter[popular]=true&filter[status]=published&sort=id&page[size]=5&extra_fields[posts]=readingTime',
  '/posts?filter[id]=1,2,3,4&include=author,tags,comments&page[comments][size]=2',
  '/posts/7?include=author,comments.author,comments.replies,tags,attachments',
  '/posts/7/relationships/tags',
  '/posts/7/author?include=profile',
  '/posts/1/comments?sort=id&page[number]=2&page[size]=5&stats[total]=count',
  '/comments?filter[postId]=1&filter[approved]=false&sort=id',
  '/authors?filter[name]=Ada%20Bront%C3%AB&include=profile',
  '/attachments?sort=id&page[size]=15&include=subject',
  '/tags?sort=-id&page[size]=4',
  '/currencies?filter[code]=EUR',
  '/posts?filter[nothing]=1&sort=body&include=nobody',
  '/posts?filter[views]=many',
  '/posts/999999',
]

/**
 * Compares responses with the responses of the process on one SQLite file, byte for byte except for the host.
 *
 * @param {Send} send
 * @param {Send} reference
 */
async function reads(send, reference) {
  for (const path of READS) {
    const [ours, expected] = [await send('GET', path), await reference('GET', path)]
    assert.deepEqual([path, ours.status, plain(ours)], [path, expected.status, plain(expected)])
  }
}

/** Removes the host from links: it differs between processes. @param {import('./balancer.js').Answer} answer */
const plain = ({ body }) =>
  JSON.parse(JSON.stringify(body).replaceAll(/http:\/\/(?:127\.0\.0\.1:\d+|blog\.example)/g, ''))

/** Reads pages by cursors, each from a different process. Every record must occur exactly once. @param {Send} send */
async function cursors(send) {
  const list = '/posts?filter[views][lt]=1000&filter[status]=published&sort=-views,id'
  const all = ids(await send('GET', `${list}&page[size]=100`))
  const profile = 'http://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
  const accept = `application/vnd.api+json;profile="${profile}"`
  const met = []
  let after = ''
  do {
    const { status, body } = await send('GET', `${list}&page[size]=30${after}`, undefined, { accept })
    assert.equal(status, 200)
    met.push(...body.data.map((/** @type {{ id: string }} */ { id }) => id))
    const cursor = body.data.length === 30 ? body.data.at(-1).meta.page.cursor : undefined
    after = cursor === undefined ? '' : `&page[after]=${encodeURIComponent(cursor)}`
  } while (after !== '')
  assert.deepEqual(met, all)
}

/**
 * Writes a post together with a new comment, an author and two tags, reads them together, and destroys them.
 *
 * @param {Send} send
 */
async function graph(send) {
  const made = await send('POST', '/posts', graphOf('suite: a graph', { author: '2', tags: ['1', '2'] }))
  assert.equal(made.status, 201)
  const { id } = made.body.data
  const read = await send('GET', `/posts/${id}?include=comments,tags`)
  assert.equal(read.status, 200)
  assert.equal(
    read.body.included.filter((/** @type {{ type: string }} */ { type }) => type === 'comments').length,
    2,
  )
  const refused = graphOf('suite: refused', { author: '2', tags: ['1', '999999'] })
  assert.equal((await send('POST', '/posts', refused)).status, 404)
  assert.deepEqual(ids(await send('GET', '/posts?filter[title]=suite:%20refused')), [])
  assert.equal((await send('DELETE', `/posts/${id}`)).status, 204)
  assert.equal((await send('GET', `/posts/${id}`)).status, 404)
}

/** @param {Send} send */
async function replaced(send) {
  const made = await send('POST', '/posts', graphOf('suite: a set', { author: '3', tags: ['3', '4'] }))
  const { id } = made.body.data
  const set = { data: { type: 'posts', id, relationships: { tags: { data: [tag('4'), tag('5')] } } } }
  assert.equal((await send('PATCH', `/posts/${id}`, set)).status, 200)
  const links = `/posts/${id}/relationships/tags`
  assert.deepEqual(ids(await send('GET', links)).toSorted(), ['4', '5'])
  assert.equal((await send('POST', links, { data: [tag('6')] })).status, 204)
  assert.equal((await send('DELETE', links, { data: [tag('4')] })).status, 204)
  assert.deepEqual(ids(await send('GET', links)).toSorted(), ['5', '6'])
  assert.equal((await send('DELETE', `/posts/${id}`)).status, 204)
}

/** @param {Send} send */
async function conditional(send) {
  const made = await send('POST', '/posts', graphOf('suite: a tag', { author: '4', tags: [] }))
  const path = `/posts/${made.body.data.id}`
  const etag = (await send('GET', path)).headers.get('etag') ?? ''
  assert.equal((await send('GET', path, undefined, { 'if-none-match': etag })).status, 304)
  const patch = { data: { type: 'posts', id: made.body.data.id, attributes: { views: LOAD + 5 } } }
  assert.equal((await send('PATCH', path, patch, { 'if-match': etag })).status, 200)
  assert.equal((await send('PATCH', path, patch, { 'if-match': etag })).status, 412)
  assert.equal((await send('DELETE', path)).status, 204)
}

/** @param {Send} send */
async function operations(send) {
  const added = { op: 'add', data: { type: 'tags', lid: 't', attributes: { name: 'suite: operations' } } }
  const removed = { op: 'remove', ref: { type: 'tags', lid: 't' } }
  const done = await send('POST', '/operations', { 'atomic:operations': [added, removed] }, OPERATIONS)
  assert.equal(done.status, 200)
  const missing = { op: 'remove', ref: { type: 'tags', id: '999999' } }
  const undone = await send('POST', '/operations', { 'atomic:operations': [added, missing] }, OPERATIONS)
  assert.equal(undone.status, 404)
}

/**
 * The minimum number of views of a post that a run has written. The seed's posts have fewer views, so lists of them do
 * not change.
 */
export const LOAD = 1_000_000

/**
 * A post with two new comments.
 *
 * @param {string} title
 * @param {{ author: string, tags: readonly string[], views?: number }} with_
 */
export function graphOf(title, { author, tags, views = LOAD }) {
  const temporary = ['a', 'b'].map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' }))
  return {
    data: {
      type: 'posts',
      attributes: { title, body: title, views },
      relationships: {
        author: { data: { type: 'authors', id: author } },
        comments: { data: temporary },
        tags: { data: tags.map(tag) },
      },
    },
    included: temporary.map(({ type, 'temp-id': id }) => ({
      type,
      'temp-id': id,
      attributes: { body: `${title} ${id}`, approved: true },
    })),
  }
}

/** @param {string} id */
export const tag = (id) => ({ type: 'tags', id })

/** @param {import('./balancer.js').Answer} answer @returns {string[]} */
export const ids = ({ body }) => body.data.map((/** @type {{ id: string }} */ { id }) => id)
