// Looks up everything that a load test has written, on each machine, with Prisma instead of our runtime.
import { openClient } from './clients.js'
import { isSame } from './load.js'

/**
 * @param {import('./stores.js').Deployment} deployment
 * @param {import('./load.js').Journal} journal
 * @param {string} mark the beginning of the titles
 */
export async function lookUp(deployment, journal, mark) {
  /** @type {string[]} */
  const lost = []
  /** @type {string[]} */
  const torn = []
  for (const { name, place } of deployment.witnesses) {
    const prisma = await openClient(deployment.name, place)
    const posts = await prisma.post.findMany({
      where: { title: { startsWith: `${mark} ` } },
      include: { tags: { select: { id: true } }, _count: { select: { comments: true } } },
    })
    await prisma.$disconnect()
    const found = new Map(posts.map((post) => [post.title, post]))
    for (const entry of journal.entries) {
      const post = found.get(entry.title)
      const tags = post?.tags.map(({ id }) => String(id)) ?? []
      const state = post ? { views: post.views, tags, comments: post._count.comments } : null
      if (entry.states.some((each) => isSame(each, state))) continue
      const text = `${name}: "${entry.title}" is ${JSON.stringify(state)} and not ${JSON.stringify(entry.states)}`
      const isWhole = state === null || (state.tags.length > 0 && state.comments >= 2)
      ;(isWhole ? lost : torn).push(text)
    }
    for (const [title, values] of journal.hot) {
      const post = found.get(title)
      const isOne = post !== undefined && values.has(post.views)
      const isWhole = post?.body === title || post?.body === `${title}: ${post?.views}`
      if (!isOne) lost.push(`${name}: "${title}" has ${post?.views} views, which no response reported`)
      if (!isWhole) torn.push(`${name}: "${title}" has ${post?.views} views, and says "${post?.body}"`)
    }
  }
  return { lost, torn }
}
