// The measured reads, and the measurement of one read together with the handwritten handler. It runs in its own
// process, because the code that a process ran before affects its speed by up to a half.
import { fileURLToPath } from 'node:url'
import { run } from '../../scripts/lib/run.js'

const POSTS = '/posts?filter[status]=published&sort=-views&include=author,comments'

/** @type {readonly (readonly [title: string, path: string])[]} */
export const LISTS = [
  ['20 posts', `${POSTS}&page[size]=20`],
  ['20 posts, with total', `${POSTS}&page[size]=20&stats[total]=count`],
  ['100 posts', `${POSTS}&page[size]=100`],
  ['100 posts, with total', `${POSTS}&page[size]=100&stats[total]=count`],
]

/** @type {readonly [title: string, path: string]} */
export const RECORD = ['one record', '/posts/1']

/** @type {readonly (readonly [title: string, path: string])[]} */
export const RELATED = [
  ['40 related comments', '/posts/1/comments?sort=-createdAt&include=author&page[size]=40'],
  ['linkage of 40 comments', '/posts/1/relationships/comments?sort=-createdAt&page[size]=40'],
]

/**
 * @typedef {{ readonly place: import('./stores.js').Place, readonly path: string, readonly warmUp: number, readonly
 * rounds?: number, readonly runs?: number, readonly engine?: 'kysely' }} Read `engine` is Prisma by default
 */

/**
 * Measures a read in its own process.
 *
 * @param {Read} read
 * @returns {Promise<import('./pairs.js').Pair>}
 */
export async function measured(read) {
  const program = fileURLToPath(new URL('measure-read.js', import.meta.url))
  const { code, output } = await run(process.execPath, [program, JSON.stringify(read)], { quiet: true })
  if (code !== 0) throw new Error(output)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}
