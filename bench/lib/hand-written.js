// Handwritten code for the benchmark's requests: one findMany with include, and a document for it.
import {
  answer,
  authorObject,
  BASE,
  commentObject,
  commentWithAuthor,
  DESCRIPTION,
  isFirst,
  linksOf,
  postObject,
} from './objects.js'

const HEADERS = { 'content-type': 'application/vnd.api+json', vary: 'Accept' }

/**
 * Responds to the benchmark's requests like a handwritten handler, with the same bytes: `/posts`, `/posts/1`, `/posts/1/comments`
 * and `/posts/1/relationships/comments`.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export async function handWritten(prisma, request) {
  return handWrittenAs(await handWrittenText(prisma, new URL(request.url)))
}

/** The response of a handwritten handler. @param {string} text */
export const handWrittenAs = (text) => new Response(text, { status: 200, headers: HEADERS })

/**
 * The text of the same responses, which a handler passes to its framework.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {URL} url
 * @returns {Promise<string>}
 */
export async function handWrittenText(prisma, url) {
  const [, , id, ...steps] = url.pathname.split('/')
  if (id === undefined) return listPosts(prisma, url)
  const post = await prisma.post.findUniqueOrThrow({ where: { id: Number(id) } })
  if (steps.length === 0) {
    return answer({
      links: { self: `${BASE}${url.pathname}`, describedby: DESCRIPTION },
      data: postObject(post),
    })
  }
  return steps[0] === 'relationships' ? linkComments(prisma, url, post) : listComments(prisma, url, post)
}

/**
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {URL} url
 * @param {{ id: number }} post
 */
async function listComments(prisma, url, post) {
  const size = Number(url.searchParams.get('page[size]'))
  const comments = await prisma.comment.findMany({
    where: { postId: post.id, approved: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: size + 1,
    include: { author: true },
  })
  const page = comments.slice(0, size)
  const data = page.map((comment) => commentWithAuthor(comment))
  const seen = new Set()
  const included = page.flatMap(({ author }) => (author && isFirst(author, seen) ? authorObject(author) : []))
  return answer({ links: pageLinks(url, comments.length > size), data, included })
}

/**
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {URL} url
 * @param {{ id: number }} post
 */
async function linkComments(prisma, url, post) {
  const size = Number(url.searchParams.get('page[size]'))
  const comments = await prisma.comment.findMany({
    where: { postId: post.id, approved: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: size + 1,
  })
  const data = comments.slice(0, size).map(({ id }) => ({ type: 'comments', id: String(id) }))
  const links = {
    ...pageLinks(url, comments.length > size),
    ...linksOf(`${BASE}/posts/${post.id}`, 'comments'),
  }
  return answer({ links, data })
}

/**
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {URL} url
 */
async function listPosts(prisma, url) {
  const size = Number(url.searchParams.get('page[size]'))
  const where = { status: /** @type {const} */ ('published') }
  const isCounted = url.searchParams.get('stats[total]') === 'count'
  const [posts, total] = await Promise.all([
    prisma.post.findMany({
      where,
      orderBy: [{ views: 'desc' }, { id: 'asc' }],
      take: size + 1,
      include: { author: true, comments: { where: { approved: true }, orderBy: { id: 'asc' } } },
    }),
    isCounted ? prisma.post.count({ where }) : undefined,
  ])
  const page = posts.slice(0, size)
  const data = page.map(postObject)
  const included = []
  const seen = new Set()
  for (const post of page) {
    if (isFirst(post.author, seen)) included.push(authorObject(post.author))
    for (const comment of post.comments) included.push(commentObject(comment))
  }
  return answer({
    links: pageLinks(url, posts.length > size, total === undefined ? undefined : Math.ceil(total / size)),
    data,
    included,
    ...(total !== undefined && { meta: { stats: { total: { count: total } } } }),
  })
}

/**
 * @param {URL} url
 *
 * @param {boolean} hasNext
 * @param {number | undefined} [last] the number of the last page, if it is known
 */
export function pageLinks(url, hasNext, last) {
  const base = `${BASE}${url.pathname}`
  const params = new URLSearchParams(url.search)
  const at = (/** @type {number} */ number) => {
    const other = new URLSearchParams(params)
    other.set('page[number]', String(number))
    return `${base}?${other}`
  }
  return {
    self: `${base}?${params}`,
    first: at(1),
    ...(last !== undefined && { last: at(last) }),
    prev: null,
    next: hasNext ? at(2) : null,
    describedby: DESCRIPTION,
  }
}
