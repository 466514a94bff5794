// What somebody would write by hand for the benchmark's requests: one findMany with include, and a document built for it.
const BASE = 'http://blog.test'
const DESCRIPTION = `${BASE}/openapi.json`

const HEADERS = { 'content-type': 'application/vnd.api+json', vary: 'Accept' }

/**
 * Answers the benchmark's requests as a hand-written handler would, with the same bytes: `/posts`, `/posts/1/comments` and
 * `/posts/1/relationships/comments`.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export async function handWritten(prisma, request) {
  return new Response(await handWrittenText(prisma, new URL(request.url)), { status: 200, headers: HEADERS })
}

/**
 * The text of the same answers: what a handler gives to its framework.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {URL} url
 * @returns {Promise<string>}
 */
export async function handWrittenText(prisma, url) {
  const [, , id, ...steps] = url.pathname.split('/')
  if (id === undefined) return listPosts(prisma, url)
  const post = await prisma.post.findUniqueOrThrow({ where: { id: Number(id) } })
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
  const data = page.map((comment) => {
    const object = commentObject(comment)
    const author = comment.author && { type: 'authors', id: String(comment.author.id) }
    const { post: ofPost, author: ofAuthor, ...others } = object.relationships
    const relationships = { post: ofPost, author: { ...ofAuthor, data: author }, ...others }
    return { ...object, relationships, links: object.links }
  })
  const seen = new Set()
  const included = page.flatMap(({ author }) => (author && authorObject(author, seen)) ?? [])
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
  const data = page.map((post) => {
    const self = `${BASE}/posts/${post.id}`
    return {
      type: 'posts',
      id: String(post.id),
      attributes: {
        title: post.title,
        body: post.body,
        status: post.status,
        views: post.views,
        rating: post.rating === null ? null : post.rating.toFixed(),
        publishedAt: post.publishedAt === null ? null : post.publishedAt.toISOString(),
        createdAt: post.createdAt.toISOString(),
      },
      relationships: {
        author: { links: linksOf(self, 'author'), data: { type: 'authors', id: String(post.author.id) } },
        comments: {
          links: linksOf(self, 'comments'),
          data: post.comments.map((comment) => ({ type: 'comments', id: String(comment.id) })),
        },
        tags: { links: linksOf(self, 'tags') },
        attachments: { links: linksOf(self, 'attachments') },
      },
      links: { self },
    }
  })
  const included = []
  const seen = new Set()
  for (const post of page) {
    included.push(authorObject(post.author, seen))
    for (const comment of post.comments) included.push(commentObject(comment))
  }
  return answer({
    links: pageLinks(url, posts.length > size, total === undefined ? undefined : Math.ceil(total / size)),
    data,
    included: included.filter((object) => object !== undefined),
    ...(total !== undefined && { meta: { stats: { total: { count: total } } } }),
  })
}

/** @param {URL} url @param {boolean} hasNext @param {number | undefined} [last] the number of the last page, where it is known */
function pageLinks(url, hasNext, last) {
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

/** @param {object} document */
const answer = (document) => JSON.stringify({ jsonapi: { version: '1.1' }, ...document })

/** @param {string} self @param {string} name */
const linksOf = (self, name) => ({ self: `${self}/relationships/${name}`, related: `${self}/${name}` })

/** @param {any} author @param {Set<unknown>} seen */
function authorObject(author, seen) {
  if (seen.has(author.id)) return undefined
  seen.add(author.id)
  const self = `${BASE}/authors/${author.id}`
  return {
    type: 'authors',
    id: String(author.id),
    attributes: {
      name: author.name,
      email: author.email,
      bio: author.bio,
      createdAt: author.createdAt.toISOString(),
    },
    relationships: {
      posts: { links: linksOf(self, 'posts') },
      profile: { links: linksOf(self, 'profile') },
      comments: { links: linksOf(self, 'comments') },
      attachments: { links: linksOf(self, 'attachments') },
    },
    links: { self },
  }
}

/** @param {any} comment */
function commentObject(comment) {
  const self = `${BASE}/comments/${comment.id}`
  return {
    type: 'comments',
    id: String(comment.id),
    attributes: {
      body: comment.body,
      approved: comment.approved,
      createdAt: comment.createdAt.toISOString(),
    },
    relationships: {
      post: { links: linksOf(self, 'post') },
      author: { links: linksOf(self, 'author') },
      parent: { links: linksOf(self, 'parent') },
      replies: { links: linksOf(self, 'replies') },
    },
    links: { self },
  }
}
