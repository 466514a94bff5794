// What somebody would write by hand for the benchmark's request: one findMany with include, and a document built for it.
const BASE = 'http://blog.test'

/**
 * Answers the benchmark's request as a hand-written handler would, with the same bytes.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {Request} request
 * @returns {Promise<Response>}
 */
export async function handWritten(prisma, request) {
  const url = new URL(request.url)
  const size = Number(url.searchParams.get('page[size]'))
  const posts = await prisma.post.findMany({
    where: { status: 'published' },
    orderBy: [{ views: 'desc' }, { id: 'asc' }],
    take: size + 1,
    include: { author: true, comments: { where: { approved: true }, orderBy: { id: 'asc' } } },
  })
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
  const params = new URLSearchParams(url.search)
  const self = `${BASE}/posts?${params}`
  const at = (/** @type {number} */ number) => {
    const other = new URLSearchParams(params)
    other.set('page[number]', String(number))
    return `${BASE}/posts?${other}`
  }
  const document = {
    jsonapi: { version: '1.1' },
    links: { self, first: at(1), prev: null, next: posts.length > size ? at(2) : null },
    data,
    included: included.filter((object) => object !== undefined),
  }
  return new Response(JSON.stringify(document), {
    status: 200,
    headers: { 'content-type': 'application/vnd.api+json', vary: 'Accept' },
  })
}

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
